// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// What the model is told, in the order in which it reads it.
struct PlanPrompts {
  let landmark: Landmark
  let dayCount: Int

  /// The job, the landmark's description, and the example of the format.
  var instructions: Instructions {
    Instructions {
      "You plan trips to real places and write plain, warm English."
      "Always use the findPointsOfInterest tool to find hotels and restaurants near \(landmark.nameInText)."
      "About \(landmark.name): \(landmark.description)"
      "Here is an example of an itinerary. It shows the format and the tone; do not copy its content:"
      Itinerary.exampleTripToJapan
    }
  }

  /// Asks for the searches.
  var search: String {
    "Search for places to eat and to stay for a trip of \(days) to \(landmark.nameInText)."
  }

  /// Asks for the plan; names for every stop the places to choose from, with what is known about them.
  ///
  /// A place and its fact stand here as they would in the plan, since even the smallest model continues a text that it
  /// has read before.
  func plan(_ outline: TripOutline) -> String {
    var lines = [
      "Write the itinerary for \(days) \(landmark.preposition) \(landmark.nameInText). Choose each stop from these places:"
    ]
    for (index, day) in outline.days.enumerated() {
      lines.append("Day \(index + 1)")
      for slot in day.slots {
        lines += slot.candidates.map { "- \($0.name)\(FactText.clause(of: $0.summary))" }
      }
    }
    lines.append("Describe each stop in one sentence that is true of the place you chose.")
    return lines.joined(separator: "\n")
  }

  private var days: String { TripOutline.durationText(days: dayCount) }
}
