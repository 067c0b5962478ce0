// SPDX-License-Identifier: Apache-2.0

extension Itinerary {
  /// A filled itinerary for the model's instructions: it shows the format and the tone, not the content to use.
  public static let exampleTripToJapan = Itinerary(
    title: "Temples, tea and a sacred mountain",
    destinationName: "Mount Fuji",
    description: "A gentle journey from old city lanes to quiet lakes below the mountain.",
    rationale: "This plan keeps the walks short and leaves time each day for good food and a calm evening.",
    days: [
      DayPlan(
        title: "Into the old city", subtitle: "Opening with lanterns, gardens and noodles", destination: "Kyoto",
        activities: [
          Activity(
            type: .sightseeing, title: "Fushimi Inari Shrine",
            description: "Climb through thousands of red gates while the morning air is still cool."),
          Activity(
            type: .foodAndDining, title: "Nishiki Market",
            description: "Taste pickles and grilled skewers as you move from stall to stall."),
          Activity(
            type: .hotelAndLodging, title: "The Thousand Kyoto",
            description: "Settle into a calm room close to the station after a full day."),
        ])
    ])
}
