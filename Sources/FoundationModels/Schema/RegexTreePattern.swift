// SPDX-License-Identifier: Apache-2.0

/// Writes the tree of a `Regex` as a pattern in the dialect of JSON Schema.
///
/// The dialect counts Unicode scalars and its `\d` and `\w` are narrower than Swift's, so that what it lets through is within
/// the regex. What has no counterpart is an error that names it.
struct RegexTreePattern {
  /// A piece of pattern and how tightly it holds together.
  private struct Piece {
    var text: String
    var isAtom = false
    var isChoice = false

    /// The piece as something that a quantifier can follow.
    var grouped: String { isAtom ? text : "(?:\(text))" }
    /// The piece as part of a sequence.
    var inSequence: String { isChoice ? "(?:\(text))" : text }
  }

  /// What holds at a node's place.
  private struct Place {
    var isFirst = true
    var isLast = true
    var ignoresCase = false
    var dotMatchesNewlines = false
    var depth = 0
  }

  private static let depthLimit = 400

  /// The pattern without anchors; `isChoice` says whether it must be grouped before anything is put beside it.
  static func pattern(for tree: RegexTree) throws(RegexPattern.Unsupported) -> (text: String, isChoice: Bool) {
    let piece = try Self().piece(tree, Place())
    return (piece.text, piece.isChoice)
  }

  private func piece(_ node: RegexTree, _ place: Place) throws(RegexPattern.Unsupported) -> Piece {
    var place = place
    place.depth += 1
    guard place.depth < Self.depthLimit else { throw .init(reason: "it is nested too deeply") }
    switch node.kind {
    case "convertedRegexLiteral", "ignoreCapturesInTypedOutput", "limitCaptureNesting":
      return try piece(child(node), place)
    case "empty", "trivia": return Piece(text: "")
    case "concatenation": return try sequence(node.nodes, place)
    case "orderedChoice":
      var texts: [String] = []
      for choice in node.nodes { texts.append(try piece(choice, place).text) }
      return Piece(text: texts.joined(separator: "|"), isChoice: texts.count > 1)
    case "capture":
      guard node.parts.count == 4 else { throw Self.unknown(node) }
      if Self.mayFail(node) {
        throw .init(reason: "a TryCapture, whose code may refuse what it matched")
      }
      return Piece(text: "(?:\(try piece(child(node, 2), place).text))", isAtom: true)
    case "nonCapturingGroup": return try group(node, place)
    case "quantification": return try quantification(node, place)
    case "quotedLiteral":
      guard let text = node.parts.first as? String else { throw Self.unknown(node) }
      return literal(text, place)
    case "customCharacterClass":
      guard let value = node.parts.first else { throw Self.unknown(node) }
      return Piece(text: try RegexClassPattern.text(of: value, ignoresCase: place.ignoresCase), isAtom: true)
    case "atom": return try atom(child(node), place)
    case "conditional": throw .init(reason: "a condition")
    case "absentFunction": throw .init(reason: "an absent function")
    case "consumer", "matcher", "characterPredicate": throw .init(reason: "a component with code of its own")
    default: throw Self.unknown(node)
    }
  }

  // MARK: Composites

  private func sequence(_ nodes: [RegexTree], _ place: Place) throws(RegexPattern.Unsupported) -> Piece {
    if nodes.count == 1 { return try piece(nodes[0], place) }
    var text = ""
    for (index, node) in nodes.enumerated() {
      var inner = place
      inner.isFirst = place.isFirst && index == 0
      inner.isLast = place.isLast && index == nodes.count - 1
      text += try piece(node, inner).inSequence
    }
    return Piece(text: text)
  }

  private func quantification(_ node: RegexTree, _ place: Place) throws(RegexPattern.Unsupported) -> Piece {
    guard node.parts.count == 3 else { throw Self.unknown(node) }
    // Lazy or eager makes no difference to which whole strings match; possessive does.
    if "\(node.parts[1])".contains("possessive") { throw .init(reason: "a possessive quantifier") }
    var inner = place
    // An anchor that repeats is one that may also be left out.
    inner.isFirst = false
    inner.isLast = false
    let body = try piece(child(node, 2), inner)
    if body.text.isEmpty { return body }
    return Piece(text: body.grouped + (try Self.amount("\(node.parts[0])")))
  }

  /// The quantifier of an amount, which prints itself as `zeroOrMore`, `exactly<3>`, `.range<2...4>` and so on.
  private static func amount(_ printed: String) throws(RegexPattern.Unsupported) -> String {
    let numbers = printed.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    if printed.contains("zeroOrMore") { return "*" }
    if printed.contains("oneOrMore") { return "+" }
    if printed.contains("zeroOrOne") { return "?" }
    if printed.contains("exactly<"), numbers.count == 1 { return "{\(numbers[0])}" }
    if printed.contains("nOrMore<"), numbers.count == 1 { return "{\(numbers[0]),}" }
    if printed.contains("uptoN<"), numbers.count == 1 { return "{0,\(numbers[0])}" }
    if printed.contains("range<"), numbers.count == 2 { return "{\(numbers[0]),\(numbers[1])}" }
    throw .init(reason: "the repetition '\(printed)'")
  }

  private func group(_ node: RegexTree, _ place: Place) throws(RegexPattern.Unsupported) -> Piece {
    guard node.parts.count == 2, let kind = RegexTree.member("ast", of: node.parts[0]) else { throw Self.unknown(node) }
    var place = place
    let printed = "\(kind)"
    if printed.hasPrefix("changeMatchingOptions") {
      try Self.apply(printed, to: &place)
    } else if printed.lowercased().contains("look") {
      throw .init(reason: "look-around")
    } else if printed.contains("atomic") {
      throw .init(reason: "an atomic group")
    } else if printed != "nonCapture" {
      throw .init(reason: "a group of the kind '\(printed)'")
    }
    return Piece(text: "(?:\(try piece(child(node, 1), place).text))", isAtom: true)
  }

  /// Options that change nothing about whole matches here, some because the dialect is the narrower choice anyway.
  private static let harmlessOptions: Set<String> = [
    "multiline", "namedCapturesOnly", "extended", "extraExtended", "reluctantByDefault", "asciiOnlyDigit",
    "asciiOnlyPOSIXProps", "asciiOnlySpace", "asciiOnlyWord", "unicodeWordBoundaries", "graphemeClusterSemantics",
    "unicodeScalarSemantics", "nsreMatchingOptions",
  ]

  private static func apply(_ options: String, to place: inout Place) throws(RegexPattern.Unsupported) {
    // Printed as `changeMatchingOptions<adding: [caseInsensitive], removing: [], resetsCurrentOptions: false>`.
    let lists = options.split(separator: "[").dropFirst().map { part in
      part.prefix { $0 != "]" }.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    }
    guard lists.count == 2 else { throw .init(reason: "matching options '\(options)'") }
    for (names, isOn) in zip(lists, [true, false]) {
      for name in names {
        switch name {
        case "caseInsensitive": place.ignoresCase = isOn
        case "singleLine": place.dotMatchesNewlines = isOn
        case _ where harmlessOptions.contains(name): break
        default: throw .init(reason: "the matching option '\(name)'")
        }
      }
    }
  }

  // MARK: Leaves

  private func literal(_ text: String, _ place: Place) -> Piece {
    let characters = text.map { RegexClassPattern.character($0, ignoresCase: place.ignoresCase) }
    return Piece(text: characters.joined(), isAtom: characters.count == 1)
  }

  private func atom(_ atom: RegexTree, _ place: Place) throws(RegexPattern.Unsupported) -> Piece {
    switch atom.kind {
    case "char", "scalar":
      guard let value = atom.parts.first, let character = "\(value)".first, "\(value)".count == 1 else {
        throw Self.unknown(atom)
      }
      return Piece(text: RegexClassPattern.character(character, ignoresCase: place.ignoresCase), isAtom: true)
    case "dot" where place.dotMatchesNewlines, "any": return Piece(text: "[\\s\\S]", isAtom: true)
    case "dot", "anyNonNewline": return Piece(text: ".", isAtom: true)
    case "characterClass":
      guard let name = atom.node()?.kind else { throw Self.unknown(atom) }
      return Piece(text: try RegexClassPattern.standalone(Self.caseName(name)), isAtom: true)
    case "assertion":
      let name = Self.caseName(atom.node()?.kind ?? "")
      let isAtStart = ["startOfSubject", "startOfLine", "caretAnchor"].contains(name) && place.isFirst
      let isAtEnd =
        ["endOfSubject", "endOfSubjectBeforeNewline", "endOfLine", "dollarAnchor"].contains(name) && place.isLast
      // The whole string is matched anyway.
      guard isAtStart || isAtEnd else { throw .init(reason: "the anchor '\(name)' in this place") }
      return Piece(text: "")
    case "backreference", "symbolicReference": throw .init(reason: "a reference back to a group")
    case "changeMatchingOptions": throw .init(reason: "matching options in the middle")
    case "unconverted":
      guard let value = atom.parts.first else { throw Self.unknown(atom) }
      return Piece(text: try RegexClassPattern.property(value), isAtom: true)
    default: throw Self.unknown(atom)
    }
  }

  // MARK: Reading nodes

  private func child(_ node: RegexTree, _ index: Int = 0) throws(RegexPattern.Unsupported) -> RegexTree {
    guard let child = node.node(index) else { throw Self.unknown(node) }
    return child
  }

  /// Whether a capture has a transform that can refuse; one of a kind that is not known counts as one.
  private static func mayFail(_ capture: RegexTree) -> Bool {
    let transform = Mirror(reflecting: capture.parts[3])
    guard transform.displayStyle == .optional, let value = transform.children.first?.value else { return false }
    guard let closure = RegexTree.member("closure", of: value) else { return true }
    let kind = RegexTree(reflecting: closure).kind
    return kind != "nonfailable" && kind != "substringNonfailable"
  }

  /// `digit` of `_StringProcessing.DSLTree.Atom.CharacterClass.digit`.
  static func caseName(_ printed: String) -> String { printed.split(separator: ".").last.map(String.init) ?? printed }

  private static func unknown(_ node: RegexTree) -> RegexPattern.Unsupported {
    .init(reason: "a part of the kind '\(caseName(node.kind))'")
  }
}
