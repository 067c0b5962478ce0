// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// What the model is told, in the order in which it reads it.
///
/// What is known when a landmark is looked at stands first, in the same words for all travellers, so that it is read by the
/// time they ask: instructions, the landmark, its places. Their wishes stand at the end.
struct PlanPrompts {
  let landmark: Landmark
  let dayCount: Int
  let preferences: TripPreferences

  /// The job, the landmark's description, and the example of the format. Nothing in it comes from the user.
  var instructions: Instructions {
    Instructions {
      "You plan trips to real places and write plain, warm English."
      if landmark.isCustom {
        "Always use the findPointsOfInterest tool to find hotels and restaurants near the landmark."
      } else {
        "Always use the findPointsOfInterest tool to find hotels and restaurants near \(landmark.nameInText)."
        "About \(landmark.name): \(landmark.description)"
      }
      "Here is an example of an itinerary. It shows the format and the tone; do not copy its content:"
      Itinerary.exampleTripToJapan
    }
  }

  /// Asks for the searches, and for the plan that comes after them.
  func plan(_ told: ToldPlaces) -> String {
    let order =
      "Search for places to eat and to stay for a trip of \(days) to \(landmark.nameInText). Then write the itinerary. "
      + "Describe each stop in one sentence that is true of the place you chose."
    return (opening(told) + PreferenceText(preferences).promptLines + [order]).joined(separator: "\n")
  }

  /// Asks for a part of a plan of which the rest stays.
  ///
  /// - Parameter days: which days of the trip, from 0.
  func part(_ told: ToldPlaces, days: [Int], of trip: PlannedTrip) -> String {
    var lines = opening(told) + PreferenceText(preferences).promptLines
    let kept = trip.itinerary.days.enumerated().filter { !days.contains($0.offset) }
    if !kept.isEmpty {
      lines.append("These days of the trip to \(landmark.nameInText) stay as they are:")
      for (index, day) in kept {
        lines.append("Day \(index + 1): \(day.activities.map(\.title).joined(separator: ", "))")
      }
    }
    lines.append(
      "Write the rest of it with other places. Describe each stop in one sentence that is true of the place you chose.")
    return lines.joined(separator: "\n")
  }

  /// The places that the prompt of a whole plan tells of.
  ///
  /// - Parameter avoided: names of places that are taken only where there is no other.
  func toldPlaces(avoided: Set<String> = []) -> ToldPlaces {
    ToldPlaces(
      landmark: landmark,
      frame: { TripFrame(dayCount: dayCount, preferences: preferences, places: $0) }, preferences: preferences,
      avoided: avoided)
  }

  /// The landmark, where it is the user's own, and the places.
  private func opening(_ told: ToldPlaces) -> [String] {
    let about = landmark.isCustom ? ["About \(landmark.name): \"\(landmark.description)\""] : []
    return about + ["Places \(landmark.preposition) \(landmark.nameInText):"] + told.lines
  }

  private var days: String { TripOutline.durationText(days: dayCount) }
}
