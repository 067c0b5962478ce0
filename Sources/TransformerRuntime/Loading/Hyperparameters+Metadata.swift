// SPDX-License-Identifier: Apache-2.0
import GGUFFormat

extension Hyperparameters {
  /// Reads what all architectures share. An architecture then adjusts and checks its own part.
  ///
  /// - Throws: the first key that is missing, of another type, or out of its range.
  init(_ reader: HyperparameterReader) throws(ModelError) {
    typealias Limit = HyperparameterReader
    let widths = 1...Limit.widthLimit
    architecture = reader.architecture
    vocabularySize = try Self.vocabularySize(reader)
    contextLength = try reader.requiredInteger("context_length", in: 1...Limit.contextLimit)
    embeddingLength = try reader.requiredInteger("embedding_length", in: widths)
    blockCount = try reader.requiredInteger("block_count", in: 1...Limit.blockLimit)
    feedForwardLength = try Self.common("feed_forward_length", reader, blockCount: blockCount, in: widths)
    headCount = try Self.common("attention.head_count", reader, blockCount: blockCount, in: 1...(1 << 16))
    headCountKV = try Self.headCountKV(reader, blockCount: blockCount, headCount: headCount)
    headLength = try Self.headLength(reader, embeddingLength: embeddingLength, headCount: headCount)
    normEpsilon = try reader.number("attention.layer_norm_rms_epsilon", in: 0...1) ?? .nan
    rope = try RopeParameters(reader, headLength: headLength)
    slidingWindow = try reader.integer("attention.sliding_window", in: 0...Limit.contextLimit).flatMap {
      $0 == 0 ? nil : $0
    }
    // In all three, 0 is what converters write for "not used".
    attentionScale = try reader.number("attention.scale", in: 0...1e6).flatMap { $0 == 0 ? nil : $0 }
    finalLogitSoftcap = try reader.number("final_logit_softcapping", in: 0...1e6).flatMap { $0 == 0 ? nil : $0 }
    attentionLogitSoftcap = try reader.number("attn_logit_softcapping", in: 0...1e6).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Reads the keys of mixtures of experts, for architectures that may have them; nothing changes without experts.
  mutating func readExperts(_ reader: HyperparameterReader) throws(ModelError) {
    expertCount = try reader.integer("expert_count", in: 0...HyperparameterReader.expertLimit) ?? 0
    guard expertCount > 0 else { return }
    expertUsedCount = try reader.requiredInteger("expert_used_count", in: 1...expertCount)
    let widths = 1...HyperparameterReader.widthLimit
    if let length = try reader.integer("expert_feed_forward_length", in: widths) { feedForwardLength = length }
    // 0 is what converters write for "not used".
    let scale = try reader.number("expert_weights_scale", in: 0...1e6) ?? 1
    expertWeightScale = scale == 0 ? 1 : scale
  }

  /// Names the key of the norm epsilon when it is missing; gpt2 reads another key.
  func requireNormEpsilon(_ reader: HyperparameterReader) throws(ModelError) {
    guard !normEpsilon.isNaN else {
      throw ModelError(.missingKey, reader.key("attention.layer_norm_rms_epsilon"))
    }
  }

  /// The number of token texts; a file without a vocabulary states the size in a key.
  private static func vocabularySize(_ reader: HyperparameterReader) throws(ModelError) -> Int {
    let range = 1...HyperparameterReader.widthLimit
    if case .array(let tokens)? = reader.metadata["tokenizer.ggml.tokens"] {
      guard range.contains(tokens.count) else {
        let expected = "1 to \(range.upperBound) elements"
        throw ModelError(.invalidValue(found: "\(tokens.count) elements", expected: expected), "tokenizer.ggml.tokens")
      }
      return tokens.count
    }
    return try reader.requiredInteger("vocab_size", in: range)
  }

  /// A required number that may be given for each block, but must be the same for all.
  private static func common(
    _ name: String, _ reader: HyperparameterReader, blockCount: Int, in range: ClosedRange<Int>
  ) throws(ModelError) -> Int {
    guard let numbers = try reader.perBlock(name, count: blockCount, in: range) else {
      throw ModelError(.missingKey, reader.key(name))
    }
    guard numbers.allSatisfy({ $0 == numbers[0] }) else {
      throw ModelError(.unsupportedValue(found: "\(numbers)", supported: "one for all blocks"), reader.key(name))
    }
    return numbers[0]
  }

  private static func headCountKV(
    _ reader: HyperparameterReader, blockCount: Int, headCount: Int
  ) throws(ModelError) -> [Int] {
    let name = "attention.head_count_kv"
    guard let counts = try reader.perBlock(name, count: blockCount, in: 0...headCount) else {
      return [Int](repeating: headCount, count: blockCount)
    }
    for count in counts where count != 0 && headCount % count != 0 {
      let expected = "a divisor of the \(headCount) query heads"
      throw ModelError(.invalidValue(found: "\(count)", expected: expected), reader.key(name))
    }
    return counts
  }

  private static func headLength(
    _ reader: HyperparameterReader, embeddingLength: Int, headCount: Int
  ) throws(ModelError) -> Int {
    let range = 1...(1 << 13)
    let key = try reader.integer("attention.key_length", in: range)
    let value = try reader.integer("attention.value_length", in: range)
    guard let length = key ?? value else {
      guard embeddingLength % headCount == 0, range.contains(embeddingLength / headCount) else {
        let expected = "a divisor of the width \(embeddingLength)"
        throw ModelError(.invalidValue(found: "\(headCount)", expected: expected), reader.key("attention.head_count"))
      }
      return embeddingLength / headCount
    }
    guard value ?? length == length else {
      let found = "\(value ?? 0) beside a key length of \(length)"
      throw ModelError(
        .unsupportedValue(found: found, supported: "equal lengths"), reader.key("attention.value_length"))
    }
    return length
  }

  /// Refuses blocks without attention, for architectures that have none.
  func requireAttentionInEveryBlock(_ reader: HyperparameterReader) throws(ModelError) {
    guard headCountKV.allSatisfy({ $0 > 0 }) else {
      let kind = ModelError.Kind.invalidValue(found: "0", expected: "a divisor of the \(headCount) query heads")
      throw ModelError(kind, reader.key("attention.head_count_kv"))
    }
  }

  /// Refuses key and value heads that differ from block to block.
  func requireEqualBlocks(_ reader: HyperparameterReader) throws(ModelError) {
    guard headCountKV.allSatisfy({ $0 == headCountKV[0] }) else {
      let kind = ModelError.Kind.unsupportedValue(found: "\(headCountKV)", supported: "one count for all blocks")
      throw ModelError(kind, reader.key("attention.head_count_kv"))
    }
  }
}
