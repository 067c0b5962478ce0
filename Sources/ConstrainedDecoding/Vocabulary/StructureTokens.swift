// SPDX-License-Identifier: Apache-2.0

/// The tokens that can come between the strings of JSON text: a few thousand of a vocabulary, so that the mask of a place
/// in an object or array is a short walk.
struct StructureTokens: Sendable {
  /// Those that do not begin with white space; entries are token ids.
  let trie: FlatTrie
  /// Those that do, without it: entry i stands for the tokens of `blankLed` from `firstOfRest[i + 1]` on.
  let rests: FlatTrie
  /// Tokens that begin with white space by what follows it, nothing first; of each, the fewest blanks first.
  let blankLed: Table<BlankLed>
  let firstOfRest: Table<Int32>
  /// Most `}` and `]` in one token: containers that it can close.
  let mostClosers: Int
  /// Tokens that hold a whole string, by the hash of its text; they can write a whole key.
  let wholeStrings: [(hash: UInt64, token: Int)]
  /// Most `{` and `[` in one token.
  let mostOpeners: Int
  /// Tokens that close a string and hold a whole string after a comma: they can write the ends of two keys, or of two items.
  let twoKeys: [Int]
  let twoItems: [Int]
  /// The texts with which tokens end after a comma and a quote: how a key can begin in the token that ends the member
  /// before it.
  let keyBeginnings: [[UInt8]]
  /// Tokens that hold a whole key after a comma.
  let keysAfterComma: [Int]

  struct BlankLed: BitwiseCopyable, Sendable {
    var token: Int32
    /// Bytes of white space that it begins with.
    var blanks: Int32
  }

  /// - Parameters:
  ///   - texts: the same as `tokens`.
  ///   - sorted: token ids as `FlatTrie.sortedEntries` gives them.
  init(_ tokens: [[UInt8]], _ texts: ByteStrings, sorted: [Int]) {
    var isEntry = [Bool](repeating: false, count: tokens.count)
    var closers = 0
    var whole: [(UInt64, Int)] = []
    var twoKeys: [Int] = []
    var twoItems: [Int] = []
    var openers = 0
    var beginnings: [[UInt8]] = []
    var keysAfterComma: [Int] = []
    func note(_ scan: Scan, _ token: Int) {
      if let beginning = scan.keyBeginning, !beginnings.contains(beginning) { beginnings.append(beginning) }
      if scan.hasKeyAfterComma, keysAfterComma.last != token { keysAfterComma.append(token) }
    }
    var groups: [ArraySlice<UInt8>: [BlankLed]] = [:]
    for (token, bytes) in tokens.enumerated() where !bytes.isEmpty && bytes.count <= FlatTrieNode.maximumDepth {
      var count = 0
      var opened = 0
      var hasQuote = false
      bytes.withUnsafeBufferPointer {
        for byte in $0 {
          if byte | 0x20 == UInt8(ascii: "}") { count += 1 }
          if byte | 0x20 == UInt8(ascii: "{") { opened += 1 }
          if byte == UInt8(ascii: "\"") { hasQuote = true }
        }
      }
      closers = max(closers, count)
      openers = max(openers, opened)
      if let scan = Scan(bytes[...]) {
        let rest = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        let blanks = bytes.count - rest.count
        if blanks == 0 {
          isEntry[token] = true
        } else {
          groups[rest, default: []].append(BlankLed(token: Int32(token), blanks: Int32(blanks)))
        }
        for text in scan.wholeStrings { whole.append((StringText.hash(text), token)) }
        note(scan, token)
      }
      if hasQuote, let quote = StringText.closingQuote(bytes), let scan = Scan(bytes[(quote + 1)...]) {
        for text in scan.wholeStrings { whole.append((StringText.hash(text), token)) }
        if scan.hasStringAfterComma {
          let next = bytes[(quote + 1)...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
          if next == UInt8(ascii: ":") { twoKeys.append(token) } else { twoItems.append(token) }
        }
        note(scan, token)
      }
    }
    trie = FlatTrie(texts, sorted: sorted.filter { isEntry[$0] })
    let rests = groups.keys.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
    self.rests = FlatTrie(rests.map { Array($0) })
    var rows: [BlankLed] = []
    var first: [Int32] = []
    for rest in [[]] + rests {
      first.append(Int32(rows.count))
      rows += (groups[rest] ?? []).sorted { ($0.blanks, $0.token) < ($1.blanks, $1.token) }
    }
    blankLed = Table(rows)
    firstOfRest = Table(first + [Int32(rows.count)])
    mostClosers = closers
    mostOpeners = openers
    keyBeginnings = beginnings
    self.keysAfterComma = keysAfterComma
    wholeStrings = whole
    self.twoKeys = twoKeys
    self.twoItems = twoItems
  }

  /// A piece of JSON text that begins outside of a string.
  struct Scan {
    private(set) var hasStringAfterComma = false
    /// Whether a string that begins after a comma ends, and may be a key.
    private(set) var hasKeyAfterComma = false
    /// The text after a comma and a quote, where the piece ends in it; nil where there is none.
    private(set) var keyBeginning: [UInt8]?
    /// Code points of each string that begins and ends in the piece.
    private(set) var wholeStrings: [[UInt32]] = []

    /// Nil where no JSON text continues so.
    init?(_ bytes: ArraySlice<UInt8>) {
      var index = bytes.startIndex
      var hasComma = false
      // What stands before the present string, white space aside.
      var previous: UInt8 = 0
      while index < bytes.endIndex {
        let byte = bytes[index]
        defer { if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { previous = byte } }
        switch bytes[index] {
        case UInt8(ascii: "\""):
          let text = bytes[(index + 1)...]
          switch StringTokenRole(scanning: Array(text)) {
          case .invalid: return nil
          case .inside:
            if previous == UInt8(ascii: ","), !text.isEmpty { keyBeginning = Array(text) }
            return
          case .closing(_, let quote):
            guard let points = StringText.codePoints(text.prefix(quote)) else { return nil }
            wholeStrings.append(points)
            if hasComma { hasStringAfterComma = true }
            index += quote + 2
            let next = bytes[index...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
            if previous == UInt8(ascii: ","), next == nil || next == UInt8(ascii: ":") { hasKeyAfterComma = true }
          }
        case UInt8(ascii: ","):
          hasComma = true
          index += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), 0x20, 0x0A,
          0x0D, 0x09,
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
          index += 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"):
          let word = bytes[index...].prefix { ($0 >= 0x61 && $0 <= 0x7A) || $0 == UInt8(ascii: "E") }
          index += word.count
          let isNumber = word.count == 1 && word.first.map { $0 | 0x20 == UInt8(ascii: "e") } == true
          guard isNumber || Self.begins(word, isWhole: index < bytes.endIndex) else { return nil }
        default: return nil
        }
      }
    }

    /// Whether a literal of JSON begins so; one that something follows must be whole.
    private static func begins(_ word: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
      ["true", "false", "null"].contains { isWhole ? $0.utf8.elementsEqual(word) : $0.utf8.starts(with: word) }
    }
  }
}

/// The text between two quotes of JSON.
enum StringText {
  /// The first quote of a token that begins in a string, if it stands there unescaped.
  static func closingQuote(_ token: [UInt8]) -> Int? {
    guard case .closing(_, let quote) = StringTokenRole(scanning: token) else { return nil }
    return quote
  }

  /// The code points of whole characters and escapes; nil where they are not.
  static func codePoints(_ bytes: ArraySlice<UInt8>) -> [UInt32]? {
    var result: [UInt32] = []
    var index = bytes.startIndex
    func unit(_ start: Int) -> UInt32? {
      guard start + 4 <= bytes.endIndex else { return nil }
      var value: UInt32 = 0
      for byte in bytes[start..<start + 4] {
        guard let digit = StringEscape.hexDigit(byte) else { return nil }
        value = value << 4 | digit
      }
      return value
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        guard index + 1 < bytes.endIndex else { return nil }
        if let value = StringEscape.short(bytes[index + 1]) {
          result.append(value)
          index += 2
          continue
        }
        guard bytes[index + 1] == UInt8(ascii: "u"), let high = unit(index + 2) else { return nil }
        index += 6
        if (0xD800...0xDBFF).contains(high) {
          guard let low = unit(index + 2), (0xDC00...0xDFFF).contains(low) else { return nil }
          result.append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
          index += 6
        } else {
          result.append(high)
        }
        continue
      }
      guard let length = UTF8Prefix.length(bytes[index...]), index + length <= bytes.endIndex else { return nil }
      var value = length == 1 ? UInt32(byte) : UInt32(byte) & (0x7F >> UInt32(length))
      for byte in bytes[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
      result.append(value)
      index += length
    }
    return result
  }

  /// The hash by which the machine knows a key.
  static func hash(_ codePoints: [UInt32]) -> UInt64 { codePoints.reduce(0, Machine.hash) }
}
