// SPDX-License-Identifier: Apache-2.0

/// A vocabulary checked and with the defaults of its kind filled in: all that a tokenizer is made from.
///
/// Ids beyond the vocabulary count as absent, so nothing later needs to check them.
struct Vocabulary {
  enum Kind {
    case bytePair(PreTokenizer, ignoresMerges: Bool)
    case sentencePiece
  }

  let kind: Kind
  let types: [TokenType]
  /// What each token adds to output.
  let outputs: ByteStringTable
  /// For byte-pair vocabularies, whether each token's text lies in the byte alphabet.
  private let isInAlphabet: [Bool]
  let specials: SpecialTokenTable
  let stripsSpaceAfter: Set<TokenID>
  let bosID: TokenID?
  let eosID: TokenID?
  let endOfGeneration: Set<TokenID>
  let addsBOS: Bool
  let addsEOS: Bool
  let addsSpacePrefix: Bool

  init(_ description: VocabularyDescription) throws(TokenizerError) {
    let tokens = description.tokens
    guard tokens.count > 0 else { throw TokenizerError(.emptyVocabulary) }
    guard tokens.count <= Tokenizer.maximumVocabularySize else {
      throw TokenizerError(.tooManyTokens(found: tokens.count, limit: Tokenizer.maximumVocabularySize))
    }
    let bytes = tokens.byteCount + (description.merges?.byteCount ?? 0)
    guard bytes <= Tokenizer.maximumByteCount else {
      throw TokenizerError(.tooManyBytes(found: bytes, limit: Tokenizer.maximumByteCount))
    }
    let kind = try Self.kind(description)
    self.kind = kind
    func valid(_ id: Int?, default standard: Int?) -> Int? {
      if let id, id >= 0, id < tokens.count { return id }
      return standard.flatMap { $0 < tokens.count ? $0 : nil }
    }
    let isSentencePiece = if case .sentencePiece = kind { true } else { false }
    let bos = valid(description.bosID, default: isSentencePiece ? 1 : nil)
    let eos = valid(description.eosID, default: isSentencePiece ? 2 : nil)
    bosID = bos.map { TokenID($0) }
    eosID = eos.map { TokenID($0) }
    addsBOS =
      description.addBOS ?? (isSentencePiece || PreTokenizer.addsBeginningOfSequence(name: description.pre))
    addsEOS = description.addEOS ?? false
    addsSpacePrefix = isSentencePiece && description.addSpacePrefix ?? true

    var types = try Self.types(description)
    endOfGeneration = EndOfGeneration.resolve(tokens, &types, ids: [eos, description.eotID, description.eomID])
    self.types = types
    (outputs, isInAlphabet) = isSentencePiece ? Self.pieceOutputs(tokens, types) : Self.byteOutputs(tokens, types)
    var specials = SpecialTokenTable()
    var special: [Int] = []
    tokens.forEach { id, text in
      switch types[id] {
      case .control, .unknown: specials.insert(text, TokenID(id), isUserDefined: false)
      case .userDefined: specials.insert(text, TokenID(id), isUserDefined: true)
      case .normal, .unused, .byte: return
      }
      special.append(id)
    }
    self.specials = specials
    stripsSpaceAfter = Self.stripping(description, special)
  }

  private static func kind(_ description: VocabularyDescription) throws(TokenizerError) -> Kind {
    switch description.model {
    case "llama": return .sentencePiece
    case "gpt2":
      guard let preTokenizer = PreTokenizer(name: description.pre) else {
        throw TokenizerError(.unknownPreTokenizer(description.pre ?? ""))
      }
      guard description.merges != nil else { throw TokenizerError(.missingMerges) }
      return .bytePair(preTokenizer, ignoresMerges: PreTokenizer.ignoresMerges(name: description.pre))
    default: throw TokenizerError(.unknownModel(description.model))
    }
  }

  /// The types given, or all normal; a number that SentencePiece does not have counts as unused.
  private static func types(_ description: VocabularyDescription) throws(TokenizerError) -> [TokenType] {
    let count = description.tokens.count
    if let scores = description.scores, scores.count < count {
      throw TokenizerError(.scoreCount(found: scores.count, expected: count))
    }
    guard let types = description.types else { return Array(repeating: .normal, count: count) }
    guard types.count >= count else { throw TokenizerError(.typeCount(found: types.count, expected: count)) }
    return types[..<count].map { TokenType(rawValue: $0) ?? .unused }
  }

  /// Phi-3 was trained without the white space that templates write after its special tokens. No key of the file says
  /// so; llama.cpp also goes by the model's name.
  private static func stripping(_ description: VocabularyDescription, _ special: [Int]) -> Set<TokenID> {
    let name = description.modelName?.lowercased() ?? ""
    guard name.contains("phi-3") || name.contains("phi3") else { return [] }
    let kept = ["<unk>", "<s>", "<|endoftext|>"]
    return Set(special.filter { !kept.contains(description.tokens.text(at: $0)) }.map { TokenID($0) })
  }

  // MARK: Output

  /// SentencePiece: `▁` (U+2581) is a space, `<0x0A>` is a byte.
  private static func pieceOutputs(_ tokens: ByteStringTable, _ types: [TokenType]) -> (ByteStringTable, [Bool]) {
    var outputs = ByteStringTable(minimumCapacity: tokens.count, byteCapacity: tokens.byteCount)
    tokens.forEach { id, text in
      switch types[id] {
      case .control, .unknown, .unused: outputs.append(EmptyCollection())
      case .userDefined: outputs.append(UnsafeRawBufferPointer(text))
      case .byte: outputs.append(CollectionOfOne(byteValue(ofPiece: text) ?? UInt8(ascii: "?")))
      case .normal:
        outputs.append(capacity: text.count) { output in
          var (read, written) = (0, 0)
          while read < text.count {
            if text[read] == 0xE2, read + 2 < text.count, text[read + 1] == 0x96, text[read + 2] == 0x81 {
              output[written] = UInt8(ascii: " ")
              read += 3
            } else {
              output[written] = text[read]
              read += 1
            }
            written += 1
          }
          return written
        }
      }
    }
    return (outputs, [])
  }

  /// Byte-level BPE: ordinary tokens are written in the byte alphabet, user-defined ones as they are.
  private static func byteOutputs(_ tokens: ByteStringTable, _ types: [TokenType]) -> (ByteStringTable, [Bool]) {
    var outputs = ByteStringTable(minimumCapacity: tokens.count, byteCapacity: tokens.byteCount)
    var isInAlphabet = [Bool](repeating: false, count: tokens.count)
    ByteAlphabet.bytes.withUnsafeBufferPointer { table in
      tokens.forEach { id, text in
        switch types[id] {
        case .control, .unknown, .unused: outputs.append(EmptyCollection())
        case .userDefined: outputs.append(UnsafeRawBufferPointer(text))
        case .normal, .byte:
          outputs.append(capacity: text.count) { output in
            let (count, isWhole) = ByteAlphabet.decode(text, into: output, table: table.baseAddress!)
            isInAlphabet[id] = isWhole && count > 0
            return count
          }
        }
      }
    }
    return (outputs, isInAlphabet)
  }

  // MARK: Encoder

  func makeEncoder(_ description: VocabularyDescription) throws(TokenizerError) -> Tokenizer.Encoder {
    switch kind {
    case .bytePair(let preTokenizer, let ignoresMerges):
      return .bytePair(
        BytePairEncoder(
          rawTokens: outputs, isReachable: isInAlphabet, merges: description.merges ?? ByteStringTable(),
          preTokenizer: preTokenizer, ignoresMerges: ignoresMerges))
    case .sentencePiece:
      let unknown = description.unknownID.flatMap { $0 >= 0 && $0 < types.count ? $0 : nil } ?? 0
      let model = SentencePieceModel(
        tokens: description.tokens, scores: description.scores ?? [], types: types, unknownID: unknown)
      return .sentencePiece(try SentencePieceEncoder(model, addsSpacePrefix: addsSpacePrefix))
    }
  }
}
