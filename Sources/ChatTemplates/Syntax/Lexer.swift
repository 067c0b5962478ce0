// SPDX-License-Identifier: Apache-2.0

/// Splits a template into tokens, with `trim_blocks` and `lstrip_blocks` on, as Hugging Face renders chat templates:
/// the line end after a block tag goes, and so does white space between the start of a line and a block tag.
/// A `-` inside a tag takes all white space on its side, a `+` keeps it.
struct Lexer {
  let source: [UInt32]
  var position = 0
  var tokens: [Token] = []
  /// Whether the next data begins at the start of a line.
  private var isLineStart = true
  /// Scalar offsets at which lines begin.
  private let lineStarts: [Int]

  init(_ source: String) {
    var units: [UInt32] = []
    units.reserveCapacity(source.utf8.count)
    // All line ends count as "\n", and one at the end of the template is not part of it.
    var previous: UInt32 = 0
    for scalar in source.unicodeScalars {
      let value = scalar.value
      if value == 0x0A, previous == 0x0D {
        previous = value
        continue
      }
      units.append(value == 0x0D ? 0x0A : value)
      previous = value
    }
    if units.last == 0x0A { units.removeLast() }
    self.source = units
    lineStarts = [0] + units.indices.filter { units[$0] == 0x0A }.map { $0 + 1 }
  }

  static func tokenize(_ source: String) throws(TemplateError) -> [Token] {
    var lexer = Lexer(source)
    try lexer.run()
    return lexer.tokens
  }

  func location(_ offset: Int) -> SourceLocation {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourceLocation(line: low + 1, column: offset - lineStarts[low] + 1)
  }

  func error(_ message: String, at offset: Int) -> TemplateError {
    TemplateError(.syntax(message), at: location(offset))
  }

  mutating func append(_ form: Token.Form, at offset: Int) {
    tokens.append(Token(form: form, location: location(offset)))
  }

  /// Whether the source goes on with `text` at `offset`.
  func has(_ text: String, at offset: Int) -> Bool {
    var offset = offset
    for scalar in text.unicodeScalars {
      guard offset < source.count, source[offset] == scalar.value else { return false }
      offset += 1
    }
    return true
  }

  func isSpace(at offset: Int) -> Bool { offset < source.count && MarkedString.isSpace(source[offset]) }

  // MARK: Text between tags

  private mutating func run() throws(TemplateError) {
    while position < source.count {
      var tag = position
      while tag < source.count, !(has("{{", at: tag) || has("{%", at: tag) || has("{#", at: tag)) { tag += 1 }
      guard tag < source.count else {
        appendData(position..<source.count)
        break
      }
      try lexTag(at: tag)
    }
    append(.end, at: source.count)
  }

  private mutating func appendData(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    append(.data(MarkedString(units: Array(source[range]))), at: range.lowerBound)
  }

  /// Appends the text before a tag, cut as the tag's sign or `lstrip_blocks` asks.
  private mutating func appendData(before tag: Int, sign: UInt32, isBlock: Bool) {
    var end = tag
    if sign == 0x2D {
      while end > position, MarkedString.isSpace(source[end - 1]) { end -= 1 }
    } else if sign != 0x2B, isBlock {
      var start = tag
      while start > position, source[start - 1] != 0x0A, MarkedString.isSpace(source[start - 1]) { start -= 1 }
      let beginsLine = start > position ? source[start - 1] == 0x0A : isLineStart
      if beginsLine { end = start }
    }
    appendData(position..<end)
  }

  private mutating func lexTag(at tag: Int) throws(TemplateError) {
    let kind = source[tag + 1]
    let sign = tag + 2 < source.count && (source[tag + 2] == 0x2D || source[tag + 2] == 0x2B) ? source[tag + 2] : 0
    appendData(before: tag, sign: sign, isBlock: kind != UInt32(UInt8(ascii: "{")))
    position = tag + (sign == 0 ? 2 : 3)
    switch kind {
    case UInt32(UInt8(ascii: "#")): try skipComment(from: tag)
    case UInt32(UInt8(ascii: "{")):
      append(.outputBegin, at: tag)
      try lexExpression(endingWith: "}}", as: .outputEnd, openedAt: tag)
    default:
      if try lexRawBlock(at: tag) { return }
      append(.blockBegin, at: tag)
      try lexExpression(endingWith: "%}", as: .blockEnd, openedAt: tag)
    }
  }

  private mutating func skipComment(from tag: Int) throws(TemplateError) {
    while position < source.count {
      if let end = tagEnd("#}", at: position) {
        finishTag(end, trimsLine: true)
        return
      }
      position += 1
    }
    throw error("comment without an end", at: tag)
  }

  /// The end of a tag at `offset`, with its sign.
  func tagEnd(_ mark: String, at offset: Int) -> (position: Int, sign: UInt32)? {
    if has(mark, at: offset) { return (offset + 2, 0) }
    guard offset < source.count, source[offset] == 0x2D || (source[offset] == 0x2B && mark != "}}"),
      has(mark, at: offset + 1)
    else { return nil }
    return (offset + 3, source[offset])
  }

  /// Goes on after a tag; with `-` after the white space that follows, for a block tag after the line end.
  mutating func finishTag(_ end: (position: Int, sign: UInt32), trimsLine: Bool) {
    position = end.position
    if end.sign == 0x2D {
      while isSpace(at: position) { position += 1 }
    } else if end.sign == 0, trimsLine, position < source.count, source[position] == 0x0A {
      position += 1
    }
    isLineStart = source[position - 1] == 0x0A
  }

  /// `{% raw %}…{% endraw %}`: text that only looks like tags.
  private mutating func lexRawBlock(at tag: Int) throws(TemplateError) -> Bool {
    guard let begin = tagEnd(after: position, name: "raw") else { return false }
    finishTag(begin, trimsLine: false)
    var end = position
    while end < source.count {
      if has("{%", at: end) {
        let sign = end + 2 < source.count && (source[end + 2] == 0x2D || source[end + 2] == 0x2B) ? source[end + 2] : 0
        if let finish = tagEnd(after: end + (sign == 0 ? 2 : 3), name: "endraw") {
          appendData(before: end, sign: sign, isBlock: true)
          finishTag(finish, trimsLine: true)
          return true
        }
      }
      end += 1
    }
    throw error("raw block without an end", at: tag)
  }

  /// The end of a block tag that holds only `name`.
  private func tagEnd(after start: Int, name: String) -> (position: Int, sign: UInt32)? {
    var offset = start
    while isSpace(at: offset) { offset += 1 }
    guard has(name, at: offset) else { return nil }
    offset += name.unicodeScalars.count
    while isSpace(at: offset) { offset += 1 }
    return tagEnd("%}", at: offset)
  }
}
