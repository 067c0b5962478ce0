// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Tokenization

/// How the tokens of a vocabulary make up words.
struct WordTokens: Sendable {
  /// Tokens that begin with a letter, a hyphen or an apostrophe: they go on with a word that is open.
  private let continuing: TokenMask
  /// Of these the ones that begin with a capital of ASCII.
  private let capitalised: TokenMask
  /// Tokens that end with a letter: the word is open after them.
  private let open: TokenMask
  /// Of these the ones that end with a small letter of ASCII.
  private let openSmall: TokenMask
  /// Tokens that are a space and letters: the beginning of a word.
  private let beginning: TokenMask
  /// Of these the words that stand between others.
  private let joining: TokenMask
  /// Tokens with a quotation mark: a string begins or ends in them.
  private let quotes: TokenMask
  /// The first letter of tokens that begin a word, without regard to capitals; 0 for others.
  private let initials: [UInt8]
  /// Appends the bytes of a token.
  private let append: @Sendable (TokenID, inout [UInt8]) -> Void

  init(_ tokenizer: Tokenizer) {
    self.init(tokens: tokenizer.tokenBytes()) { token, text in
      tokenizer.withOutputBytes(of: token) { text.append(contentsOf: $0) }
    }
  }

  /// - Parameters:
  ///   - tokens: the bytes of each; none for control tokens.
  ///   - append: gives these again.
  init(tokens: [[UInt8]], append: @escaping @Sendable (TokenID, inout [UInt8]) -> Void) {
    let count = tokens.count
    var masks = (continuing: TokenMask(count: count), open: TokenMask(count: count))
    var (capitalised, openSmall) = (TokenMask(count: count), TokenMask(count: count))
    var initials = [UInt8](repeating: 0, count: count)
    var (beginning, quotes, joining) = (TokenMask(count: count), TokenMask(count: count), TokenMask(count: count))
    for (id, bytes) in tokens.enumerated() {
      guard let first = bytes.first, let last = bytes.last else { continue }
      if Self.isPartOfWord(first) { masks.continuing[id] = true }
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { capitalised[id] = true }
      if Self.isLetter(last) { masks.open[id] = true }
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last) { openSmall[id] = true }
      if first == UInt8(ascii: " "), bytes.count > 1, bytes.dropFirst().allSatisfy(Self.isLetter) {
        beginning[id] = true
        initials[id] = Self.folded(bytes[1])
      }
      if beginning[id], Self.joiningWords.contains(String(decoding: bytes.dropFirst(), as: UTF8.self).lowercased()) {
        joining[id] = true
      }
      if bytes.contains(UInt8(ascii: "\"")) { quotes[id] = true }
    }
    (continuing, open) = (masks.continuing, masks.open)
    self.capitalised = capitalised
    self.openSmall = openSmall
    self.beginning = beginning
    self.quotes = quotes
    self.joining = joining
    self.initials = initials
    self.append = append
  }

  /// English words that do not end a sentence or a title.
  private static let joiningWords: Set<String> = [
    "a", "an", "and", "are", "as", "at", "but", "by", "can", "for", "from", "has", "have", "her", "his", "in", "into",
    "is", "its", "my", "of", "on", "or", "our", "so", "than", "that", "the", "their", "then", "this", "to", "was",
    "were", "where", "which", "while", "who", "with", "you", "your",
  ]

  /// Whether a token is a space and letters.
  func beginsWord(_ token: TokenID) -> Bool { beginning[Int(token)] }

  /// Whether a token is a word that stands between others.
  func joins(_ token: TokenID) -> Bool { joining[Int(token)] }

  /// Whether a string begins or ends in a token.
  func hasQuote(_ token: TokenID) -> Bool { quotes[Int(token)] }

  /// What may be chosen after `previous` where `refused` was wanted: of `allowed` the tokens that end the word as that would
  /// have, or all where no word is open, `refused` goes on with it, or nothing else is allowed. A capital after a small letter
  /// begins a word, as in `findPlaces`.
  ///
  /// - Parameter isLast: whether no word should come any more.
  func narrowed(_ allowed: TokenMask, after previous: TokenID?, refused: TokenID, isLast: Bool = false) -> TokenMask {
    guard let previous, open[Int(previous)] else { return allowed }
    let beginsWord = capitalised[Int(refused)] && openSmall[Int(previous)]
    guard beginsWord || !continuing[Int(refused)] else { return allowed }
    var rest = allowed
    rest.subtract(continuing)
    if isLast { rest.subtract(beginning) }
    return rest.isEmpty ? allowed : rest
  }

  // MARK: What words a text holds

  /// The text of tokens, without regard to capitals.
  func folded(_ tokens: some Sequence<TokenID>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(256)
    for token in tokens { append(token, &text) }
    for index in text.indices { text[index] = Self.folded(text[index]) }
    return text
  }

  /// The word that a token begins, as far as it goes, without regard to capitals.
  func beginning(_ token: TokenID) -> [UInt8] { Array(folded(CollectionOfOne(token)).dropFirst()) }

  /// Where the words of a text are.
  static func words(in text: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    words.reserveCapacity(text.count / 4)
    var start: Int?
    for (index, byte) in text.enumerated() {
      let isPart = isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isPart, start == nil { start = index }
      if !isPart, let first = start {
        words.append(first..<index)
        start = nil
      }
    }
    if let start { words.append(start..<text.count) }
    return words
  }

  /// The tokens that begin one of these words, be it with few of its letters: a model that may not write a word in the usual
  /// tokens writes it in others. Words that are the beginning of another (`a`, `in`) are left out.
  ///
  /// It looks at the whole vocabulary, which takes longer than choosing a token: for what is rarely asked.
  func beginnings(of words: Set<[UInt8]>) -> [TokenID] {
    guard !words.isEmpty else { return [] }
    let firstLetters = Set(words.compactMap(\.first))
    var found: [TokenID] = []
    for (id, initial) in initials.enumerated() where initial != 0 && firstLetters.contains(initial) {
      let token = TokenID(id)
      let text = beginning(token)
      let isPronoun = text == [UInt8(ascii: "i")]
      let isPart = !joining[id] && !isPronoun && words.contains { $0.starts(with: text) }
      if isPart || words.contains(text) { found.append(token) }
    }
    return found
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Letters, and what may stand within a word.
  static func isPartOfWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "'")
  }

  /// Letters of ASCII, and all bytes of other scalars: most of these are letters too.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
