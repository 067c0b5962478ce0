// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A set of Unicode scalar values as sorted, disjoint, non-adjacent ranges.
struct CodePointSet: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  static let empty = CodePointSet()
  /// Every scalar value; surrogates are none.
  static let all = CodePointSet([0...0xD7FF, 0xE000...0x10FFFF])

  init() {}

  init(_ ranges: some Sequence<ClosedRange<UInt32>>) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  init(_ scalars: String) { self.init(scalars.unicodeScalars.map { $0.value...$0.value }) }

  /// The scalars for which `isMember` holds, which must be a property. Looks at each of 270,000: keep the result.
  init(where isMember: (Unicode.Scalar) -> Bool) {
    var start: UInt32?
    var value: UInt32 = 0
    while value <= 0x110000 {
      let belongs = Unicode.Scalar(value).map(isMember) ?? false
      if belongs {
        if start == nil { start = value }
      } else if let first = start {
        ranges.append(first...(value - 1))
        start = nil
      }
      // Planes in which nothing is assigned, or everything for private use, are alike throughout.
      switch value {
      case 0x40000: value = 0xE0000
      case 0xE1000: value = 0xF0000
      case 0xF0000: value = 0xFFFFE
      case 0x100000: value = 0x10FFFE
      default: value += 1
      }
    }
  }

  var isEmpty: Bool { ranges.isEmpty }

  func contains(_ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= value
  }

  func union(_ other: CodePointSet) -> CodePointSet { CodePointSet(ranges + other.ranges) }

  var complement: CodePointSet {
    var result = CodePointSet()
    func add(_ low: UInt32, _ high: UInt32) {
      for whole in Self.all.ranges where low <= whole.upperBound && high >= whole.lowerBound {
        result.ranges.append(max(low, whole.lowerBound)...min(high, whole.upperBound))
      }
    }
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { add(next, range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { add(next, 0x10FFFF) }
    return result
  }

  func intersection(_ other: CodePointSet) -> CodePointSet {
    var result = CodePointSet()
    var (a, b) = (0, 0)
    while a < ranges.count, b < other.ranges.count {
      let low = max(ranges[a].lowerBound, other.ranges[b].lowerBound)
      let high = min(ranges[a].upperBound, other.ranges[b].upperBound)
      if low <= high { result.ranges.append(low...high) }
      if ranges[a].upperBound < other.ranges[b].upperBound { a += 1 } else { b += 1 }
    }
    return result
  }

  func subtracting(_ other: CodePointSet) -> CodePointSet { intersection(other.complement) }
}

// MARK: Named sets

extension CodePointSet {
  static let asciiDigits = CodePointSet([0x30...0x39])
  static let asciiWord = CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// ECMA-262 `\s`: WhiteSpace and LineTerminator.
  static let space = CodePointSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// ECMA-262 LineTerminator, which `.` does not match.
  static let lineTerminators = CodePointSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
  /// What stands in JSON as it is and in every pattern's `.`: no quote, backslash, control character or line separator.
  static let plain = CodePointSet([
    0x20...0x21, 0x23...0x5B, 0x5D...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0x10FFFF,
  ])
  /// What Swift's `.` does not match.
  static let swiftNewlines = CodePointSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

  private static let properties = Mutex<[String: CodePointSet]>([:])

  /// The set that `\p{name}` means: a general category, long or short, or one of a few binary properties. Each is found once.
  static func property(_ name: String) -> CodePointSet? {
    if let known = properties.withLock({ $0[name] }) { return known }
    guard let set = makeProperty(name) else { return nil }
    return properties.withLock { known in
      known[name] = set
      return set
    }
  }

  private static func makeProperty(_ name: String) -> CodePointSet? {
    var name = name
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    if let categories = generalCategories[name] {
      return CodePointSet(categoryRuns.filter { categories.contains($0.category) }.map(\.range))
    }
    switch name {
    case "Any": return all
    case "ASCII": return CodePointSet([0...0x7F])
    case "Alphabetic", "Alpha": return CodePointSet(where: { $0.properties.isAlphabetic })
    case "White_Space", "space": return CodePointSet(where: { $0.properties.isWhitespace })
    case "Uppercase": return CodePointSet(where: { $0.properties.isUppercase })
    case "Lowercase": return CodePointSet(where: { $0.properties.isLowercase })
    case "ID_Start", "IDS": return CodePointSet(where: { $0.properties.isIDStart })
    case "ID_Continue", "IDC": return CodePointSet(where: { $0.properties.isIDContinue })
    case "XID_Start", "XIDS": return CodePointSet(where: { $0.properties.isXIDStart })
    case "XID_Continue", "XIDC": return CodePointSet(where: { $0.properties.isXIDContinue })
    case "Ideographic", "Ideo": return CodePointSet(where: { $0.properties.isIdeographic })
    case "Hex_Digit", "Hex": return CodePointSet(where: { $0.properties.isHexDigit })
    case "ASCII_Hex_Digit", "AHex": return CodePointSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
    case "Math": return CodePointSet(where: { $0.properties.isMath })
    case "Dash": return CodePointSet(where: { $0.properties.isDash })
    case "Emoji_Presentation", "EPres": return CodePointSet(where: { $0.properties.isEmojiPresentation })
    case "Emoji": return CodePointSet(where: { $0.properties.isEmoji })
    default: return nil
    }
  }

  /// All scalars by general category, in order.
  private static let categoryRuns: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] = {
    var runs: [(range: ClosedRange<UInt32>, category: Unicode.GeneralCategory)] = []
    var last: Unicode.GeneralCategory?
    var start: UInt32 = 0
    func close(_ end: UInt32) {
      if let category = last { runs.append((start...end, category)) }
      last = nil
    }
    // The set itself does not matter: this is its way through the scalars.
    _ = CodePointSet(where: { scalar in
      let category = scalar.properties.generalCategory
      if category != last || scalar.value == 0xE000 {
        if scalar.value > 0 { close(scalar.value == 0xE000 ? 0xD7FF : scalar.value - 1) }
        (start, last) = (scalar.value, category)
      }
      return false
    })
    close(0x10FFFF)
    return runs
  }()

  private static let generalCategories: [String: Set<Unicode.GeneralCategory>] = {
    let table: [(String, String, Unicode.GeneralCategory)] = [
      ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
      ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
      ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
      ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
      ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
      ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
      ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
      ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
      ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
      ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
      ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
      ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
      ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control), ("Cf", "Format", .format),
      ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
    ]
    let groups = [
      "L": "Letter", "M": "Mark", "N": "Number", "P": "Punctuation", "S": "Symbol", "Z": "Separator", "C": "Other",
    ]
    var result: [String: Set<Unicode.GeneralCategory>] = [:]
    for (short, long, category) in table {
      result[short, default: []].insert(category)
      result[long, default: []].insert(category)
      let group = String(short.prefix(1))
      result[group, default: []].insert(category)
      if let name = groups[group] { result[name, default: []].insert(category) }
    }
    return result
  }()
}
