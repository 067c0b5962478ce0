// SPDX-License-Identifier: Apache-2.0

/// Changes vocabularies in every field.
struct VocabularyMutator {
  private var random: MutationRandom

  init(random: MutationRandom) { self.random = random }

  /// A compiled map of normalisation without entries: a trie of 256 units that knows no key, and one replacement.
  static let emptyMap: [UInt8] = [0, 4, 0, 0] + Array(repeating: 0, count: 1024) + [0x61, 0]

  /// The same with up to five fields changed.
  mutating func changed(_ original: VocabularyFields) -> VocabularyFields {
    var fields = original
    // Small vocabularies are quick, and their tokens meet more often.
    if random.oneIn(2) { cut(&fields, to: random.length(upTo: max(fields.tokens.count, 1))) }
    for _ in 0..<(1 + random.next(below: 5)) {
      switch random.next(below: 12) {
      case 0: changeModel(&fields)
      case 1, 2: changeTokens(&fields)
      case 3: changeScores(&fields)
      case 4: changeTypes(&fields)
      case 5, 6: changeMerges(&fields)
      case 7, 8: changeMap(&fields)
      case 9:
        fields.integers = VocabularyFields.integerKeys.filter { _ in random.oneIn(2) }.map {
          ($0, odd(fields.tokens.count))
        }
      case 10: fields.flags = VocabularyFields.flagKeys.filter { _ in random.oneIn(2) }.map { ($0, random.oneIn(2)) }
      default: if random.oneIn(6) { cut(&fields, to: 0) }
      }
    }
    return fields
  }

  private mutating func cut(_ fields: inout VocabularyFields, to count: Int) {
    fields.tokens = Array(fields.tokens.prefix(count))
    fields.scores = fields.scores.map { Array($0.prefix(count)) }
    fields.types = fields.types.map { Array($0.prefix(count)) }
    fields.merges = fields.merges.map { Array($0.prefix(count)) }
  }

  private mutating func changeModel(_ fields: inout VocabularyFields) {
    fields.model = random.pick(["gpt2", "llama", "t5", "bert", "gemma4", "t5", "none", ""])
    if fields.model == "gpt2" || fields.model == "gemma4", fields.merges == nil {
      fields.merges = merges(fields.tokens)
    }
    fields.pre = random.pick(Self.preTokenizers)
  }

  private static let preTokenizers: [String?] = [
    nil, "default", "gpt-2", "smollm", "llama-bpe", "qwen2", "qwen35", "falcon", "deepseek-llm", "deepseek-coder",
    "deepseek-v3", "tekken",
    "gpt-4o", "jais-2", "seed-coder", "bailingmoe", "laguna", "minicpm5", "bloom", "viking", "spark2_5", "ufakzeka",
    "nosuch",
  ]

  private mutating func changeTokens(_ fields: inout VocabularyFields) {
    for _ in 0..<random.length(upTo: 200) where !fields.tokens.isEmpty {
      let place = random.next(below: fields.tokens.count)
      switch random.next(below: 9) {
      case 0: fields.tokens[place] = []
      case 1: fields.tokens[place] = random.pick(fields.tokens)
      case 2: fields.tokens[place] = Array((random.pick(fields.tokens) + random.pick(fields.tokens)).prefix(2000))
      case 3: fields.tokens[place] = (0..<random.length(upTo: 20)).map { _ in UInt8(random.next(below: 256)) }
      case 4: fields.tokens[place] = Array(repeating: 0x61, count: random.length(upTo: 3000))
      case 5: fields.tokens[place] = Array(random.pick(Self.texts).utf8)
      case 6: fields.tokens[place] = Array("<0x\(String(random.next(below: 400), radix: 16))>".utf8)
      case 7:
        fields.tokens[place] = Array(repeating: [0xE2, 0x96, 0x81], count: random.length(upTo: 300)).flatMap { $0 }
      default: if random.oneIn(20) { fields.tokens = fields.tokens.map { Array($0.prefix(1)) } }
      }
    }
  }

  private static let texts = [
    "a", "aa", "aaaa", "aaaaaaaa", " ", "  ", "▁", "▁a", "▁▁", "é", "\u{301}", "<|im_end|>", "<|end|>", "<|call|>",
    "<|flush|>",
    "</s>", "<unk>", "Ġ", "Ċ", "ĠĠ", "\n", "\u{0}", "<0x00>", "<0xZZ>", "[UNK]", "##a", "👨‍👩‍👧",
  ]

  private mutating func changeScores(_ fields: inout VocabularyFields) {
    let values: [Float] = [
      0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30, .leastNonzeroMagnitude, -3.5,
    ]
    switch random.next(below: 5) {
    case 0: fields.scores = nil
    case 1: fields.scores = Array(repeating: random.pick(values), count: fields.tokens.count)
    case 2: fields.scores = Array((fields.scores ?? []).prefix(random.length(upTo: 3000)))
    default:
      fields.scores = fields.tokens.map { _ in random.oneIn(3) ? random.pick(values) : -Float(random.next(below: 20)) }
    }
  }

  private mutating func changeTypes(_ fields: inout VocabularyFields) {
    switch random.next(below: 5) {
    case 0: fields.types = nil
    case 1: fields.types = Array(repeating: Int32(random.next(below: 8)), count: fields.tokens.count)
    case 2: fields.types = Array((fields.types ?? []).prefix(random.length(upTo: 3000)))
    default: fields.types = fields.tokens.map { _ in random.oneIn(4) ? Int32(truncatingIfNeeded: odd(7)) : 1 }
    }
  }

  private mutating func changeMerges(_ fields: inout VocabularyFields) {
    switch random.next(below: 6) {
    case 0: fields.merges = nil
    case 1: fields.merges = merges(fields.tokens)
    case 2: fields.merges = (fields.merges ?? []).reversed()
    case 3:
      // Each joins what the one before made with itself: texts that double.
      var text = "a"
      fields.merges = (0..<random.length(upTo: 14)).map { _ in
        defer { text += text }
        return Array((text + " " + text).utf8)
      }
    default:
      guard let list = fields.merges, !list.isEmpty else { return }
      for _ in 0..<random.length(upTo: 100) {
        let place = random.next(below: list.count)
        fields.merges?[place] =
          random.oneIn(3)
          ? Array(random.pick(["", " ", "a", "a ", " a", "  ", "a  b", "a b c", "Ġ Ġ"]).utf8) : random.pick(list)
      }
    }
  }

  private mutating func merges(_ tokens: [[UInt8]]) -> [[UInt8]] {
    guard !tokens.isEmpty else { return [] }
    return (0..<random.length(upTo: 1000)).map { _ in
      random.pick(tokens).prefix(100) + [0x20] + random.pick(tokens).prefix(100)
    }
  }

  private mutating func changeMap(_ fields: inout VocabularyFields) {
    guard !random.oneIn(8) else {
      fields.charsMap = (0..<random.length(upTo: 4000)).map { _ in UInt8(random.next(below: 256)) }
      return
    }
    if random.oneIn(2) { fields.model = "t5" }
    var map = fields.charsMap ?? Self.emptyMap
    guard map.count > 8 else {
      fields.charsMap = nil
      return
    }
    for _ in 0..<random.length(upTo: 300) {
      // Units of four bytes of the trie, or bytes of the replacements behind it.
      let place = 4 + random.next(below: map.count - 4)
      switch random.next(below: 5) {
      case 0: map[place] = UInt8(random.next(below: 256))
      case 1: map[place] ^= 1 << UInt8(random.next(below: 8))
      case 2: map[place] = 0
      case 3:
        if random.oneIn(30) {
          map.insert(contentsOf: map[place..<min(map.count, place + random.length(upTo: 64))], at: place)
        }
      default:
        if random.oneIn(60) { map.append(contentsOf: Array(repeating: 0x61, count: random.length(upTo: 500)) + [0]) }
      }
    }
    fields.charsMap = map
  }

  private mutating func odd(_ count: Int) -> Int64 {
    random.oneIn(2)
      ? Int64(random.next(below: count + 1)) : random.pick([-1, .min, .max, 1 << 31, 1 << 32, Int64(count), 0, 255])
  }
}
