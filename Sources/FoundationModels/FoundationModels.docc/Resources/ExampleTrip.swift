import FoundationModels

extension Itinerary {
  /// One filled value tells more than a page of rules.
  static let example = Itinerary(
    title: "Two Days at the Reef", destination: "Mount Fuji",
    rationale: "Short walks leave time to swim, and both evenings end by the water.",
    days: [
      DayPlan(
        title: "Along the Harbour",
        activities: [
          Activity(kind: .sightseeing, title: "The Old Lighthouse"),
          Activity(kind: .foodAndDining, title: "Supper at the Quay"),
        ]),
      DayPlan(
        title: "Out to the Island",
        activities: [
          Activity(kind: .sightseeing, title: "A Boat to the Island"),
          Activity(kind: .lodging, title: "A Night in the Bay"),
        ]),
    ])
}

/// Instructions that show the form, and say that only the form counts.
func exampleInstructions(for landmark: Landmark) -> Instructions {
  Instructions {
    "You plan trips. \(landmark.description)"
    "This is an example of the form. Do not copy its content:"
    Itinerary.example
  }
}
