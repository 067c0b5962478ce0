// SPDX-License-Identifier: Apache-2.0
import Synchronization

extension Pattern {
  /// Parses `text`. Laziness of quantifiers and capturing do not matter to what matches and are read over; look-behind and
  /// back-references are refused.
  init(parsing text: String, dialect: PatternDialect = .ecmaScript) throws(PatternError) {
    let key = Key(text: text, dialect: dialect)
    if let known = Self.parsed.withLock({ $0[key] }) {
      self = known
      return
    }
    var parser = PatternParser(text: text, dialect: dialect)
    let pattern = try parser.parse()
    self = pattern
    Self.parsed.withLock { parsed in
      if parsed.count >= Self.maximumParsed { parsed.removeAll() }
      parsed[key] = pattern
    }
  }

  private struct Key: Hashable {
    let text: String
    let dialect: PatternDialect
  }
  /// Patterns met lately; those of formats come again and again.
  private static let parsed = Mutex<[Key: Pattern]>([:])
  private static let maximumParsed = 256
}

/// Recursive descent over code points; groups may be nested to a fixed depth.
struct PatternParser {
  let text: [Unicode.Scalar]
  let dialect: PatternDialect
  var position = 0
  private var depth = 0
  static let maximumDepth = 64
  /// Largest count in `{m,n}`.
  static let maximumCount = 100_000

  init(text: String, dialect: PatternDialect) {
    self.text = Array(text.unicodeScalars)
    self.dialect = dialect
  }

  var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

  func startsWith(_ prefix: String) -> Bool {
    let prefix = prefix.unicodeScalars
    return position + prefix.count <= text.count && text[position...].starts(with: prefix)
  }

  mutating func take(_ prefix: String) -> Bool {
    guard startsWith(prefix) else { return false }
    position += prefix.unicodeScalars.count
    return true
  }

  func syntax(_ reason: String) -> PatternError { PatternError(kind: .syntax(reason), offset: position) }
  func unsupported(_ what: String) -> PatternError { PatternError(kind: .unsupported(what), offset: position) }

  mutating func parse() throws(PatternError) -> Pattern {
    let pattern = try alternatives()
    if peek != nil { throw syntax("unmatched ')'") }
    return pattern
  }

  private mutating func alternatives() throws(PatternError) -> Pattern {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw unsupported("nesting of more than \(Self.maximumDepth) groups") }
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternError) -> Pattern {
    var parts: [Pattern] = []
    while let next = peek, next != "|", next != ")" {
      if dialect == .swift, take("\\Q") {
        while !take("\\E"), let scalar = peek {
          position += 1
          parts.append(.set(CodePointSet(scalar.value)))
        }
        // A quantifier after a quotation binds to its last character.
        if let last = parts.popLast() { parts.append(try quantified(last)) }
        continue
      }
      parts.append(try quantified(try atom()))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  // MARK: Quantifiers

  private mutating func quantified(_ atom: Pattern) throws(PatternError) -> Pattern {
    var result = atom
    var isFirst = true
    while let (minimum, maximum) = try quantifier() {
      guard isFirst else { throw syntax("nothing to repeat") }
      isFirst = false
      switch atom {
      case .start, .end, .wordBoundary, .lookahead: throw syntax("nothing to repeat")
      default: break
      }
      result = .repetition(result, minimum: minimum, maximum: maximum)
      if take("?") { continue }
      if startsWith("+") { throw unsupported("a possessive quantifier") }
    }
    return result
  }

  private mutating func quantifier() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard startsWith("{") else { return nil }
    let start = position
    position += 1
    let minimum = try count()
    let maximum = take(",") ? try count() : minimum
    guard take("}"), minimum != nil || maximum != nil else {
      // A brace that begins no quantifier is a character.
      position = start
      return nil
    }
    if let minimum, let maximum, minimum > maximum {
      position = start
      throw syntax("numbers out of order in a quantifier")
    }
    return (minimum ?? 0, maximum)
  }

  private mutating func count() throws(PatternError) -> Int? {
    var value: Int?
    while let digit = peek, ("0"..."9").contains(digit) {
      value = (value ?? 0) * 10 + Int(digit.value - 0x30)
      guard value! <= Self.maximumCount else { throw PatternError(kind: .tooComplex, offset: position) }
      position += 1
    }
    return value
  }

  // MARK: Atoms

  private mutating func atom() throws(PatternError) -> Pattern {
    guard let scalar = peek else { return .empty }
    position += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".":
      return .set((dialect == .swift ? CodePointSet.swiftNewlines : .lineTerminators).complement)
    case "(": return try group()
    case "[": return .set(try characterClass())
    case "\\": return try escapedAtom()
    case "*", "+", "?":
      position -= 1
      throw syntax("nothing to repeat")
    default: return .set(CodePointSet(scalar.value))
    }
  }

  private mutating func group() throws(PatternError) -> Pattern {
    if take("?") {
      if take(":") {
      } else if startsWith("=") || startsWith("!") {
        let isPositive = take("=")
        if !isPositive { position += 1 }
        return .lookahead(try inside(), isPositive: isPositive)
      } else if startsWith("<=") || startsWith("<!") {
        throw unsupported("look-behind")
      } else if take("<") || take("P<") {
        while let scalar = peek, scalar != ">" { position += 1 }
        guard take(">") else { throw syntax("unfinished group name") }
      } else {
        throw unsupported("this kind of group")
      }
    }
    return try inside()
  }

  /// The rest of a group.
  private mutating func inside() throws(PatternError) -> Pattern {
    let inner = try alternatives()
    guard take(")") else { throw syntax("missing ')'") }
    return inner
  }

  private mutating func escapedAtom() throws(PatternError) -> Pattern {
    switch peek {
    case "b"?:
      position += 1
      return .wordBoundary(true)
    case "B"?:
      position += 1
      return .wordBoundary(false)
    case "k"?, "1"?, "2"?, "3"?, "4"?, "5"?, "6"?, "7"?, "8"?, "9"?: throw unsupported("a back-reference")
    case "A"? where dialect == .swift:
      position += 1
      return .start
    case "z"? where dialect == .swift:
      position += 1
      return .end
    default: return .set(try escape(inClass: false).set)
    }
  }
}
