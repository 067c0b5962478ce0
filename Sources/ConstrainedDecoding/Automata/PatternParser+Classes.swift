// SPDX-License-Identifier: Apache-2.0

// Character classes and the escapes that stand for characters.
extension PatternParser {
  /// The class whose `[` has been read.
  mutating func characterClass(depth: Int = 0) throws(PatternError) -> CodePointSet {
    guard depth < Self.maximumDepth else { throw unsupported("nesting of more than \(Self.maximumDepth) classes") }
    let isNegated = take("^")
    var members: [ClosedRange<UInt32>] = []
    var result: CodePointSet?
    var pending: (CodePointSet, CodePointSet) -> CodePointSet = { $1 }

    func combined() -> CodePointSet {
      let set = CodePointSet(members)
      return result.map { pending($0, set) } ?? set
    }
    while !take("]") {
      guard peek != nil else { throw syntax("missing ']'") }
      if dialect == .swift {
        if take("[") {
          members += try characterClass(depth: depth + 1).ranges
          continue
        }
        if let operation = setOperation() {
          result = combined()
          members = []
          pending = operation
          continue
        }
        if take("\\Q") {
          while !take("\\E"), let scalar = peek {
            position += 1
            members.append(scalar.value...scalar.value)
          }
          continue
        }
      }
      let first = try classAtom()
      // "-" last in the class, or beside a class such as \d, is itself.
      guard let low = first.scalar, startsWith("-"), position + 1 < text.count, text[position + 1] != "]",
        dialect == .ecmaScript || !startsWith("--")
      else {
        members += first.set.ranges
        continue
      }
      position += 1
      let second = try classAtom()
      guard let high = second.scalar else {
        members += first.set.ranges + second.set.ranges + [0x2D...0x2D]
        continue
      }
      guard low <= high else { throw syntax("range out of order in a character class") }
      members += CodePointSet([low...high]).intersection(.all).ranges
    }
    let set = combined()
    return isNegated ? set.complement : set
  }

  private mutating func setOperation() -> ((CodePointSet, CodePointSet) -> CodePointSet)? {
    if take("&&") { return { $0.intersection($1) } }
    if take("--") { return { $0.subtracting($1) } }
    if take("~~") { return { $0.union($1).subtracting($0.intersection($1)) } }
    return nil
  }

  private mutating func classAtom() throws(PatternError) -> (set: CodePointSet, scalar: UInt32?) {
    guard let scalar = peek else { throw syntax("missing ']'") }
    position += 1
    if scalar == "\\" { return try escape(inClass: true) }
    return (CodePointSet(scalar.value), scalar.value)
  }

  /// The escape whose backslash has been read: a set, and its character where it is one.
  mutating func escape(inClass: Bool) throws(PatternError) -> (set: CodePointSet, scalar: UInt32?) {
    guard let letter = peek else { throw syntax("pattern ends in a backslash") }
    position += 1
    func one(_ value: UInt32) -> (set: CodePointSet, scalar: UInt32?) { (CodePointSet(value), value) }
    switch letter {
    case "d": return (.asciiDigits, nil)
    case "D": return (notDigits, nil)
    case "w": return (.asciiWord, nil)
    case "W": return (notWord, nil)
    case "s": return (.space, nil)
    case "S": return (CodePointSet.space.complement, nil)
    case "n": return one(0x0A)
    case "r": return one(0x0D)
    case "t": return one(0x09)
    case "v": return one(0x0B)
    case "f": return one(0x0C)
    case "a" where dialect == .swift: return one(0x07)
    case "e" where dialect == .swift: return one(0x1B)
    case "b" where inClass: return one(0x08)
    case "0": return one(0)
    case "c":
      guard let control = peek, (0x41...0x5A).contains(control.value & 0xDF), control.isASCII else {
        throw syntax("invalid control escape")
      }
      position += 1
      return one(control.value & 0x1F)
    case "x": return one(try hexEscape(digits: 2))
    case "u": return one(try unicodeEscape())
    case "p", "P":
      let set = try propertyEscape()
      return (letter == "p" ? set : set.complement, nil)
    default:
      // An escaped letter that means nothing is a mistake; anything else is itself.
      guard !(letter.isASCII && CodePointSet.asciiWord.contains(letter.value)) || letter == "_" else {
        position -= 1
        throw unsupported("the escape \\\(letter)")
      }
      return one(letter.value)
    }
  }

  /// Swift's `\d` and `\w` know all of Unicode. The positive classes here are the ASCII part of them, which they contain;
  /// the negative ones must leave out all that Swift's do.
  private var notDigits: CodePointSet {
    dialect == .ecmaScript ? CodePointSet.asciiDigits.complement : Self.swiftNotDigits
  }
  private var notWord: CodePointSet {
    dialect == .ecmaScript ? CodePointSet.asciiWord.complement : Self.swiftNotWord
  }
  private static let swiftNotDigits = CodePointSet(where: { $0.properties.numericType == nil })
  private static let swiftNotWord = CodePointSet(where: {
    !$0.properties.isAlphabetic && $0.properties.numericType == nil && !$0.properties.isJoinControl
      && ![.nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation].contains($0.properties.generalCategory)
  })

  private mutating func hexEscape(digits: Int) throws(PatternError) -> UInt32 {
    if take("{") { return try bracedHex() }
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = peek, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw syntax("invalid hexadecimal escape")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func bracedHex() throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    while let scalar = peek, scalar != "}" {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue, value <= 0x10FFFF else {
        throw syntax("invalid hexadecimal escape")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard take("}"), Unicode.Scalar(value) != nil else { throw syntax("invalid code point") }
    return value
  }

  private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
    let unit = try hexEscape(digits: 4)
    if 0xD800...0xDBFF ~= unit, take("\\u") {
      let low = try hexEscape(digits: 4)
      guard 0xDC00...0xDFFF ~= low else { throw syntax("unpaired surrogate") }
      return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard Unicode.Scalar(unit) != nil else { throw syntax("unpaired surrogate") }
    return unit
  }

  private mutating func propertyEscape() throws(PatternError) -> CodePointSet {
    var name = ""
    if take("{") {
      while let scalar = peek, scalar != "}" {
        name.unicodeScalars.append(scalar)
        position += 1
      }
      guard take("}") else { throw syntax("missing '}'") }
    } else if let scalar = peek {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard let set = CodePointSet.property(name) else { throw unsupported("the property \(name)") }
    return set
  }
}
