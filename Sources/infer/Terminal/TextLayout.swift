// SPDX-License-Identifier: Apache-2.0

/// Text in columns of a terminal.
enum TextLayout {
  /// The columns that a text takes: none for combining marks, two for East Asian wide characters and emoji.
  static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let isWide: Bool =
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        true
      default: character.unicodeScalars.contains { $0.value == 0xFE0F }
      }
    return isWide ? 2 : 1
  }

  /// Breaks text at spaces into lines of at most `width` columns; a longer word is broken anywhere.
  static func wrapped(_ text: String, width limit: Int) -> [String] {
    let limit = max(limit, 1)
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      var rest = word
      let wordWidth = width(String(word))
      if columns > 0, columns + 1 + wordWidth <= limit {
        line += " "
        columns += 1
      } else if columns > 0 {
        lines.append(line)
        line = ""
        columns = 0
      }
      while let character = rest.first {
        let characterWidth = width(character)
        if columns > 0, columns + characterWidth > limit {
          lines.append(line)
          line = ""
          columns = 0
        }
        line.append(character)
        columns += characterWidth
        rest.removeFirst()
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// The start of a text that fits `limit` columns, with an ellipsis when it was cut.
  static func truncated(_ text: String, width limit: Int) -> String {
    if width(text) <= limit { return text }
    var result = ""
    var columns = 0
    for character in text {
      let characterWidth = width(character)
      if columns + characterWidth > limit - 1 { break }
      result.append(character)
      columns += characterWidth
    }
    return limit > 0 ? result + "…" : ""
  }
}
