// SPDX-License-Identifier: Apache-2.0

/// Translates a Swift `Regex` to the dialect of JSON Schema's `pattern`.
///
/// Swift's literal patterns have quoted runs (`\Q…\E`), nested character classes and set operations; JSON Schema's
/// dialect is ECMAScript's. What the pattern lets through matches the regex as a whole; what has no counterpart is an error
/// that names it.
enum RegexPattern {
  struct Unsupported: Error {
    let reason: String
  }

  /// The pattern of a regex, anchored at both ends: a guide describes the whole string.
  ///
  /// A literal, or a regex made of text, is read as text. Anything else is read part by part, since the text that the
  /// standard library prints for it does not always mean the same.
  static func jsonSchemaPattern(for regex: Regex<some Any>) throws(Unsupported) -> String {
    guard let tree = RegexTree(regex) else { throw Unsupported(reason: "its parts cannot be read") }
    if tree.kind == "convertedRegexLiteral", let text = regex._literalPattern {
      return try jsonSchemaPattern(for: text)
    }
    let (body, isChoice) = try RegexTreePattern.pattern(for: tree)
    return isChoice ? "^(?:\(body))$" : "^\(body)$"
  }

  /// The pattern of a regex's text, anchored at both ends.
  static func jsonSchemaPattern(for text: String) throws(Unsupported) -> String {
    var translator = Translator(text: Array(text))
    let body = try translator.alternation(depth: 0)
    guard translator.isAtEnd else { throw Unsupported(reason: "a ')' closes no group") }
    return translator.hasTopLevelChoice ? "^(?:\(body))$" : "^\(body)$"
  }
}

private struct Translator {
  private let text: [Character]
  private var position = 0
  private(set) var hasTopLevelChoice = false
  private static let depthLimit = 200

  init(text: [Character]) { self.text = text }

  var isAtEnd: Bool { position == text.count }
  private var next: Character? { position < text.count ? text[position] : nil }

  private func looking(at string: String) -> Bool { text[position...].starts(with: string) }

  private mutating func skip(_ string: String) -> Bool {
    guard looking(at: string) else { return false }
    position += string.count
    return true
  }

  /// Reads up to a `)` or the end.
  mutating func alternation(depth: Int) throws(RegexPattern.Unsupported) -> String {
    guard depth < Self.depthLimit else { throw .init(reason: "it is nested too deeply") }
    var result = ""
    while let character = next, character != ")" {
      if character == "|" {
        if depth == 0 { hasTopLevelChoice = true }
        result.append("|")
        position += 1
        continue
      }
      let atom = try atom(depth: depth)
      result += atom
      if !atom.isEmpty { result += try quantifier() }
    }
    return result
  }

  private mutating func atom(depth: Int) throws(RegexPattern.Unsupported) -> String {
    if skip("\\Q") { return try quoted() }
    let character = text[position]
    switch character {
    case "(": return try group(depth: depth)
    case "[":
      position += 1
      return "[\(try characterClass(depth: depth))]"
    case "\\": return try escape(inClass: false)
    case "^":
      // The whole string is matched anyway; in other places nothing could match.
      guard position == 0 else { throw .init(reason: "'^' stands inside") }
      position += 1
      return ""
    case "$":
      guard position == text.count - 1 else { throw .init(reason: "'$' stands inside") }
      position += 1
      return ""
    default:
      position += 1
      // A character written with several scalars, such as one with a combining accent, repeats as a whole.
      return character.unicodeScalars.count > 1 ? "(?:\(character))" : String(character)
    }
  }

  /// Reads to `\E`. A quantifier after it belongs to the last character.
  private mutating func quoted() throws(RegexPattern.Unsupported) -> String {
    var result = ""
    while let character = next {
      if skip("\\E") { break }
      result += Self.escaped(character)
      position += 1
    }
    return result
  }

  private mutating func group(depth: Int) throws(RegexPattern.Unsupported) -> String {
    position += 1
    if skip("?") {
      switch next {
      case ":": position += 1
      case "<" where !looking(at: "<=") && !looking(at: "<!"), "P":
        guard let close = text[position...].firstIndex(of: ">") else { throw .init(reason: "a group name has no '>'") }
        position = close + 1
      case "=", "!", "<": throw .init(reason: "look-around")
      case ">": throw .init(reason: "an atomic group")
      default: throw .init(reason: "matching options '(?\(next.map(String.init) ?? "")'")
      }
    } else if looking(at: "*") {
      throw .init(reason: "a backtracking directive")
    }
    let body = try alternation(depth: depth + 1)
    guard skip(")") else { throw .init(reason: "a group has no ')'") }
    return "(?:\(body))"
  }

  private mutating func quantifier() throws(RegexPattern.Unsupported) -> String {
    guard let character = next else { return "" }
    var result: String
    switch character {
    case "*", "+", "?":
      result = String(character)
      position += 1
    case "{":
      guard let close = text[position...].firstIndex(of: "}") else { throw .init(reason: "a '{' has no '}'") }
      let range = text[(position + 1)..<close].filter { $0 != " " }
      guard !range.isEmpty, range.allSatisfy({ $0.isNumber || $0 == "," }) else {
        throw .init(reason: "the repetition '{\(String(range))}'")
      }
      result = range.first == "," ? "{0\(String(range))}" : "{\(String(range))}"
      position = close + 1
    default: return ""
    }
    // Lazy or eager makes no difference to which whole strings match; possessive does.
    if next == "?" { position += 1 }
    if next == "+" { throw .init(reason: "a possessive quantifier") }
    return result
  }

  /// Reads a class after its `[`; nested classes are spread into it.
  private mutating func characterClass(depth: Int, isInside: Bool = false) throws(RegexPattern.Unsupported) -> String {
    guard depth < Self.depthLimit else { throw .init(reason: "it is nested too deeply") }
    var result = ""
    let isNegated = skip("^")
    if isNegated { result = "^" }
    var isFirst = true
    while let character = next {
      if character == "]" && !isFirst {
        position += 1
        return result
      }
      isFirst = false
      if looking(at: "&&") || looking(at: "--") || looking(at: "~~") {
        throw .init(reason: "a set operation in a class")
      }
      if looking(at: "[:") { throw .init(reason: "a POSIX class") }
      if skip("\\Q") {
        while let quoted = next, !skip("\\E") {
          result += try classMember(quoted)
          position += 1
        }
      } else if character == "[" {
        position += 1
        guard next != "^" else { throw .init(reason: "a negated class inside a class") }
        result += try characterClass(depth: depth + 1, isInside: isInside || isNegated)
      } else if character == "\\" {
        result += try escape(inClass: true, isNegated: isInside || isNegated)
      } else if character == "-" {
        result += "-"
        position += 1
      } else {
        result += try classMember(character)
        position += 1
      }
    }
    throw .init(reason: "a class has no ']'")
  }

  private func classMember(_ character: Character) throws(RegexPattern.Unsupported) -> String {
    guard character.unicodeScalars.count == 1 else {
      throw .init(reason: "'\(character)' in a class is written with several Unicode scalars")
    }
    return "^]\\[-".contains(character) ? "\\\(character)" : String(character)
  }

  private mutating func escape(inClass: Bool, isNegated: Bool = false) throws(RegexPattern.Unsupported) -> String {
    position += 1
    guard let character = next else { throw .init(reason: "a '\\' ends it") }
    position += 1
    switch character {
    case "d": return try RegexClassPattern.member("digit", isInverted: isNegated)
    case "w": return try RegexClassPattern.member("word", isInverted: isNegated)
    case "s": return try RegexClassPattern.member("whitespace", isInverted: isNegated)
    case "D", "W", "S":
      if isNegated { throw .init(reason: "a negated class inside a negated class") }
      return "\\\(character)"
    case "n", "r", "t", "f", "v": return "\\\(character)"
    case "e": return "\\u001B"
    case "a": return "\\u0007"
    case "0": return "\\u0000"
    case "N": if !inClass && next != "{" { return "." }
    case "h": return inClass ? " \\t" : "[ \\t]"
    case "R": if !inClass { return "(?:\\r\\n|[\\n\\r\\u000B\\u000C\\u0085\\u2028\\u2029])" }
    case "A": if !inClass && position == 2 { return "" }
    case "z", "Z": if !inClass && isAtEnd { return "" }
    case "u", "x": return try hexadecimal(character)
    case "p", "P":
      guard next == "{", let close = text[position...].firstIndex(of: "}") else { break }
      let name = String(text[(position + 1)..<close])
      position = close + 1
      return "\\\(character){\(name)}"
    default:
      if !character.isLetter && !character.isNumber {
        return inClass ? try classMember(character) : Self.escaped(character)
      }
    }
    if character.isNumber || character == "k" || character == "g" { throw .init(reason: "a reference back to a group") }
    throw .init(reason: "'\\\(character)'")
  }

  private mutating func hexadecimal(_ kind: Character) throws(RegexPattern.Unsupported) -> String {
    var digits: String
    if next == "{", let close = text[position...].firstIndex(of: "}") {
      digits = String(text[(position + 1)..<close])
      position = close + 1
    } else {
      let count = kind == "u" ? 4 : 2
      digits = String(text[position...].prefix(count))
      position += digits.count
    }
    guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
      throw .init(reason: "'\\\(kind)\(digits)'")
    }
    return Self.escaped(Character(scalar))
  }

  /// A character that stands for itself.
  private static func escaped(_ character: Character) -> String {
    if "\\^$.|?*+()[]{}/-".contains(character) { return "\\\(character)" }
    switch character {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return character.unicodeScalars.count > 1 ? "(?:\(character))" : String(character)
    }
  }
}
