// SPDX-License-Identifier: Apache-2.0

/// What templates are made of: whole tags, expressions, and blocks from their first tag to their last.
struct TemplatePieces {
  private(set) var tags: [String] = []
  private(set) var expressions: [String] = []
  private(set) var blocks: [String] = []

  init(_ sources: [String]) {
    for source in sources {
      let parts = Self.parts(source)
      var open: [(word: Substring, part: Int)] = []
      for (index, part) in parts.enumerated() {
        if part.hasPrefix("{{") {
          tags.append(part)
          expressions.append(Self.inside(part))
        } else if part.hasPrefix("{%") {
          tags.append(part)
          let inside = Self.inside(part)
          let word = inside.prefix { $0.isLetter }
          if ["if", "elif", "for", "set"].contains(word) { expressions += Self.expressions(inside) }
          if ["if", "for", "macro", "filter", "call"].contains(word) {
            open.append((word, index))
          } else if word.hasPrefix("end"), let last = open.last, word.dropFirst(3) == last.word {
            open.removeLast()
            let block = parts[last.part...index].joined()
            if block.utf8.count < 2000 { blocks.append(block) }
          }
        }
      }
    }
    if expressions.isEmpty { expressions = ["1"] }
    if tags.isEmpty { tags = ["{{ 1 }}"] }
    if blocks.isEmpty { blocks = ["{% if 1 %}x{% endif %}"] }
  }

  /// The text cut into tags and what stands between them.
  static func parts(_ source: String) -> [String] {
    var parts: [String] = []
    var rest = source[...]
    while let open = rest.firstRange(of: "{"), !rest.isEmpty {
      let marks = ["{{": "}}", "{%": "%}", "{#": "#}"]
      guard let end = marks[String(rest[open.lowerBound...].prefix(2))],
        let close = rest[open.upperBound...].firstRange(of: end)
      else {
        parts.append(String(rest[..<open.upperBound]))
        rest = rest[open.upperBound...]
        continue
      }
      if open.lowerBound > rest.startIndex { parts.append(String(rest[..<open.lowerBound])) }
      parts.append(String(rest[open.lowerBound..<close.upperBound]))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(String(rest)) }
    return parts
  }

  private static func inside(_ tag: String) -> String {
    String(
      tag.dropFirst(2).dropLast(2).drop { "-+ \n".contains($0) }.reversed().drop { "-+ \n".contains($0) }.reversed())
  }

  private static func expressions(_ inside: String) -> [String] {
    for mark in [" in ", " = ", "if "] {
      if let range = inside.firstRange(of: mark) { return [String(inside[range.upperBound...])] }
    }
    return []
  }
}
