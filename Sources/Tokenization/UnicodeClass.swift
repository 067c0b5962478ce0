// SPDX-License-Identifier: Apache-2.0

/// The classes of scalars that pre-tokenizer patterns ask for.
struct UnicodeClass: OptionSet {
  let rawValue: UInt8

  /// `\p{L}`
  static let letter = UnicodeClass(rawValue: 1)
  /// `\p{N}`
  static let number = UnicodeClass(rawValue: 2)
  /// `\p{M}`
  static let mark = UnicodeClass(rawValue: 4)
  /// `\s`: the White_Space property.
  static let space = UnicodeClass(rawValue: 8)
  /// `\p{P}`
  static let punctuation = UnicodeClass(rawValue: 16)
  /// `\p{S}`
  static let symbol = UnicodeClass(rawValue: 32)
  /// Everything else that is a scalar, so that only the end of text has no class.
  static let other = UnicodeClass(rawValue: 64)

  /// What is neither space, letter nor number. Written as a number: a list of classes would be built anew at each use.
  static let marksAndSymbols = UnicodeClass(rawValue: 4 | 16 | 32 | 64)

  @inline(__always) func isAny(of classes: UnicodeClass) -> Bool { rawValue & classes.rawValue != 0 }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    guard !properties.isWhitespace else {
      self = .space
      return
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
    case .decimalNumber, .letterNumber, .otherNumber: self = .number
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      self = .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: self = .symbol
    default: self = .other
    }
  }

  /// The classes of the first 65,536 scalars, so that a lookup is one load; the rest are asked for one by one.
  static let table: [UInt8] = {
    var table = [UInt8](repeating: other.rawValue, count: 65_536)
    // Three quarters lie in long ranges of one class, which to ask for one by one takes milliseconds of every start.
    for range in [0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3] {
      for value in range { table[value] = letter.rawValue }
    }
    for range in [0..<0x3400, 0x4DC0..<0x4E00, 0xA000..<0xAC00, 0xD7A4..<0xD800, 0xF900..<0x1_0000] {
      for value in range { table[value] = Unicode.Scalar(UInt32(value)).map { UnicodeClass($0).rawValue } ?? 0 }
    }
    return table
  }()
}
