// SPDX-License-Identifier: Apache-2.0

/// The outcomes as text: a table of the kinds, then every failure with its reason.
struct ConformanceReport {
  var outcomes: [CaseOutcome] = []

  var failures: [CaseOutcome] { outcomes.filter(\.isFailure) }

  /// One line for each kind: passed, failed, skipped, and the names of those that did not pass.
  var table: String {
    var rows = [["kind", "passed", "failed", "skipped", "names"]]
    for kind in kinds {
      let own = outcomes.filter { $0.kind == kind }
      let failed = own.filter(\.isFailure)
      let skipped = own.filter(\.isSkipped)
      let names = failed.map(\.name) + skipped.map { "(\($0.name))" }
      rows.append([
        kind, "\(own.count - failed.count - skipped.count)", "\(failed.count)", "\(skipped.count)",
        Self.list(names.isEmpty ? own.map(\.name) : names),
      ])
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = (0..<4).map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }
      return (cells + [row[4]]).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// Why cases failed, a line each, and why others were skipped, a line for each reason.
  var reasons: String {
    var lines: [String] = []
    var skipped: [(kind: String, reason: String, names: [String])] = []
    for outcome in outcomes {
      switch outcome.verdict {
      case .passed: break
      case .failed(let reason): lines.append("FAILED   \(outcome.kind): \(outcome.name): \(reason)\n")
      case .skipped(let reason):
        if let index = skipped.firstIndex(where: { $0.kind == outcome.kind && $0.reason == reason }) {
          skipped[index].names.append(outcome.name)
        } else {
          skipped.append((outcome.kind, reason, [outcome.name]))
        }
      }
    }
    lines += skipped.map { "skipped  \($0.kind): \(Self.list($0.names)): \($0.reason)\n" }
    return lines.joined()
  }

  /// Every case with its verdict, a line each.
  var listing: String {
    outcomes.map { outcome in
      let word = outcome.isFailure ? "FAILED " : outcome.isSkipped ? "skipped" : "passed "
      return "\(word)  \(outcome.kind): \(outcome.name)\n"
    }.joined()
  }

  /// In the order of their first case.
  private var kinds: [String] {
    var kinds: [String] = []
    for outcome in outcomes where !kinds.contains(outcome.kind) { kinds.append(outcome.kind) }
    return kinds
  }

  /// Names in one cell, cut where there are many.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12)
    return shown.joined(separator: ", ") + (names.count > shown.count ? ", … \(names.count) in all" : "")
  }
}

extension CaseOutcome {
  var isFailure: Bool { if case .failed = verdict { true } else { false } }
  var isSkipped: Bool { if case .skipped = verdict { true } else { false } }
}
