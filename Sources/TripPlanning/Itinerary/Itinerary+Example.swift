// SPDX-License-Identifier: Apache-2.0

extension Itinerary {
  /// A filled itinerary for the model's instructions: it shows the format and the tone, not the content to use.
  ///
  /// Its texts open with other words than those that a plan's schema asks for, so that a small model is not led to copy
  /// them.
  public static let exampleTripToJapan = Itinerary(
    title: "Red Gates and Quiet Lakes",
    destinationName: "Mount Fuji",
    description: "Old city lanes lead to still water below the peak.",
    rationale: "Walks stay short, and evenings are kept free for good food.",
    days: [
      DayPlan(
        title: "Under old roofs", subtitle: "Lanterns, gardens and noodles", destination: "Kyoto",
        activities: [
          Activity(
            type: .sightseeing, title: "Fushimi Inari Shrine",
            description: "Climb the hill of Fushimi Inari Shrine through thousands of red gates."),
          Activity(
            type: .foodAndDining, title: "Nishiki Market",
            description: "Stalls at Nishiki Market sell pickles and grilled skewers."),
          Activity(
            type: .hotelAndLodging, title: "The Thousand Kyoto",
            description: "Calm rooms at The Thousand Kyoto are close to the station."),
        ])
    ])
}
