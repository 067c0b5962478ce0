// SPDX-License-Identifier: Apache-2.0

/// Writes text that breaks tokenizers: runs of one character, scalars of all planes, bytes that are not UTF-8, control
/// tokens written out.
struct TextWriter {
  private var random: MutationRandom
  /// Texts of tokens, whole or in part.
  private let words: [[UInt8]]

  init(random: MutationRandom, words: [[UInt8]]) {
    self.random = random
    self.words = words.isEmpty ? [Array("a".utf8)] : words
  }

  /// Most texts are short; one in forty has up to `limit` bytes.
  mutating func text(limit: Int) -> [UInt8] {
    if random.oneIn(40) { return long(limit) }
    var bytes: [UInt8] = []
    let end = random.length(upTo: 4000)
    while bytes.count < end { bytes += part() }
    return bytes
  }

  /// One thing over and over.
  private mutating func long(_ limit: Int) -> [UInt8] {
    var unit: [UInt8] = []
    for _ in 0..<(1 + random.next(below: 3)) { unit += part().prefix(8) }
    if unit.isEmpty { unit = [0x61] }
    let count = (limit / 4 + random.next(below: limit * 3 / 4)) / unit.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * unit.count)
    for _ in 0..<count { bytes += unit }
    if random.oneIn(2) { bytes.insert(contentsOf: part(), at: random.next(below: bytes.count + 1)) }
    return bytes
  }

  private mutating func part() -> [UInt8] {
    switch random.next(below: 14) {
    case 0: return scalar()
    case 1: return Array(repeating: random.pick(Self.units), count: random.length(upTo: 600)).flatMap { Array($0.utf8) }
    case 2: return (0..<random.length(upTo: 40)).map { _ in UInt8(random.next(below: 256)) }
    case 3, 4: return random.pick(words)
    case 5:
      let word = random.pick(words)
      return Array(word.prefix(random.next(below: word.count + 1)))
    case 6: return [0xE2, 0x96, 0x81]
    case 7: return Array(random.pick(Self.pieces).utf8)
    case 8: return random.pick(Self.broken)
    case 9: return Array("\(random.next(below: 1 << 40))".utf8)
    case 10: return Array(repeating: scalar(), count: random.length(upTo: 300)).flatMap { $0 }
    case 11: return (0..<random.length(upTo: 60)).flatMap { _ in scalar() }
    default: return Array(random.pick(Self.pieces).utf8)
    }
  }

  /// A scalar of any plane; those at the ends of ranges more often.
  private mutating func scalar() -> [UInt8] {
    let value =
      random.oneIn(4) ? random.pick(Self.edges) : UInt32(random.next(below: random.oneIn(3) ? 0x11_0000 : 0x3000))
    return Unicode.Scalar(value).map { Array(String($0).utf8) } ?? [0xED, UInt8(0xA0 + random.next(below: 32)), 0x80]
  }

  private static let edges: [UInt32] = [
    0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000, 0x1F468, 0x2_FA1D, 0xE_0001,
    0x10_FFFF, 0x301, 0x345,
    0x200D, 0x2581, 0x3000, 0xAC00, 0x1161, 0x1E_921,
  ]
  private static let units = [
    "a", " ", "\n", "\r\n", "\t", "0", "é", "e\u{301}", "\u{301}", "\u{316}\u{301}", "中", "👨‍👩‍👧", "'", "ab", "aA", "Ａ",
    "!", "▁", "\u{0}", "\u{A0}",
    "각", "ᄀ", "ﷺ", "ß", "İ", "<", "--", "=", "_",
  ]
  private static let pieces = [
    " the", "Hello, world!", "don't", " I'll", "\n\n", "    ", "x = 1\n", "<|im_start|>", "<|im_end|>", "<s>", "</s>",
    "<unk>", "<pad>",
    "[CLS]", "[MASK]", "<0x0A>", "<start_of_turn>", "<|", "|>", "12345", "3.14e10", "北京", "Ünïcödé", "123,456",
    "\u{FEFF}", "ΑΒΓ",
  ]
  /// Not UTF-8: overlong, cut, surrogates, beyond the last scalar, lone continuation.
  private static let broken: [[UInt8]] = [
    [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xC3], [0xE4, 0xB8], [0xF0, 0x9F, 0x98],
    [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xFE, 0xFF], [0xBF, 0xBF, 0xBF], [0xE2, 0x96],
  ]
}
