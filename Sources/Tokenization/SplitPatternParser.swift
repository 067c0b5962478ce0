// SPDX-License-Identifier: Apache-2.0

/// Reads the regular expressions of `SplitPattern`.
struct SplitPatternParser {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = text[...].unicodeScalars }

  /// The alternatives, or nil where the text is not of the language.
  mutating func parse() -> [[SplitPattern.Step]]? {
    guard let result = alternatives(), rest.isEmpty else { return nil }
    return result
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func alternatives() -> [[SplitPattern.Step]]? {
    var result: [[SplitPattern.Step]] = []
    repeat {
      guard let sequence = sequence() else { return nil }
      result.append(sequence)
    } while take("|")
    return result
  }

  private mutating func sequence() -> [SplitPattern.Step]? {
    var steps: [SplitPattern.Step] = []
    while let next = rest.first, next != "|", next != ")" {
      if take("$") {
        steps.append(.end)
      } else if take("(?!") {
        guard let set = set(), take(")") else { return nil }
        steps.append(.notBefore(set))
      } else if take("(?:") {
        guard let inner = alternatives(), take(")") else { return nil }
        steps.append(.group(inner, isOptional: take("?")))
      } else {
        guard let set = set(), let (minimum, maximum) = quantifier() else { return nil }
        steps.append(.set(set, minimum: minimum, maximum: maximum))
      }
    }
    return steps
  }

  private mutating func quantifier() -> (Int, Int)? {
    if take("?") { return (0, 1) }
    if take("*") { return (0, .max) }
    if take("+") { return (1, .max) }
    guard take("{") else { return (1, 1) }
    guard let minimum = number() else { return nil }
    var maximum = minimum
    if take(",") {
      guard let bound = number() else { return nil }
      maximum = bound
    }
    return take("}") && minimum <= maximum ? (minimum, maximum) : nil
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = rest.first, ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      rest.removeFirst()
    }
    return Int(digits)
  }

  /// One scalar, an escape or a bracket.
  private mutating func set() -> ScalarSet? {
    var result = ScalarSet.empty
    if take("[") { return bracket() }
    // What has a meaning of its own stands for itself only after a backslash.
    if let next = rest.first, "()*+?{}^.".unicodeScalars.contains(next) { return nil }
    return insertItem(into: &result) ? result : nil
  }

  /// What follows `[`, up to and with `]`.
  private mutating func bracket() -> ScalarSet? {
    var result = ScalarSet.empty
    let isInverted = take("^")
    var others: [ScalarSet] = []
    while !take("]") {
      if take("&&[") {
        guard let other = bracket() else { return nil }
        others.append(other)
      } else {
        guard !rest.isEmpty, insertItem(into: &result, inBracket: true) else { return nil }
      }
    }
    if isInverted { result.invert() }
    for other in others { result.formIntersection(other) }
    return result
  }

  /// Adds a class, a scalar, or in brackets a range; false at something unknown.
  private mutating func insertItem(into set: inout ScalarSet, inBracket: Bool = false) -> Bool {
    for (name, classes) in Self.classes where take(name) {
      set.insert(classes)
      return true
    }
    guard let first = scalar() else { return false }
    guard inBracket, rest.first == "-", rest.dropFirst().first != "]" else {
      set.insert(first...first)
      return true
    }
    rest.removeFirst()
    guard let last = scalar(), first <= last else { return false }
    set.insert(first...last)
    return true
  }

  private static let classes: [(String, UnicodeClass)] = [
    (#"\p{L}"#, .letter), (#"\p{N}"#, .number), (#"\p{M}"#, .mark), (#"\p{P}"#, .punctuation), (#"\p{S}"#, .symbol),
    (#"\s"#, .space), (#"\S"#, [.letter, .number, .mark, .punctuation, .symbol, .other]),
  ]

  private mutating func scalar() -> UInt32? {
    guard let first = rest.popFirst() else { return nil }
    guard first == "\\" else { return first.value }
    guard let escaped = rest.popFirst() else { return nil }
    switch escaped {
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      // Four hexadecimal digits, or any number of them in braces.
      let isBraced = take("{")
      var digits = ""
      while let digit = rest.first, digit.properties.isASCIIHexDigit, isBraced || digits.utf8.count < 4 {
        digits.unicodeScalars.append(digit)
        rest.removeFirst()
      }
      guard !isBraced || take("}") else { return nil }
      return UInt32(digits, radix: 16)
    default: return escaped.properties.isAlphabetic ? nil : escaped.value
    }
  }
}
