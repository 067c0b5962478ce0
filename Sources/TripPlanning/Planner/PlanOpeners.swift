// SPDX-License-Identifier: Apache-2.0

/// The words with which the texts of a plan open. Each slot has its own, so no two texts of one plan are equal.
enum PlanOpeners {
  static let description = ["Spend", "Enjoy", "Discover", "Explore", "Experience"]
  static let rationale = ["This plan", "The plan", "This trip"]

  /// Openers of the day's title.
  static func title(day: Int) -> [String] { titles[day % titles.count] }

  /// Openers of the day's subtitle.
  static func subtitle(day: Int) -> [String] { subtitles[day % subtitles.count] }

  /// Openers of the description of the `index`th stop of its kind.
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

  private static let titles = [
    ["Into", "Toward"], ["Along", "Across"], ["Among", "Between"], ["Beyond", "Past"], ["Around", "Over"],
    ["Through", "Under"], ["Beside", "Below"],
  ]

  private static let subtitles = [
    ["A first"], ["An easy", "An early"], ["More", "Much"], ["The quiet", "The other"], ["Time"],
    ["Slow", "Fresh"], ["One last", "A final"],
  ]

  private static let sights = [
    ["Explore", "Start"], ["Walk", "Wander"], ["Discover", "Find"], ["Admire", "See"], ["Follow", "Climb"],
    ["Watch", "Look"], ["Visit", "Stop"], ["Enjoy", "Experience"], ["Learn", "Study"], ["Take", "Make"],
    ["Stroll", "Step"], ["Marvel", "Gaze"], ["Spend", "Give"], ["Stand", "Pause"], ["Listen", "Breathe"],
    ["Photograph", "Picture"], ["Continue", "Head"], ["Finish", "End"], ["Return", "Linger"], ["Seek", "Trace"],
    ["Join", "Share"],
  ]

  private static let meals = [
    ["Try", "Taste"], ["Have", "Order"], ["Sit", "Relax"], ["Savor", "Sample"], ["Refuel", "Break"],
    ["Dine", "Eat"], ["Treat", "Reward"], ["Celebrate", "Toast"], ["Pick", "Choose"], ["Meet", "Gather"],
    ["Warm", "Cool"], ["Share", "Split"], ["Enjoy", "Discover"], ["Take", "Spend"], ["Drop", "Stop"],
    ["Grab", "Get"], ["Finish", "Close"], ["Begin", "Start"], ["Recover", "Recharge"], ["Settle", "Rest"],
    ["Slow", "Wind"],
  ]

  private static let stays = [
    ["Rest", "Relax"], ["Settle", "Stay"], ["Sleep", "Spend"], ["Unwind", "Recharge"], ["Check", "Drop"],
    ["End", "Finish"], ["Make", "Pitch"], ["Enjoy", "Take"], ["Wake", "Rise"], ["Book", "Choose"],
    ["Return", "Retire"], ["Watch", "Listen"], ["Share", "Gather"], ["Warm", "Cool"], ["Find", "Have"],
    ["Move", "Change"], ["Sit", "Lie"], ["Wind", "Slow"], ["Close", "Round"], ["Dream", "Doze"],
    ["Linger", "Pause"],
  ]

  private static let shops = [
    ["Browse", "Shop"], ["Pick", "Choose"], ["Look", "Hunt"], ["Bring", "Take"], ["Find", "Discover"],
    ["Stop", "Drop"], ["Wander", "Stroll"], ["Support", "Meet"], ["Compare", "Try"], ["Finish", "End"],
    ["Treat", "Reward"], ["Search", "Dig"], ["Pack", "Stock"], ["Buy", "Get"], ["Spend", "Enjoy"],
    ["See", "Explore"], ["Admire", "Touch"], ["Gather", "Collect"], ["Bargain", "Haggle"], ["Visit", "Step"],
    ["Carry", "Keep"],
  ]
}
