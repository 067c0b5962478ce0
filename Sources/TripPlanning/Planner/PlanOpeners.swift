// SPDX-License-Identifier: Apache-2.0

/// The words with which the texts of a plan open, different from stop to stop and from day to day.
enum PlanOpeners {
  /// Leads of the trip's title, two of them for each landmark; more words follow.
  static func trip(_ landmark: String) -> [String] {
    let first = landmark.unicodeScalars.reduce(0) { $0 + Int($1.value) } % trips.count
    return [trips[first], trips[(first + 1) % trips.count]].map { "\(landmark): \($0)" }
  }

  /// Leads of the day's title; more words follow.
  static func title(day: Int) -> [String] { titles[day % titles.count] }

  /// Leads of the day's subtitle; more words follow.
  static func subtitle(day: Int) -> [String] { subtitles[day % subtitles.count] }

  /// Verbs before the name of the `index`th stop of its kind.
  static func stop(_ kind: Activity.Kind, index: Int) -> [String] {
    let groups =
      switch kind {
      case .sightseeing: sights
      case .foodAndDining: meals
      case .hotelAndLodging: stays
      case .shopping: shops
      }
    return groups[index % groups.count]
  }

  private static let trips = [
    "The Beauty of", "A Journey to", "In the Heart of", "Days of", "The Wonders of", "On the Way to",
  ]

  private static let titles = [
    ["Into the"], ["Along the"], ["Among the"], ["Beyond the"], ["Around the"], ["Through the"], ["Back to the"],
  ]

  private static let subtitles = [
    ["A first look at"], ["An easy day of"], ["More time for"], ["The other side of"], ["A slow day with"],
    ["Fresh views of"], ["One last day of"],
  ]

  private static let sights = [
    ["Start at", "Begin at"], ["Walk to", "Stroll to"], ["Discover", "Find"], ["See", "Admire"], ["Head to", "Go to"],
    ["Explore", "Look around"], ["Visit", "Stop at"], ["Enjoy", "Take in"], ["Make time for", "Leave time for"],
    ["Come to", "Continue to"], ["Spend time at", "Pause at"],
  ]

  private static let meals = [
    ["Have lunch at", "Eat at"], ["Try", "Taste the food of"], ["Sit down at", "Take a table at"],
    ["Dine at", "Have dinner at"], ["Refuel at", "Take a break at"], ["Meet at", "Gather at"],
    ["Treat yourself at", "Celebrate at"],
  ]

  private static let stays = [
    ["Stay at", "Sleep at"], ["Spend the night at", "Rest at"], ["Settle in at", "Move to"], ["Check in at"],
  ]

  private static let shops = [["Browse", "Shop at"], ["Look around", "Visit"], ["Pick a souvenir at", "Stop at"]]
}
