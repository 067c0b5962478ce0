// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// What the model is told, in the order in which it reads it.
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

  /// How the prompt for the searches begins, whatever the travellers ask for: known before they do.
  var searchPrefix: String {
    let about = landmark.isCustom ? "About \(landmark.name): \"\(landmark.description)\"\n" : ""
    return "\(about)Search for places to eat and to stay for a trip of"
  }

  /// Asks for the searches.
  var search: String {
    (["\(searchPrefix) \(days) to \(landmark.nameInText)."] + PreferenceText(preferences).promptLines).joined(
      separator: "\n")
  }

  /// Asks for the plan; names for every stop the places to choose from, with what is known about them.
  ///
  /// A place and its fact stand here as they would in the plan, since even the smallest model continues a text that it
  /// has read before.
  func plan(_ outline: TripOutline) -> String {
    let order =
      "Write the itinerary for \(days) \(landmark.preposition) \(landmark.nameInText). Choose each stop from these places:"
    return text(order, outline, days: outline.days.indices.map { $0 })
  }

  /// Asks for a part of a plan of which the rest stays.
  ///
  /// - Parameter days: for each day of the outline which day of the trip it is, from 0.
  func part(_ outline: TripOutline, days: [Int], of trip: PlannedTrip) -> String {
    var lines = [searchPrefix.split(separator: "\n").dropLast().joined(separator: "\n")].filter { !$0.isEmpty }
    lines += PreferenceText(preferences).promptLines
    let kept = trip.itinerary.days.enumerated().filter { !days.contains($0.offset) }
    if !kept.isEmpty {
      lines.append("These days of the trip to \(landmark.nameInText) stay as they are:")
      for (index, day) in kept {
        lines.append("Day \(index + 1): \(day.activities.map(\.title).joined(separator: ", "))")
      }
    }
    lines.append(text("Write the rest of it. Choose each stop from these places:", outline, days: days))
    return lines.joined(separator: "\n")
  }

  private func text(_ order: String, _ outline: TripOutline, days: [Int]) -> String {
    var lines = [order]
    for (number, day) in zip(days, outline.days) {
      lines.append("Day \(number + 1)")
      for slot in day.slots {
        lines += slot.candidates.map { "- \($0.name)\(FactText.clause(of: $0.summary))" }
      }
    }
    lines.append("Describe each stop in one sentence that is true of the place you chose.")
    return lines.joined(separator: "\n")
  }

  private var days: String { TripOutline.durationText(days: dayCount) }
}
