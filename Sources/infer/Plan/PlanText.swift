// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// The plan as plain text, field by field: what a pipe or a file gets.
///
/// A field is printed once, when the next one has begun, as only then it is complete.
struct PlanText {
  private var printedFields = 0

  /// The text of fields that are complete now and were not printed before.
  mutating func newText(for plan: Itinerary.PartiallyGenerated, landmark: Landmark, isFinished: Bool) -> String {
    let fields = Self.fields(of: plan, landmark: landmark)
    let complete = isFinished ? fields.count : max(fields.count - 1, 0)
    guard complete > printedFields else { return "" }
    defer { printedFields = complete }
    return fields[printedFields..<complete].joined()
  }

  /// Each field that has begun, as it is printed, line ends included.
  private static func fields(of plan: Itinerary.PartiallyGenerated, landmark: Landmark) -> [String] {
    var fields: [String] = []
    if let title = plan.title { fields.append("\(title)\n") }
    if let destination = plan.destinationName {
      fields.append("\(destination)\(landmark.continent.map { ", \($0.rawValue)" } ?? "")\n")
    }
    if let description = plan.description { fields.append("\n\(description)\n") }
    if let rationale = plan.rationale { fields.append("\n\(rationale)\n") }
    for (index, day) in (plan.days ?? []).enumerated() {
      if let title = day.title { fields.append("\nDay \(index + 1): \(title)\n") }
      if let subtitle = day.subtitle { fields.append("\(subtitle)\n") }
      if let destination = day.destination { fields.append("Area: \(destination)\n") }
      for activity in day.activities ?? [] {
        guard let title = activity.title else { continue }
        let kind = activity.type.map { "\(label(of: $0)): " } ?? ""
        fields.append("- \(kind)\(title)\n")
        if let description = activity.description { fields.append("  \(description)\n") }
      }
    }
    return fields
  }

  static func label(of kind: Activity.Kind) -> String {
    switch kind {
    case .sightseeing: "Sightseeing"
    case .foodAndDining: "Food"
    case .shopping: "Shopping"
    case .hotelAndLodging: "Lodging"
    }
  }
}
