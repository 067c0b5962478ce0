// SPDX-License-Identifier: Apache-2.0

/// Swift source text, written line by line with two spaces of indentation for each open block.
struct SourceWriter {
  private(set) var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func line(_ text: String) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }

  /// Writes `head`, then `body` one level deeper, then `tail`.
  mutating func block(_ head: String, closing tail: String = "}", _ body: (inout SourceWriter) -> Void) {
    line(head)
    indented(body)
    line(tail)
  }

  mutating func indented(_ body: (inout SourceWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  static func text(_ write: (inout SourceWriter) -> Void) -> String {
    var writer = SourceWriter()
    write(&writer)
    return writer.text
  }
}

/// `text` as a Swift string literal.
func stringLiteral(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\" + String(scalar)
    case "\n": literal += "\\n"
    case "\r": literal += "\\r"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}
