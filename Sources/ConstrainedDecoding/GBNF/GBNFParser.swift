// SPDX-License-Identifier: Apache-2.0

/// Reads GBNF, the grammar notation of llama.cpp: rules `name ::= body` of literals, character classes, references, groups,
/// alternatives and repetitions.
///
/// Beyond llama.cpp's own parser it takes `_` in names and an alternative that begins on a line of its own with `|`; a rule
/// that is defined twice is an error, where llama.cpp silently takes the last.
///
/// Groups are kept on a stack of its own, so that their depth is bounded by the text alone.
struct GBNFParser {
  let text: GBNFText
  private(set) var syntax = GBNFSyntax()
  var index = 0
  private var groups: [Group] = []

  /// Repetitions at most.
  static let maximumCount = 1_000_000

  private struct Group {
    /// Where its parenthesis stands.
    var offset: Int
    var alternatives: [Int] = []
    var parts: [Int] = []
  }

  init(_ text: GBNFText) { self.text = text }

  mutating func parse() throws(GBNFError) -> GBNFSyntax {
    guard text.bytes.count <= GBNFText.maximumLength else {
      throw text.error(.tooLarge("a grammar may have \(GBNFText.maximumLength) bytes of text"), at: 0)
    }
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipBlanks(newlines: true)
    while index < text.bytes.count { try parseRule() }
    return syntax
  }

  // MARK: Characters

  func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < text.bytes.count ? text.bytes[index + distance] : nil
  }

  func isNext(_ character: Unicode.Scalar) -> Bool { peek() == UInt8(ascii: character) }

  private mutating func skipBlanks(newlines: Bool) {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "#"): while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
      case 0x0A, 0x0D:
        guard newlines else { return }
        index += 1
      default: return
      }
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func parseName() -> String? {
    let start = index
    while let byte = peek(), Self.isNameByte(byte) { index += 1 }
    return index > start ? String(decoding: text.bytes[start..<index], as: UTF8.self) : nil
  }

  /// The character at the present place, for messages.
  private var here: String {
    guard let byte = peek() else { return "the end of the text" }
    if byte < 0x20 || byte == 0x7F {
      return byte == 0x0A || byte == 0x0D ? "the end of the line" : "a control character"
    }
    return
      "\"\(String(decoding: text.bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first.map { String($0) } ?? "")\""
  }

  func unexpected(_ wanted: String) -> GBNFError { text.error(.syntax("\(wanted) expected, not \(here)"), at: index) }

  // MARK: Rules

  private mutating func parseRule() throws(GBNFError) {
    let start = index
    guard let name = parseName() else { throw unexpected("the name of a rule") }
    skipBlanks(newlines: false)
    guard text.bytes[index...].starts(with: "::=".utf8) else { throw unexpected("\"::=\" after the name of a rule") }
    index += 3
    skipBlanks(newlines: true)
    let rule = syntax.rule(named: name, at: start)
    if syntax.rules[rule].nodes != nil {
      let line = text.error(.emptyClass, at: syntax.rules[rule].offset).line
      throw text.error(.duplicateRule(name, firstLine: line), at: start)
    }
    let first = syntax.nodes.count
    try parseBody(at: start)
    syntax.define(rule, at: start, nodes: first..<syntax.nodes.count)
    skipBlanks(newlines: true)
  }

  /// Reads to the end of the rule; its last node is the body.
  private mutating func parseBody(at start: Int) throws(GBNFError) {
    groups = [Group(offset: start)]
    while true {
      let isNested = groups.count > 1
      guard let byte = peek() else {
        if isNested { throw text.error(.syntax("the group is not closed"), at: groups[groups.count - 1].offset) }
        break
      }
      let place = index
      switch byte {
      case UInt8(ascii: "\""): append(try parseLiteral())
      case UInt8(ascii: "["): append(.set(try parseClass()))
      case UInt8(ascii: "."):
        index += 1
        append(.set(.all))
      case UInt8(ascii: "("):
        index += 1
        groups.append(Group(offset: place))
        skipBlanks(newlines: true)
        continue
      case UInt8(ascii: ")"):
        guard isNested else { throw text.error(.syntax("\")\" closes nothing"), at: place) }
        index += 1
        let node = closeGroup()
        groups[groups.count - 1].parts.append(node)
      case UInt8(ascii: "|"):
        index += 1
        closeAlternative()
        skipBlanks(newlines: true)
        continue
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        guard let part = groups[groups.count - 1].parts.popLast() else {
          throw text.error(.syntax("nothing stands before \(here) that could be repeated"), at: place)
        }
        let (minimum, maximum) = try parseCounts(isNested)
        let node = syntax.add(.repetition(part, minimum: minimum, maximum: maximum))
        groups[groups.count - 1].parts.append(node)
      case UInt8(ascii: "<"), UInt8(ascii: "!"):
        throw text.error(.unsupported("references to tokens of a vocabulary are"), at: place)
      case 0x0A, 0x0D:
        skipBlanks(newlines: true)
        if isNext("|") { continue }
        _ = closeGroup()
        return
      default:
        guard let name = parseName() else { throw unexpected("a literal, class, group or name") }
        append(.reference(syntax.rule(named: name, at: place)))
      }
      skipBlanks(newlines: groups.count > 1)
    }
    _ = closeGroup()
  }

  private mutating func append(_ node: GBNFSyntax.Node) {
    groups[groups.count - 1].parts.append(syntax.add(node))
  }

  private mutating func closeAlternative() {
    let last = groups.count - 1
    let parts = groups[last].parts
    let node = parts.count == 1 ? parts[0] : syntax.add(parts.isEmpty ? .empty : .sequence(parts))
    groups[last].alternatives.append(node)
    groups[last].parts = []
  }

  private mutating func closeGroup() -> Int {
    closeAlternative()
    let alternatives = groups.removeLast().alternatives
    return alternatives.count == 1 ? alternatives[0] : syntax.add(.choice(alternatives))
  }

  // MARK: Repetition counts

  private mutating func parseCounts(_ isNested: Bool) throws(GBNFError) -> (minimum: Int, maximum: Int?) {
    let start = index
    let byte = peek()
    index += 1
    switch byte {
    case UInt8(ascii: "*"): return (0, nil)
    case UInt8(ascii: "+"): return (1, nil)
    case UInt8(ascii: "?"): return (0, 1)
    default: break
    }
    skipBlanks(newlines: isNested)
    let minimum = try parseNumber()
    skipBlanks(newlines: isNested)
    var maximum: Int? = minimum
    if isNext(",") {
      index += 1
      skipBlanks(newlines: isNested)
      maximum = isNext("}") ? nil : try parseNumber()
      skipBlanks(newlines: isNested)
    }
    guard isNext("}") else { throw unexpected("\",\" or \"}\" in the repetition") }
    index += 1
    if let maximum, maximum < minimum {
      throw text.error(
        .repetition("at least \(minimum) and at most \(maximum) repetitions contradict each other"), at: start)
    }
    return (minimum, maximum)
  }

  private mutating func parseNumber() throws(GBNFError) -> Int {
    let start = index
    var value = 0
    while let byte = peek(), byte >= 0x30, byte <= 0x39 {
      // Every digit is read, so that the place after it is right; what is too large stays so.
      value = min(value * 10 + Int(byte - 0x30), Self.maximumCount + 1)
      index += 1
    }
    guard index > start else { throw unexpected("a number of repetitions") }
    guard value <= Self.maximumCount else {
      throw text.error(.repetition("at most \(Self.maximumCount) repetitions can be asked for"), at: start)
    }
    return value
  }
}

extension GBNFSyntax {
  mutating func define(_ rule: Int, at offset: Int, nodes: Range<Int>) {
    rules[rule].offset = offset
    rules[rule].nodes = nodes
  }
}
