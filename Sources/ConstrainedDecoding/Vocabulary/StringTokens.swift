// SPDX-License-Identifier: Apache-2.0

/// The tokens of a vocabulary by what they do inside a JSON string, so that the mask of a plain string is a copy of one
/// prepared mask and a short check of what may follow the closing quote.
struct StringTokens: Sendable {
  /// Character counts for which a mask is kept.
  static let maximumCount = 48
  /// Tokens that begin more code points than this are few enough to be walked by themselves.
  static let longCount = 12

  /// `inside[c]`: tokens that stay in the string and begin at most c code points, c in 0…`maximumCount`; then all.
  let inside: [TokenMask]
  /// `plain[c]`: the same of tokens whose characters are all plain (`CodePointSet.plain`) and none an escape, the last one
  /// perhaps unfinished; c in 0…`maximumCount`.
  let plain: [TokenMask]
  /// Tokens that stay in the string with more than `maximumCount` code points, and that count.
  let longInside: [(token: Int, characters: Int)]
  /// Tokens that are words (`FlatTrieNode.isWord`).
  let words: TokenMask
  /// Most code points in one token that stays in the string.
  let mostCharacters: Int
  /// Tokens that stay in the string and are not in `plain[longCount]`; entries are token ids.
  let odd: FlatTrie

  /// The tokens that close the string.
  let closing: ClosingTokens

  /// Code points of the longest plain token: unbroken text of n code points fits in n / run + n % run tokens.
  let run: Int
  /// Whether some token is exactly one plain character.
  let hasSingleCharacter: Bool

  init(_ tokens: [[UInt8]]) {
    let texts = ByteStrings(tokens)
    self.init(tokens, texts, sorted: FlatTrie.sortedEntries(texts))
  }

  /// - Parameters:
  ///   - texts: the same as `tokens`.
  ///   - sorted: token ids as `FlatTrie.sortedEntries` gives them.
  init(_ tokens: [[UInt8]], _ texts: ByteStrings, sorted: [Int]) {
    var counts = [Int32](repeating: -1, count: tokens.count)
    var plainCounts = counts
    var isOdd = [Bool](repeating: false, count: tokens.count)
    var closers: [(token: Int, characters: Int, quote: Int)] = []
    var run = 1
    var mostCharacters = 0
    var hasSingleCharacter = false
    var words = TokenMask(count: tokens.count)
    for (token, bytes) in tokens.enumerated() where !bytes.isEmpty {
      switch StringTokenRole(scanning: bytes) {
      case .invalid: break
      case .inside(let characters, let isPlain):
        counts[token] = Int32(characters)
        if Self.isPlain(bytes) { plainCounts[token] = Int32(characters) }
        isOdd[token] = plainCounts[token] < 0 || characters > Self.longCount
        if FlatTrieNode.isWord(bytes) { words[token] = true }
        mostCharacters = max(mostCharacters, characters)
        if isPlain {
          run = max(run, characters)
          if characters == 1 { hasSingleCharacter = true }
        }
      case .closing(let characters, let quote): closers.append((token, characters, quote))
      }
    }
    var longInside: [(token: Int, characters: Int)] = []
    for (token, characters) in counts.enumerated() where characters > Self.maximumCount {
      longInside.append((token, Int(characters)))
    }
    self.longInside = longInside
    self.words = words
    var inside = Self.cumulative(counts)
    var all = inside[Self.maximumCount]
    for (token, _) in longInside { all[token] = true }
    inside.append(all)
    self.inside = inside
    self.mostCharacters = mostCharacters
    odd = FlatTrie(texts, sorted: sorted.filter { isOdd[$0] })
    plain = Self.cumulative(plainCounts)
    closing = ClosingTokens(tokens, closers)
    self.run = run
    self.hasSingleCharacter = hasSingleCharacter
  }

  /// For each count up to `maximumCount` the tokens with so many or fewer; a count of -1 is none.
  private static func cumulative(_ counts: [Int32]) -> [TokenMask] {
    var byCount = [[Int]](repeating: [], count: maximumCount + 1)
    for (token, count) in counts.enumerated() where count >= 0 && count <= Int32(maximumCount) {
      byCount[Int(count)].append(token)
    }
    var mask = TokenMask(count: counts.count)
    return byCount.map { tokens in
      for token in tokens { mask[token] = true }
      return mask
    }
  }

  /// Whether the whole characters of a token that stays in a string are plain, and none is an escape.
  private static func isPlain(_ token: [UInt8]) -> Bool {
    token.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() where byte == 0x5C || byte >= 0x7F {
        switch byte {
        case 0x5C, 0x7F: return false
        // U+0080…U+009F and U+2028, U+2029.
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: return false
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
          return false
        default: break
        }
      }
      return true
    }
  }

  /// Adds to a mask every token that stays in the string with at most `limit` code points.
  func formInside(limit: Int, _ words: UnsafeMutablePointer<UInt64>) {
    if limit >= mostCharacters {
      inside[Self.maximumCount + 1].formUnion(into: words)
    } else {
      inside[min(limit, Self.maximumCount)].formUnion(into: words)
      for (token, characters) in longInside where characters <= limit { words[token >> 6] |= 1 << UInt64(token & 63) }
    }
  }
}

/// The tokens that close a string, by what stands before the quote and by what follows it.
struct ClosingTokens: Sendable {
  struct Token: BitwiseCopyable, Sendable {
    var token: Int32
    /// Code points before the quote.
    var characters: Int32
    /// Index of what stands before the quote: 0 for nothing, then one more than an entry of `prefixes`.
    var prefix: Int32
    /// Index of what follows the quote: 0 for nothing, then one more than an entry of the trie of tails.
    var tail: Int32
  }
  /// The tokens in the order of their tails; those of tail t are `byTail[firstOfTail[t] ..< firstOfTail[t + 1]]`.
  let byTail: Table<Token>
  let firstOfTail: Table<Int32>
  /// The same tokens in the order of their prefixes.
  let byPrefix: Table<Token>
  let firstOfPrefix: Table<Int32>
  let tailCount: Int
  let prefixCount: Int
  /// What stands before the quote.
  let prefixes: FlatTrie
  /// Tails that JSON text can go on with, and the others, which only text around JSON can hold.
  let tails: FlatTrie
  let otherTails: FlatTrie
  /// The prefixes as a tree of code points, parents before children, to hash them all in one pass.
  let points: Table<Point>

  struct Point: BitwiseCopyable, Sendable {
    /// Index of the point before; -1 for none.
    var parent: Int32
    var value: UInt32
    /// The prefix that ends here; -1 for none.
    var prefix: Int32
  }

  init(_ tokens: [[UInt8]], _ closers: [(token: Int, characters: Int, quote: Int)]) {
    var tailIndex: [ArraySlice<UInt8>: Int] = [[]: 0]
    var prefixIndex: [ArraySlice<UInt8>: Int] = [[]: 0]
    var tails: [[UInt8]] = [[]]
    var prefixes: [[UInt8]] = [[]]
    var all: [Token] = []
    func number(_ text: ArraySlice<UInt8>, _ index: inout [ArraySlice<UInt8>: Int], _ list: inout [[UInt8]]) -> Int32 {
      if let known = index[text] { return Int32(known) }
      index[text] = list.count
      list.append(Array(text))
      return Int32(list.count - 1)
    }
    for (token, characters, quote) in closers {
      all.append(
        Token(
          token: Int32(token), characters: Int32(characters),
          prefix: number(tokens[token][..<quote], &prefixIndex, &prefixes),
          tail: number(tokens[token][(quote + 1)...], &tailIndex, &tails)))
    }
    func rows(_ count: Int, _ key: (Token) -> Int32) -> (Table<Token>, Table<Int32>) {
      var first = [Int32](repeating: 0, count: count + 1)
      for token in all { first[Int(key(token)) + 1] += 1 }
      for index in 0..<count { first[index + 1] += first[index] }
      return (Table(all.sorted { (key($0), $0.token) < (key($1), $1.token) }), Table(first))
    }
    (byTail, firstOfTail) = rows(tails.count) { $0.tail }
    (byPrefix, firstOfPrefix) = rows(prefixes.count) { $0.prefix }
    tailCount = tails.count
    prefixCount = prefixes.count
    // Entries of a trie count from 0, and the empty text has none.
    self.prefixes = FlatTrie(Array(prefixes.dropFirst()))
    let rest = Array(tails.dropFirst())
    let texts = ByteStrings(rest)
    let sorted = FlatTrie.sortedEntries(texts)
    let isJSON = rest.map { StructureTokens.Scan($0[...]) != nil }
    self.tails = FlatTrie(texts, sorted: sorted.filter { isJSON[$0] })
    otherTails = FlatTrie(texts, sorted: sorted.filter { !isJSON[$0] })
    points = Table(Self.tree(prefixes))
  }

  private static func tree(_ prefixes: [[UInt8]]) -> [Point] {
    struct Step: Hashable { let parent, value: Int }
    var known: [Step: Int] = [:]
    var points: [Point] = []
    for (index, prefix) in prefixes.enumerated().dropFirst() {
      // What is before an unescaped quote is made of whole characters.
      guard let values = StringText.codePoints(prefix[...]) else { continue }
      var place = -1
      for value in values {
        let step = Step(parent: place, value: Int(value))
        if let next = known[step] {
          place = next
        } else {
          known[step] = points.count
          points.append(Point(parent: Int32(place), value: value, prefix: -1))
          place = points.count - 1
        }
      }
      // Two spellings of one text can meet here; the second gets a point of its own.
      if points[place].prefix < 0 {
        points[place].prefix = Int32(index)
      } else {
        points.append(Point(parent: points[place].parent, value: points[place].value, prefix: Int32(index)))
      }
    }
    return points
  }
}
