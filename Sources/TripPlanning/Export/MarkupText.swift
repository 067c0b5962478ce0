// SPDX-License-Identifier: Apache-2.0

/// Text made fit for a markup language.
enum MarkupText {
  /// For XML and HTML, as content or in a quoted attribute. Characters that XML 1.0 cannot hold are left out.
  static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        let value = scalar.value
        let isAllowed =
          value == 9 || value == 10 || value == 13 || (value >= 0x20 && value != 0xFFFE && value != 0xFFFF)
        if isAllowed { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// For CommonMark: punctuation that could begin markup is escaped, line ends become spaces.
  static func markdown(_ text: String) -> String {
    var result = ""
    for (index, character) in PlainText.line(text).enumerated() {
      if "\\`*_[]<>#|~".contains(character) || (index == 0 && "+-=".contains(character)) { result.append("\\") }
      result.append(character)
    }
    // A number and a point at the beginning of a line would be a list.
    if let match = result.prefixMatch(of: /[0-9]+(?=[.)])/) { result.insert("\\", at: match.range.upperBound) }
    return result
  }

  /// For a text value of iCalendar (RFC 5545, 3.3.11).
  static func iCalendar(_ text: String) -> String {
    PlainText.line(text).replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
  }
}
