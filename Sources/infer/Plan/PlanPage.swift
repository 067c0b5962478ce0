// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// Lays a plan out for a terminal: pure, from state to lines.
struct PlanPage {
  /// Columns of the terminal.
  let width: Int
  let style: Style

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// Text wider than this is hard to read.
  private static let widestText = 88

  private var indent: String { width < 40 ? "" : "  " }
  /// Columns for text; the last column stays free, as some terminals wrap when it is written.
  private var textWidth: Int { max(min(width - 1 - indent.count, Self.widestText), 8) }

  /// All lines of the plan so far, none wider than the terminal.
  ///
  /// - Parameters:
  ///   - frame: counts up while the spinner turns.
  ///   - showsActivity: whether the last line says what goes on.
  func lines(_ state: PlanState, frame: Int = 0, showsActivity: Bool = true) -> [String] {
    var lines = searchLines(state.searches)
    if let itinerary = state.itinerary { lines += planLines(itinerary, landmark: state.landmark) }
    if !state.cautions.isEmpty { lines.append("") }
    for caution in state.cautions { lines += block(caution, style.dim, mark: "! ") }
    if showsActivity, let activity = state.activity {
      if !lines.isEmpty { lines.append("") }
      let turn = Self.spinner[frame % Self.spinner.count]
      lines.append(indent + style.cyan(turn) + " " + style.dim(TextLayout.truncated(activity, width: textWidth - 2)))
    }
    return lines
  }

  // MARK: Searches

  /// A line for each search of the model, and one for all that the planner added.
  private func searchLines(_ searches: [PlanState.Search]) -> [String] {
    var lines: [String] = []
    for search in searches where search.requester == .model {
      let mark = search.resultCount == nil ? style.cyan("•") : style.green("✓")
      let found = search.resultCount.map { ": \($0) found" } ?? "…"
      let text = "Searching \(search.category.displayName) “\(search.query)”\(found)"
      lines.append(indent + mark + " " + style.dim(TextLayout.truncated(text, width: textWidth - 2)))
    }
    let added = searches.filter { $0.requester == .planner }.map(\.category.displayName)
    if !added.isEmpty {
      let text = "Also looked up: \(added.joined(separator: ", "))"
      lines.append(indent + style.green("✓") + " " + style.dim(TextLayout.truncated(text, width: textWidth - 2)))
    }
    return lines
  }

  // MARK: The plan

  private func planLines(_ plan: Itinerary.PartiallyGenerated, landmark: Landmark) -> [String] {
    guard let title = plan.title else { return [] }
    var lines = [""]
    lines += block(title, style.bold)
    if let destination = plan.destinationName {
      lines += block(destination + (landmark.continent.map { " · \($0.rawValue)" } ?? ""), style.dim)
    }
    if let description = plan.description {
      lines.append("")
      lines += block(description)
    }
    if let rationale = plan.rationale { lines += block(rationale, style.cyan, mark: "✦ ") }
    for (index, day) in (plan.days ?? []).enumerated() { lines += dayLines(day, number: index + 1) }
    return lines
  }

  private func dayLines(_ day: DayPlan.PartiallyGenerated, number: Int) -> [String] {
    var lines = ["", indent + rule(number: number, title: day.title ?? "")]
    let place = day.destination.map { [$0] } ?? []
    let subtitle = ([day.subtitle].compactMap { $0 } + place).joined(separator: " · ")
    lines += block(subtitle, style.dim)
    for activity in day.activities ?? [] { lines += activityLines(activity) }
    return lines
  }

  /// `── Day 2 · Along the old shore ─────────────`
  private func rule(number: Int, title: String) -> String {
    let label = TextLayout.truncated(
      title.isEmpty ? "Day \(number)" : "Day \(number) · \(title)", width: max(textWidth - 5, 5))
    let rest = max(textWidth - 4 - TextLayout.width(label), 0)
    return style.dim("──") + " " + style.bold(label) + " " + style.dim(String(repeating: "─", count: rest))
  }

  private func activityLines(_ activity: Activity.PartiallyGenerated) -> [String] {
    guard let title = activity.title, !title.isEmpty else { return [] }
    let mark = activity.type.map { Self.symbol(of: $0) } ?? "·"
    var lines = block(title, style.bold, mark: mark + " ")
    if let description = activity.description { lines += block(description, mark: "  ") }
    return lines
  }

  /// One column wide, so that text stays aligned in every font.
  static func symbol(of kind: Activity.Kind) -> String {
    switch kind {
    case .sightseeing: "▲"
    case .foodAndDining: "●"
    case .shopping: "■"
    case .hotelAndLodging: "⌂"
    }
  }

  /// Wrapped text; `mark` stands before the first line, spaces before the others.
  private func block(_ text: String, _ paint: (String) -> String = { $0 }, mark: String = "") -> [String] {
    let markWidth = TextLayout.width(mark)
    let wrapped = TextLayout.wrapped(text, width: textWidth - markWidth)
    return wrapped.enumerated().map { index, line in
      let lead = index == 0 ? mark : String(repeating: " ", count: markWidth)
      return indent + lead + paint(line)
    }
  }
}
