// SPDX-License-Identifier: Apache-2.0

/// Cuts a text into the tokens whose scores have the greatest sum: the likeliest cut under a unigram language model.
///
/// One pass over the text: for each place where a token may end, the best sum to it and the token that ends there; then back
/// from the end. The ids are those of libsentencepiece, which keeps sums in 32 bits and compares a new one, in 64, with what it keeps:
/// so are equal cuts told apart.
/// Source: T. Kudo, "Subword Regularization" (2018), section 3.2.
final class UnigramModel: ChunkModel {
  /// What a character without a token costs more than the worst token.
  private static let unknownPenalty: Float = 10
  /// Longer tokens, in bytes, are never looked for: a vocabulary made for it could let each character cost the length of one.
  private static let maximumLength = 256

  private let trie: ByteTrie
  /// (tokens)
  private let scores: [Float]
  private let unknownID: TokenID
  private let unknownScore: Float
  /// (256) what stands for each byte of a character without a token, or empty.
  private let byteTokens: [TokenID]
  private let normalizer: UnigramNormalizer

  /// - Throws: `TokenizerError` where the map of normalisation is none.
  init(_ model: SentencePieceModel, byteTokens: [TokenID]) throws(TokenizerError) {
    var map: NormalizationMap?
    if !model.charsMap.isEmpty {
      map = NormalizationMap(model.charsMap)
      guard map != nil else { throw TokenizerError(.normalizationMap(byteCount: model.charsMap.count)) }
    }
    normalizer = UnigramNormalizer(map: map, removesExtraSpaces: model.removesExtraSpaces)
    let scores = model.types.indices.map(model.score(of:))
    var worst = Float.greatestFiniteMagnitude
    trie = ByteTrie(model.tokens) { id, bytes in
      guard id != model.unknownID, model.types[id] == .normal else { return false }
      worst = min(worst, scores[id])
      return bytes.count <= Self.maximumLength
    }
    self.scores = scores
    unknownScore = worst - Self.unknownPenalty
    unknownID = TokenID(model.unknownID)
    self.byteTokens = byteTokens
  }

  /// Where the best cut of all before a place came from.
  private struct Node {
    var score: Float = 0
    /// Where the token begins that ends here, or -1 where none ends.
    var start: Int32 = -1
    var token: TokenID = -1
  }

  func encode(_ text: UnsafeBufferPointer<UInt8>, addsSpacePrefix: Bool, into output: inout [TokenID]) {
    var normalized: [UInt8] = []
    normalized.reserveCapacity(text.count + text.count / 2 + 3)
    normalizer.normalize(text, addsSpacePrefix: addsSpacePrefix, into: &normalized)
    guard !normalized.isEmpty else { return }
    normalized.withUnsafeBufferPointer { bytes in
      var nodes = [Node](repeating: Node(), count: bytes.count + 1)
      fill(&nodes, bytes)
      append(nodes, bytes, &output)
    }
  }

  private func fill(_ nodes: inout [Node], _ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < text.count {
      let sum = nodes[start].score
      let character = min(Self.characterLength(text[start]), text.count - start)
      var hasCharacter = false
      var (node, position) = (ByteTrie.root, start)
      while position < text.count, let next = trie.child(of: node, text[position]) {
        node = next
        position += 1
        let token = trie.number(at: node)
        guard token >= 0 else { continue }
        offer(Double(sum) + Double(scores[Int(token)]), TokenID(token), from: start, to: &nodes[position])
        if position - start == character { hasCharacter = true }
      }
      if !hasCharacter { offer(Double(sum + unknownScore), unknownID, from: start, to: &nodes[start + character]) }
      start += character
    }
  }

  private func offer(_ score: Double, _ token: TokenID, from start: Int, to node: inout Node) {
    guard node.start < 0 || score > Double(node.score) else { return }
    node = Node(score: Float(score), start: Int32(start), token: token)
  }

  private func append(_ nodes: [Node], _ text: UnsafeBufferPointer<UInt8>, _ output: inout [TokenID]) {
    let first = output.count
    var end = text.count
    var followsUnknown = false
    while end > 0 {
      let node = nodes[end]
      let isUnknown = node.token == unknownID
      if isUnknown, !byteTokens.isEmpty {
        for byte in text[Int(node.start)..<end].reversed() { output.append(byteTokens[Int(byte)]) }
      } else if !isUnknown || !followsUnknown {
        // Of unknown characters in a row one token stands for all.
        output.append(node.token)
      }
      followsUnknown = isUnknown
      end = Int(node.start)
    }
    output[first...].reverse()
  }

  /// The bytes that a character has by its first one.
  private static func characterLength(_ byte: UInt8) -> Int { byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }
}
