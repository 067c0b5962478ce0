// SPDX-License-Identifier: Apache-2.0

/// A vocabulary checked and with the defaults of its kind filled in: all that a tokenizer is made from.
///
/// Ids beyond the vocabulary count as absent, so nothing later needs to check them.
struct Vocabulary {
  enum Kind {
    case bytePair(PreTokenizer, ignoresMerges: Bool)
    /// Merges by score.
    case sentencePiece
    /// Merges by list over text as it is, spaces written U+2581.
    case textPair
    /// The likeliest cut into tokens.
    case unigram
    /// BERT's longest tokens.
    case wordPiece

    /// Whether tokens are written as SentencePiece writes them.
    var isPieces: Bool { if case .bytePair = self { false } else { true } }

    /// The ids of first, last and unknown token where the file names none.
    var standardIDs: (bos: Int?, eos: Int?, unknown: Int) {
      switch self {
      case .bytePair: (nil, nil, 0)
      case .sentencePiece: (1, 2, 0)
      case .textPair: (2, 1, 3)
      case .unigram: (nil, 1, 2)
      case .wordPiece: (101, 102, 100)
      }
    }
  }

  let kind: Kind
  let types: [TokenType]
  /// What each token adds to output.
  let outputs: ByteStringTable
  /// For byte-pair vocabularies, whether each token's text lies in the byte alphabet.
  let isInAlphabet: [Bool]
  let specials: SpecialTokenTable
  let stripsSpaceAfter: Set<TokenID>
  let bosID: TokenID?
  let eosID: TokenID?
  let unknownID: TokenID
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
    let standard = kind.standardIDs
    let (bos, eos): (Int?, Int?)
    switch kind {
    case .wordPiece:
      bos = valid(description.classificationID ?? description.bosID, default: standard.bos)
      eos = valid(description.separatorID ?? description.eosID, default: standard.eos)
      (addsBOS, addsEOS, addsSpacePrefix) = (description.addBOS ?? true, description.addEOS ?? true, true)
    default:
      bos = valid(description.bosID, default: standard.bos)
      eos = valid(description.eosID, default: standard.eos)
      let byKind =
        switch kind {
        case .sentencePiece, .textPair: true
        case .bytePair: PreTokenizer.addsBeginningOfSequence(name: description.pre)
        case .unigram, .wordPiece: false
        }
      addsBOS = description.addBOS ?? byKind
      if case .unigram = kind { addsEOS = description.addEOS ?? true } else { addsEOS = description.addEOS ?? false }
      let isPrefixed = if case .textPair = kind { false } else { kind.isPieces }
      addsSpacePrefix = kind.isPieces && description.addSpacePrefix ?? isPrefixed
    }
    bosID = bos.map { TokenID($0) }
    eosID = eos.map { TokenID($0) }
    unknownID = TokenID(valid(description.unknownID, default: standard.unknown) ?? 0)

    var types = try Self.types(description)
    endOfGeneration = EndOfGeneration.resolve(tokens, &types, ids: [eos, description.eotID, description.eomID])
    self.types = types
    (outputs, isInAlphabet) = kind.isPieces ? Self.pieceOutputs(tokens, types) : Self.byteOutputs(tokens, types)
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
    case "t5": return .unigram
    case "bert": return .wordPiece
    case "gemma4":
      guard description.merges != nil else { throw TokenizerError(.missingMerges) }
      return .textPair
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
    let outputs = ByteStringTable(mapping: tokens) { id, text, output in
      switch types[id] {
      case .control, .unknown, .unused: return 0
      case .userDefined: return copy(text, to: output)
      case .byte:
        output[0] = byteValue(ofPiece: text) ?? UInt8(ascii: "?")
        return 1
      case .normal:
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
    return (outputs, [])
  }

  /// Byte-level BPE: ordinary tokens are written in the byte alphabet, user-defined ones as they are.
  private static func byteOutputs(_ tokens: ByteStringTable, _ types: [TokenType]) -> (ByteStringTable, [Bool]) {
    var isInAlphabet = [Bool](repeating: false, count: tokens.count)
    let outputs = ByteAlphabet.bytes.withUnsafeBufferPointer { table in
      ByteStringTable(mapping: tokens) { id, text, output in
        switch types[id] {
        case .control, .unknown, .unused: return 0
        case .userDefined: return copy(text, to: output)
        case .normal, .byte:
          let (count, isWhole) = ByteAlphabet.decode(text, into: output, table: table.baseAddress!)
          isInAlphabet[id] = isWhole && count > 0
          return count
        }
      }
    }
    return (outputs, isInAlphabet)
  }

  private static func copy(_ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>) -> Int {
    if let base = text.baseAddress { output.update(from: base, count: text.count) }
    return text.count
  }
}
