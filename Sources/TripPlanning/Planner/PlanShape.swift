// SPDX-License-Identifier: Apache-2.0
import FoundationModels

/// Turns content of a `PlanSchema`, whole or still growing, into content of `Itinerary`.
enum PlanShape {
  static func dayKey(_ index: Int) -> String { "day\(index + 1)" }
  static func activityKey(_ index: Int) -> String { "activity\(index + 1)" }

  /// Gathers `day1` … in `days` and `activity1` … of each in `activities`; identifiers stay.
  static func itineraryContent(from plan: GeneratedContent) -> GeneratedContent {
    gather("day", of: plan, into: "days") { day in
      gather("activity", of: day, into: "activities", element: withoutUnfinishedKind)
    }
  }

  /// What has arrived, as the partial form of an itinerary.
  static func partialItinerary(from plan: GeneratedContent) throws -> Itinerary.PartiallyGenerated {
    try Itinerary.PartiallyGenerated(itineraryContent(from: plan))
  }

  /// The elements of an array property; none where it is missing.
  static func elements(_ property: String, of content: GeneratedContent) -> [GeneratedContent] {
    guard case .structure(let properties, _) = content.kind, case .array(let elements)? = properties[property]?.kind
    else { return [] }
    return elements
  }

  /// Moves the properties `prefix1`, `prefix2` … to an array at the end, in their order.
  private static func gather(
    _ prefix: String, of content: GeneratedContent, into key: String, element: (GeneratedContent) -> GeneratedContent
  ) -> GeneratedContent {
    guard case .structure(let properties, let orderedKeys) = content.kind else { return content }
    var kept: [String: GeneratedContent] = [:]
    var elements: [GeneratedContent] = []
    for property in orderedKeys {
      guard let value = properties[property] else { continue }
      if property.hasPrefix(prefix), Int(property.dropFirst(prefix.count)) != nil {
        elements.append(element(value))
      } else {
        kept[property] = value
      }
    }
    var keys = orderedKeys.filter { kept[$0] != nil }
    if !elements.isEmpty {
      kept[key] = GeneratedContent(kind: .array(elements))
      keys.append(key)
    }
    return GeneratedContent(kind: .structure(properties: kept, orderedKeys: keys), id: content.id)
  }

  /// Leaves out a `type` of which only the first letters have arrived; an enum cannot be read from half a name.
  private static func withoutUnfinishedKind(_ activity: GeneratedContent) -> GeneratedContent {
    guard case .structure(var properties, let orderedKeys) = activity.kind, let type = properties["type"],
      (try? type.value(Activity.Kind.self)) == nil
    else { return activity }
    properties["type"] = nil
    return GeneratedContent(
      kind: .structure(properties: properties, orderedKeys: orderedKeys.filter { $0 != "type" }), id: activity.id)
  }
}
