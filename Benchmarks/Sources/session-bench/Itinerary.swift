// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable
struct Itinerary {
  @Guide(description: "An exciting name for the trip.")
  let title: String
  @Guide(description: "Where the trip goes.", .anyOf(["Mount Fuji", "Serengeti", "Joshua Tree", "Great Barrier Reef"]))
  let destination: String
  @Guide(description: "Two sentences that make the traveller look forward to it.")
  let summary: String
  @Guide(description: "Why this plan fits what the traveller asked for.")
  let rationale: String
  @Guide(description: "The days in order.", .count(1))
  let days: [Day]
}

@Generable
struct Day {
  @Guide(description: "A name for the day that is not used for another.")
  let title: String
  @Guide(description: "What the day is about, in one sentence.")
  let subtitle: String
  @Guide(description: "Where to stay: a quiet part of the area.")
  let area: String
  @Guide(description: "What to do, in order.", .count(2))
  let activities: [Activity]
}

@Generable
struct Activity {
  let kind: Kind
  @Guide(description: "The name of a real place.")
  let title: String
  @Guide(description: "What to do there, in one sentence.")
  let description: String

  @Generable
  enum Kind: String {
    case sightseeing, foodAndDining, shopping, hotelAndLodging
  }
}

extension Itinerary {
  /// What instructions show in place of a schema.
  static let example = Itinerary(
    title: "A Day at the Reef", destination: "Great Barrier Reef", summary: "Swim, sail and rest by the water.",
    rationale: "Short trips leave time for the water.",
    days: [
      Day(
        title: "Harbour", subtitle: "A first look.", area: "By the pier",
        activities: [
          Activity(kind: .sightseeing, title: "The Old Lighthouse", description: "Climb it for the view."),
          Activity(kind: .hotelAndLodging, title: "Bay House", description: "Sleep above the beach."),
        ])
    ])
}
