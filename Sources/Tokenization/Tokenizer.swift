// SPDX-License-Identifier: Apache-2.0

/// Text to token ids and back, for one vocabulary. Immutable, so that any number of threads may share it.
package final class Tokenizer: Sendable {
  enum Encoder: Sendable {
    case bytePair(BytePairEncoder)
    case sentencePiece(ChunkedEncoder<SentencePieceLibrary>)
    case unigram(ChunkedEncoder<UnigramModel>)
    case scoredPieces(PieceEncoder<ScoreMergeRule>)
    case listedPieces(PieceEncoder<ListMergeRule>)
    case wordPiece(WordPieceEncoder)
  }

  /// Far above any vocabulary in use; a file may not make us hold more.
  static let maximumVocabularySize = 1 << 24
  /// Of tokens and merges together; keeps every position in 32 bits.
  static let maximumByteCount = 1 << 30

  /// `tokenizer.ggml.model`.
  package let model: String
  package let vocabularySize: Int
  package let beginningOfSequence: TokenID?
  package let endOfSequence: TokenID?
  /// The tokens that end an answer.
  package let endOfGeneration: Set<TokenID>
  /// Whether the vocabulary wants its first token in front of a text.
  package let addsBeginningOfSequence: Bool
  package let addsEndOfSequence: Bool
  /// Whether text gets a space in front that decoding takes away again.
  package let addsSpacePrefix: Bool

  private let texts: ByteStringTable
  /// What each token adds to output.
  private let outputs: ByteStringTable
  private let types: [TokenType]
  private let specials: SpecialTokenTable
  private let stripsSpaceAfter: Set<TokenID>
  private let encoder: Encoder

  package init(_ description: VocabularyDescription) throws(TokenizerError) {
    let vocabulary = try Vocabulary(description)
    model = description.model
    vocabularySize = description.tokens.count
    texts = description.tokens
    outputs = vocabulary.outputs
    types = vocabulary.types
    specials = vocabulary.specials
    stripsSpaceAfter = vocabulary.stripsSpaceAfter
    beginningOfSequence = vocabulary.bosID
    endOfSequence = vocabulary.eosID
    endOfGeneration = vocabulary.endOfGeneration
    addsBeginningOfSequence = vocabulary.addsBOS
    addsEndOfSequence = vocabulary.addsEOS
    addsSpacePrefix = vocabulary.addsSpacePrefix
    encoder = try vocabulary.makeEncoder(description)
  }
}

// MARK: Encoding

extension Tokenizer {
  /// The tokens of a text.
  ///
  /// - Parameters:
  ///   - parsingSpecialTokens: whether control tokens written in the text become those tokens. Never for a user's text.
  ///   - addingSpecials: whether the vocabulary's first and last tokens are put around, if it wants them.
  package func encode(_ text: String, parsingSpecialTokens: Bool, addingSpecials: Bool = false) -> [TokenID] {
    var output: [TokenID] = []
    if addingSpecials, addsBeginningOfSequence, let id = beginningOfSequence { output.append(id) }
    var text = text
    text.withUTF8 { bytes in
      let template = parsingSpecialTokens && !bytes.isEmpty ? [0..<bytes.count] : []
      encode(bytes, template: template, into: &output)
    }
    if addingSpecials, addsEndOfSequence, let id = endOfSequence { output.append(id) }
    return output
  }

  /// The tokens of a prompt made of template text and content.
  ///
  /// Ordinary text is merged across the borders of segments, as in training; control tokens are read only where all of
  /// their text is template text.
  package func encode(_ segments: [PromptSegment]) -> [TokenID] {
    var bytes: [UInt8] = []
    var template: [Range<Int>] = []
    for segment in segments where !segment.text.isEmpty {
      let start = bytes.count
      bytes.append(contentsOf: segment.text.utf8)
      guard segment.isTemplate else { continue }
      if template.last?.upperBound == start {
        template[template.count - 1] = template[template.count - 1].lowerBound..<bytes.count
      } else {
        template.append(start..<bytes.count)
      }
    }
    var output: [TokenID] = []
    bytes.withUnsafeBufferPointer { encode($0, template: template, into: &output) }
    return output
  }

  /// The tokens of text that goes on after other text, in UTF-8: no space is put in front, no control token is read.
  package func encode(continuation bytes: [UInt8]) -> [TokenID] {
    var output: [TokenID] = []
    bytes.withUnsafeBufferPointer { encode($0, template: [], isContinuation: true, into: &output) }
    return output
  }

  /// Cuts the text at special tokens and encodes what lies between.
  ///
  /// - Parameters:
  ///   - template: byte ranges of template text, in order, none touching another.
  ///   - isContinuation: whether other text stands before.
  private func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, template: [Range<Int>], isContinuation: Bool = false,
    into output: inout [TokenID]
  ) {
    var (position, start, isAfterSpecial) = (0, 0, !isContinuation)
    var ranges = template[...]
    while position < bytes.count {
      guard specials.mayStart(with: bytes[position]) else {
        position += 1
        continue
      }
      while let range = ranges.first, range.upperBound <= position { ranges.removeFirst() }
      let range = ranges.first ?? 0..<0
      let templateEnd = range.contains(position) ? range.upperBound : position
      guard let match = specials.longestMatch(in: bytes, at: position, templateEnd: templateEnd) else {
        position += 1
        continue
      }
      encodeText(bytes, start..<position, isAfterSpecial: isAfterSpecial, into: &output)
      output.append(match.token)
      position += match.length
      if stripsSpaceAfter.contains(match.token) {
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
      }
      (start, isAfterSpecial) = (position, true)
    }
    encodeText(bytes, start..<bytes.count, isAfterSpecial: isAfterSpecial, into: &output)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func encodeText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isAfterSpecial: Bool, into output: inout [TokenID]
  ) {
    guard !range.isEmpty else { return }
    switch encoder {
    case .sentencePiece(let encoder):
      encoder.encode(UnsafeBufferPointer(rebasing: bytes[range]), isAfterSpecial: isAfterSpecial, into: &output)
    case .unigram(let encoder):
      encoder.encode(UnsafeBufferPointer(rebasing: bytes[range]), isAfterSpecial: isAfterSpecial, into: &output)
    case .scoredPieces(let encoder):
      encoder.encode(UnsafeBufferPointer(rebasing: bytes[range]), isAfterSpecial: isAfterSpecial, into: &output)
    case .listedPieces(let encoder):
      encoder.encode(UnsafeBufferPointer(rebasing: bytes[range]), isAfterSpecial: isAfterSpecial, into: &output)
    case .wordPiece(let encoder): encoder.encode(UnsafeBufferPointer(rebasing: bytes[range]), into: &output)
    case .bytePair(let encoder):
      UnicodeClass.table.withUnsafeBufferPointer { classes in
        let text = ScalarText(
          base: bytes.baseAddress! + range.lowerBound, end: range.count, classes: classes.baseAddress!)
        encoder.encode(text, into: &output)
      }
    }
  }
}

// MARK: Decoding

extension Tokenizer {
  /// Calls `body` with what a token adds to output; nothing for control, unused and unknown tokens, or a bad id.
  package func withOutputBytes(of id: TokenID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard isValid(id) else { return }
    outputs.withBytes(at: Int(id), body)
  }

  package func isValid(_ id: TokenID) -> Bool { id >= 0 && Int(id) < vocabularySize }

  /// What a token adds to output; nothing for control, unused and unknown tokens, or a bad id.
  package func bytes(of id: TokenID) -> [UInt8] { isValid(id) ? outputs.bytes(at: Int(id)) : [] }

  /// The output of every token, for a trie over the vocabulary.
  package func tokenBytes() -> [[UInt8]] { (0..<vocabularySize).map { outputs.bytes(at: $0) } }

  /// A token as a person reads it: its output, or the name of a token that has none.
  package func pieceText(of id: TokenID) -> String {
    guard isValid(id) else { return "" }
    let table = outputs.length(at: Int(id)) > 0 ? outputs : texts
    return table.text(at: Int(id))
  }

  /// Whether a token is control, unknown or unused rather than text; true for a bad id.
  package func isControl(_ id: TokenID) -> Bool {
    guard isValid(id) else { return true }
    switch types[Int(id)] {
    case .control, .unknown, .unused: return true
    case .normal, .userDefined, .byte: return false
    }
  }

  /// The token whose text in the file is exactly `text`, such as `<|im_end|>`; the first of several.
  package func token(named text: String) -> TokenID? {
    let key = Array(text.utf8)
    for id in 0..<vocabularySize where texts.length(at: id) == key.count {
      if texts.withBytes(at: id, { $0.elementsEqual(key) }) { return TokenID(id) }
    }
    return nil
  }

  /// The text of tokens; bytes that are not UTF-8 become U+FFFD.
  package func decode(_ ids: [TokenID]) -> String {
    var bytes: [UInt8] = []
    for id in ids { withOutputBytes(of: id) { bytes.append(contentsOf: $0) } }
    let text = addsSpacePrefix && bytes.first == UInt8(ascii: " ") ? bytes.dropFirst() : bytes[...]
    return String(decoding: text, as: UTF8.self)
  }

  /// A decoder for an answer that arrives token by token; all its text joined equals `decode`.
  package func makeStreamingDecoder() -> StreamingDecoder {
    StreamingDecoder(self, strippingLeadingSpace: addsSpacePrefix)
  }
}
