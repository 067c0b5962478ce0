// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// Finds what changed from one snapshot of a plan to the next, field by field.
struct FieldChanges: Sendable {
  /// A field and its text so far.
  struct Change: Sendable, Equatable {
    /// `title`, `days/0/subtitle`, `days/0/activities/2/title` …
    var path: String
    var text: String
  }

  private var known: [String: String] = [:]

  /// - Parameter start: the plan that the reader has already.
  init(from start: Itinerary.PartiallyGenerated? = nil) {
    if let start { _ = update(start) }
  }

  /// The fields that are new or have grown, in the order of the plan.
  mutating func update(_ plan: Itinerary.PartiallyGenerated) -> [Change] {
    Self.fields(of: plan).filter { field in
      guard known[field.path] != field.text else { return false }
      known[field.path] = field.text
      return true
    }
  }

  static func fields(of plan: Itinerary.PartiallyGenerated) -> [Change] {
    var fields: [Change] = []
    func add(_ path: String, _ text: String?) {
      if let text { fields.append(Change(path: path, text: text)) }
    }
    add("title", plan.title)
    add("destinationName", plan.destinationName)
    add("description", plan.description)
    add("rationale", plan.rationale)
    for (index, day) in (plan.days ?? []).enumerated() {
      add("days/\(index)/title", day.title)
      add("days/\(index)/subtitle", day.subtitle)
      add("days/\(index)/destination", day.destination)
      for (number, activity) in (day.activities ?? []).enumerated() {
        let path = "days/\(index)/activities/\(number)"
        add("\(path)/type", activity.type?.rawValue)
        add("\(path)/title", activity.title)
        add("\(path)/description", activity.description)
      }
    }
    return fields
  }
}
