// SPDX-License-Identifier: Apache-2.0

extension Vocabulary {
  func makeEncoder(_ description: VocabularyDescription) throws(TokenizerError) -> Tokenizer.Encoder {
    switch kind {
    case .bytePair(let preTokenizer, let ignoresMerges):
      return .bytePair(
        BytePairEncoder(
          rawTokens: outputs, isReachable: isInAlphabet, merges: description.merges ?? ByteStringTable(),
          preTokenizer: preTokenizer, ignoresMerges: ignoresMerges))
    case .sentencePiece:
      // The library cuts unused tokens again after they were made; no vocabulary in use has any.
      return types.contains(.unused)
        ? .sentencePiece(try makeLibraryEncoder(description)) : .scoredPieces(makeScoredEncoder(description))
    case .textPair: return .listedPieces(makeListedEncoder(description))
    case .unigram: return .unigram(try makeUnigramEncoder(description))
    case .wordPiece: return .wordPiece(WordPieceEncoder(outputs, unknownID: unknownID))
    }
  }

  /// An encoder that asks libsentencepiece.
  func makeLibraryEncoder(
    _ description: VocabularyDescription
  ) throws(TokenizerError) -> ChunkedEncoder<SentencePieceLibrary> {
    let model = sentencePieceModel(description)
    var addsSpace = addsSpacePrefix
    // The library follows the map without looking.
    if model.isUnigram {
      guard model.charsMap.isEmpty || NormalizationMap(model.charsMap) != nil else {
        throw TokenizerError(.normalizationMap(byteCount: model.charsMap.count))
      }
      addsSpace = false
    }
    return ChunkedEncoder(try SentencePieceLibrary(model), model, addsSpaceAfterSpecial: addsSpace)
  }

  private func makeUnigramEncoder(
    _ description: VocabularyDescription
  ) throws(TokenizerError) -> ChunkedEncoder<UnigramModel> {
    let model = sentencePieceModel(description)
    return ChunkedEncoder(try UnigramModel(model, byteTokens: byteTokens(description)), model)
  }

  private func sentencePieceModel(_ description: VocabularyDescription) -> SentencePieceModel {
    var model = SentencePieceModel(
      tokens: description.tokens, scores: description.scores ?? [], types: types, unknownID: Int(unknownID))
    if case .unigram = kind {
      model.isUnigram = true
      model.charsMap = description.precompiledCharsMap ?? []
      // The space is put there behind the special token's own text, since spaces at the start may be taken away.
      model.addsSpacePrefix = addsSpacePrefix
      model.removesExtraSpaces = description.removeExtraWhitespaces ?? false
    }
    return model
  }

  private func makeScoredEncoder(_ description: VocabularyDescription) -> PieceEncoder<ScoreMergeRule> {
    let index = ByteStringIndex(minimumCapacity: outputs.count, byteCapacity: outputs.byteCount)
    let filter = ScalarPairFilter()
    var longest = 1
    insertOrdinaryTokens(of: description, into: index) { bytes in
      filter.insertPairs(of: bytes)
      longest = max(longest, bytes.count)
    }
    let scores = description.scores ?? []
    let ranks = (0..<outputs.count).map { ScoreMergeRule.rank(scores.isEmpty ? 0 : scores[$0]) }
    return PieceEncoder(
      rule: ScoreMergeRule(index: index, ranks: ranks, longest: longest), index: index, filter: filter,
      vocabularySize: outputs.count, byteTokens: byteTokens(description), unknownID: unknownID,
      addsSpacePrefix: addsSpacePrefix, splitsAtLineBreaks: false)
  }

  private func makeListedEncoder(_ description: VocabularyDescription) -> PieceEncoder<ListMergeRule> {
    let index = ByteStringIndex(minimumCapacity: outputs.count, byteCapacity: outputs.byteCount)
    let filter = ScalarPairFilter()
    insertOrdinaryTokens(of: description, into: index) { _ in }
    var next = Int32(outputs.count)
    func symbol(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
      let symbol = index.insert(bytes, next)
      if symbol == next { next += 1 }
      return symbol
    }
    let list = description.merges ?? ByteStringTable()
    let merges = MergeTable(minimumCapacity: list.count)
    TextMergeList.forEach(list) { rank, left, right, joined in
      merges.insert(symbol(left), symbol(right), Merge(rank: UInt32(rank), symbol: symbol(joined)))
      filter.insertPairs(of: joined)
    }
    return PieceEncoder(
      rule: ListMergeRule(index: index, merges: merges), index: index, filter: filter, vocabularySize: outputs.count,
      byteTokens: byteTokens(description), unknownID: unknownID, addsSpacePrefix: addsSpacePrefix,
      splitsAtLineBreaks: true)
  }

  /// Tokens that text may become, with spaces for U+2581. One that has a space in the file is none: text has no such space.
  private func insertOrdinaryTokens(
    of description: VocabularyDescription, into index: ByteStringIndex, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    outputs.forEach { id, bytes in
      guard types[id] == .normal, !bytes.isEmpty else { return }
      let isSpaced = description.tokens.withBytes(at: id) { $0.count == bytes.count && $0.contains(UInt8(ascii: " ")) }
      guard !isSpaced else { return }
      index.insert(bytes, Int32(id))
      body(bytes)
    }
  }

  /// (256) the token of each byte, or none where one is missing, as the library does.
  private func byteTokens(_ description: VocabularyDescription) -> [TokenID] {
    var result = [TokenID](repeating: -1, count: 256)
    for (id, type) in types.enumerated() where type == .byte {
      if let byte = description.tokens.withBytes(at: id, byteValue(ofPiece:)), result[Int(byte)] < 0 {
        result[Int(byte)] = TokenID(id)
      }
    }
    return result.contains(-1) ? [] : result
  }
}

/// Reads merges, "left right", in which U+2581 stands for a space.
private enum TextMergeList {
  /// Calls `body` with rank, left, right and joined text.
  static func forEach(
    _ list: ByteStringTable,
    _ body: (Int, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var scratch: [UInt8] = []
    list.forEach { rank, text in
      guard let space = text.dropFirst().firstIndex(of: UInt8(ascii: " ")) else { return }
      scratch.removeAll(keepingCapacity: true)
      append(text[..<space], &scratch)
      let left = scratch.count
      append(text[(space + 1)...], &scratch)
      guard left > 0, scratch.count > left else { return }
      scratch.withUnsafeBufferPointer {
        body(rank, UnsafeBufferPointer(rebasing: $0[..<left]), UnsafeBufferPointer(rebasing: $0[left...]), $0)
      }
    }
  }

  private static func append(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ output: inout [UInt8]) {
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == 0xE2, position + 2 < text.endIndex, text[position + 1] == 0x96, text[position + 2] == 0x81 {
        output.append(UInt8(ascii: " "))
        position += 3
      } else {
        output.append(text[position])
        position += 1
      }
    }
  }
}
