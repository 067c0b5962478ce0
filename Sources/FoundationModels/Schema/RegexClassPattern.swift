// SPDX-License-Identifier: Apache-2.0

/// Writes what stands for one character in a `Regex` (a character, a class, a property) in the dialect of JSON Schema.
enum RegexClassPattern {
  /// A character that stands for itself, in either case when `ignoresCase`.
  static func character(_ character: Character, ignoresCase: Bool) -> String {
    if ignoresCase {
      let forms = [character.lowercased(), character.uppercased()].uniqued()
      if forms.count == 2 {
        if forms.allSatisfy({ $0.unicodeScalars.count == 1 }) { return "[\(forms.joined())]" }
        return "(?:\(forms.map(escaped).joined(separator: "|")))"
      }
    }
    return escaped(String(character))
  }

  /// Text that stands for itself; several scalars are grouped, so that they repeat as a whole.
  private static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars.map(escaped)
    return scalars.count == 1 ? scalars[0] : "(?:\(scalars.joined()))"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if "\\^$.|?*+()[]{}/-".unicodeScalars.contains(scalar) { return "\\\(scalar)" }
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return String(scalar)
    }
  }

  /// A class such as `\d` where it stands alone.
  static func standalone(_ name: String) throws(RegexPattern.Unsupported) -> String {
    switch name {
    case "anyGrapheme", "anyUnicodeScalar": return "[\\s\\S]"
    case "newlineSequence": return "(?:\\r\\n|[\(try member(name))])"
    case "notNewline": return "."
    case "notHorizontalWhitespace": return "[^\(try member("horizontalWhitespace"))]"
    case "notVerticalWhitespace": return "[^\(try member("verticalWhitespace"))]"
    case "horizontalWhitespace", "verticalWhitespace": return "[\(try member(name))]"
    default: return try member(name)
    }
  }

  /// A class such as `\d` as a member of a class in brackets.
  ///
  /// The grammar reads `\d` and `\w` as ASCII, which Swift's contain; what a negated class leaves out must be all of Swift's.
  static func member(_ name: String, isInverted: Bool = false) throws(RegexPattern.Unsupported) -> String {
    if isInverted, name.hasPrefix("not") { throw .init(reason: "a negated class inside a negated class") }
    return switch name {
    case "digit": isInverted ? "\\p{N}" : "\\d"
    case "notDigit": "\\D"
    case "word": isInverted ? "\\p{Alphabetic}\\p{M}\\p{N}\\p{Pc}\\u200C\\u200D" : "\\w"
    case "notWord": "\\W"
    case "whitespace": isInverted ? "\\s\\u0085" : "\\s"
    case "notWhitespace": "\\S"
    case "horizontalWhitespace": " \\t"
    case "verticalWhitespace", "newlineSequence": "\\n\\u000B\\f\\r\\u0085\\u2028\\u2029"
    case "any", "anyGrapheme", "anyUnicodeScalar": "\\s\\S"
    default: throw RegexPattern.Unsupported(reason: "the class '\(name)'")
    }
  }

  // MARK: Classes in brackets

  /// A `CustomCharacterClass` of the regex's tree, brackets included.
  ///
  /// - Parameter isInside: Whether this is part of a negated class.
  static func text(
    of value: Any, isInside: Bool = false, ignoresCase: Bool
  ) throws(RegexPattern.Unsupported) -> String {
    guard let members = RegexTree.member("members", of: value),
      let isInverted = RegexTree.member("isInverted", of: value) as? Bool
    else { throw .init(reason: "a class that cannot be read") }
    let nodes = Mirror(reflecting: members).children.map { RegexTree(reflecting: $0.value) }
      .filter { $0.kind != "trivia" }
    // A class that is nothing but another one.
    if nodes.count == 1, nodes[0].kind == "custom", let inner = nodes[0].parts.first, !isInverted {
      return try text(of: inner, isInside: isInside, ignoresCase: ignoresCase)
    }
    if nodes.count == 1, nodes[0].kind == "atom", let kind = nodes[0].node()?.kind,
      ["anyNonNewline", "dot"].contains(kind)
    {
      return isInverted ? "[\\n\\r]" : "."
    }
    var result = ""
    for node in nodes { result += try self.member(node, isInverted: isInverted != isInside, ignoresCase: ignoresCase) }
    guard !result.isEmpty else { throw .init(reason: "an empty class") }
    return "[\(isInverted ? "^" : "")\(result)]"
  }

  private static func member(
    _ node: RegexTree, isInverted: Bool, ignoresCase: Bool
  ) throws(RegexPattern.Unsupported) -> String {
    switch node.kind {
    case "atom":
      guard let atom = node.node() else { break }
      if atom.kind == "characterClass" {
        return try member(RegexTreePattern.caseName(atom.node()?.kind ?? ""), isInverted: isInverted)
      }
      if atom.kind == "any" { return "\\s\\S" }
      if atom.kind == "unconverted", let value = atom.parts.first { return try property(value) }
      return try scalars(atom, ignoresCase: ignoresCase).map(escaped).joined()
    case "range":
      guard node.parts.count == 2 else { break }
      let low = try scalars(RegexTree(reflecting: node.parts[0]), ignoresCase: false)[0]
      let high = try scalars(RegexTree(reflecting: node.parts[1]), ignoresCase: false)[0]
      guard low <= high else { throw .init(reason: "the range from '\(low)' to '\(high)'") }
      return try range(low, high, ignoresCase: ignoresCase)
    case "quotedLiteral":
      guard let text = node.parts.first as? String else { break }
      var result = ""
      for character in text {
        result += try scalars(of: character, ignoresCase: ignoresCase).map(escaped).joined()
      }
      return result
    case "custom":
      guard let inner = node.parts.first else { break }
      let text = try text(of: inner, isInside: isInverted, ignoresCase: ignoresCase)
      guard text.hasPrefix("["), !text.hasPrefix("[^") else { throw .init(reason: "a negated class inside a class") }
      return String(text.dropFirst().dropLast())
    case "intersection", "subtraction", "symmetricDifference": throw .init(reason: "a set operation in a class")
    default: break
    }
    throw .init(reason: "a class with a part of the kind '\(RegexTreePattern.caseName(node.kind))'")
  }

  private static func range(
    _ low: Unicode.Scalar, _ high: Unicode.Scalar, ignoresCase: Bool
  ) throws(RegexPattern.Unsupported) -> String {
    let plain = "\(escaped(low))-\(escaped(high))"
    guard ignoresCase else { return plain }
    for (first, last, offset) in [("a", "z", -32), ("A", "Z", 32)] as [(Unicode.Scalar, Unicode.Scalar, Int)]
    where low >= first && high <= last {
      let other = [low, high].compactMap { Unicode.Scalar(UInt32(Int($0.value) + offset)) }
      return "\(plain)\(other[0])-\(other[1])"
    }
    guard high.value < 0x41 else { throw .init(reason: "a range that ignores case, from '\(low)' to '\(high)'") }
    return plain
  }

  private static func scalars(
    _ atom: RegexTree, ignoresCase: Bool
  ) throws(RegexPattern.Unsupported) -> [Unicode.Scalar] {
    guard ["char", "scalar"].contains(atom.kind), let value = atom.parts.first, "\(value)".count == 1,
      let character = "\(value)".first
    else { throw .init(reason: "a class with a part of the kind '\(RegexTreePattern.caseName(atom.kind))'") }
    return try scalars(of: character, ignoresCase: ignoresCase)
  }

  private static func scalars(
    of character: Character, ignoresCase: Bool
  ) throws(RegexPattern.Unsupported) -> [Unicode.Scalar] {
    let forms = ignoresCase ? [character.lowercased(), character.uppercased()].uniqued() : [String(character)]
    guard forms.allSatisfy({ $0.unicodeScalars.count == 1 }) else {
      throw .init(reason: "'\(character)' in a class is written with several Unicode scalars")
    }
    return forms.flatMap(\.unicodeScalars)
  }

  // MARK: Properties

  private static let categories = [
    "letter": "L", "uppercaseLetter": "Lu", "lowercaseLetter": "Ll", "titlecaseLetter": "Lt", "casedLetter": "LC",
    "modifierLetter": "Lm", "otherLetter": "Lo", "mark": "M", "nonspacingMark": "Mn", "spacingMark": "Mc",
    "enclosingMark": "Me", "number": "N", "decimalNumber": "Nd", "letterNumber": "Nl", "otherNumber": "No",
    "symbol": "S", "mathSymbol": "Sm", "currencySymbol": "Sc", "modifierSymbol": "Sk", "otherSymbol": "So",
    "punctuation": "P", "connectorPunctuation": "Pc", "dashPunctuation": "Pd", "openPunctuation": "Ps",
    "closePunctuation": "Pe", "initialPunctuation": "Pi", "finalPunctuation": "Pf", "otherPunctuation": "Po",
    "separator": "Z", "spaceSeparator": "Zs", "lineSeparator": "Zl", "paragraphSeparator": "Zp", "control": "Cc",
    "format": "Cf",
  ]

  /// `\p{Lu}` for an atom that the library keeps as it was parsed; it prints itself as
  /// `generalCategory(….uppercaseLetter)falsefalse`, where the flags say inverted and POSIX.
  static func property(_ value: Any) throws(RegexPattern.Unsupported) -> String {
    let printed = RegexTree.member("ast", of: value).map { "\($0)" } ?? "\(value)"
    if printed.hasPrefix("generalCategory("), let close = printed.lastIndex(of: ")") {
      let flags = printed[printed.index(after: close)...]
      let name = RegexTreePattern.caseName(String(printed[..<close]))
      if let category = categories[name], ["falsefalse", "truefalse"].contains(flags) {
        return "\\\(flags.hasPrefix("true") ? "P" : "p"){\(category)}"
      }
    }
    throw .init(reason: "the property '\(printed)'")
  }
}
