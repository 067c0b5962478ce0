// SPDX-License-Identifier: Apache-2.0

/// Cells set in columns, two spaces apart.
struct TextTable {
  let lines: [String]

  init(_ rows: [[String]], alignRight: Set<Int> = []) {
    let columnCount = rows.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      rows.map { column < $0.count ? TextLayout.width($0[column]) : 0 }.max() ?? 0
    }
    lines = rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - TextLayout.width(cell))
        line += (column == 0 ? "" : "  ") + (alignRight.contains(column) ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
