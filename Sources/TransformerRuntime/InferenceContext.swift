// SPDX-License-Identifier: Apache-2.0
import Kernels

/// One sequence of tokens being read and continued: its cached keys and values, and scratch memory for a chunk.
///
/// Memory for the whole context is reserved but only what was used is touched. Every layer keeps all positions, those
/// with a sliding window too (they only look back as far as the window), so that ``truncate(to:)`` is always exact.
///
/// Logits do not depend on how tokens are divided over calls, nor on the number of threads.
package final class InferenceContext {
  package let model: TransformerModel
  /// Greatest number of tokens.
  package let contextLength: Int
  /// Number of tokens in the cache.
  package private(set) var position = 0
  /// Logits of the last token that was appended with `wantsLogits`; (vocabularySize).
  package let logits: UnsafeMutableBufferPointer<Float>

  /// Greatest number of tokens that pass through the model together.
  package static let chunkLength = 256

  private let evaluator: any ChunkEvaluator
  /// Rows of the last chunk whose tokens have been dropped.
  private var droppedRows = 0
  /// How many of the last tokens ``computeLogits(of:back:)`` can be asked about: those of the last chunk that are still
  /// there.
  package private(set) var rowCount = 0

  /// - Parameter cacheType: what keys and values are kept as. The reference path keeps them in f32; for another type than
  ///   f16 it rounds them as that type does.
  /// - Throws: `invalidValue` when `contextLength` is not within 1 and what the model was trained for, `outOfMemory`.
  package init(
    model: TransformerModel, contextLength: Int, cacheType: CacheType = .f16
  ) throws(ModelError) {
    let h = model.hyperparameters
    guard (1...h.contextLength).contains(contextLength) else {
      let expected = "1 to \(h.contextLength) tokens"
      throw ModelError(.invalidValue(found: "\(contextLength)", expected: expected), "context length")
    }
    self.model = model
    self.contextLength = contextLength
    evaluator =
      model.options.useReferenceKernels
      ? try ReferenceEvaluator(model, contextLength: contextLength, cacheType: cacheType)
      : try KernelEvaluator(model, contextLength: contextLength, cacheType: cacheType)
    logits = .allocate(capacity: h.vocabularySize)
    logits.initialize(repeating: 0)
  }

  deinit { logits.deallocate() }

  /// Drops the tokens from `position` on. Exact: what remains is as if they had never been appended.
  ///
  /// - Precondition: 0 ≤ position ≤ ``position``.
  package func truncate(to position: Int) {
    precondition((0...self.position).contains(position), "a context is cut to a position that it has reached")
    droppedRows += self.position - position
    rowCount = max(0, rowCount - (self.position - position))
    self.position = position
  }

  /// Computes ``logits`` of one of the last tokens, where `append` did not.
  ///
  /// - Parameters:
  ///   - chosen: tokens of the vocabulary; only their logits are computed, others are undefined afterwards. Nil computes
  ///     all.
  ///   - back: 0 for the last token, 1 for the one before it, and so on.
  /// - Precondition: `back` < ``rowCount``.
  package func computeLogits(of chosen: UnsafeBufferPointer<Int32>? = nil, back: Int = 0) {
    precondition((0..<rowCount).contains(back), "logits belong to tokens of the chunk that was appended last")
    evaluator.computeLogits(of: chosen, back: back + droppedRows, into: logits)
  }

  /// Computes the logits of several successive tokens in one product, which reads the output head's weights once.
  ///
  /// - Parameters:
  ///   - count: how many tokens.
  ///   - back: where the last of them lies: 0 for the last token, 1 for the one before it, and so on.
  ///   - target: (count, vocabularySize), the earliest token first.
  /// - Precondition: 0 < count, `back + count` ≤ ``rowCount``, and `target` has the room.
  package func computeLogits(count: Int, back: Int = 0, into target: UnsafeMutableBufferPointer<Float>) {
    precondition(count > 0 && back >= 0 && back + count <= rowCount, "logits belong to tokens of the last chunk")
    precondition(target.count >= count * logits.count, "a row of logits has an element for each token")
    evaluator.computeLogits(count: count, back: back + droppedRows, into: target)
  }

  /// Appends tokens, a chunk at a time.
  ///
  /// - Parameters:
  ///   - wantsLogits: computes ``logits`` of the last token.
  ///   - shouldContinue: asked before each chunk.
  /// - Throws: `contextOverflow` and `tokenOutOfRange` before anything is computed; `cancelled` when `shouldContinue`
  ///   said no, with the chunks before it kept: ``position`` tells how far it came.
  package func append(
    _ tokens: UnsafeBufferPointer<Int32>, wantsLogits: Bool = true, shouldContinue: () -> Bool = { true }
  ) throws(ModelError) {
    let needed = position + tokens.count
    guard needed <= contextLength else { throw ModelError(.contextOverflow(needed: needed, limit: contextLength)) }
    let vocabularySize = model.hyperparameters.vocabularySize
    for id in tokens where !(0..<vocabularySize).contains(Int(id)) {
      throw ModelError(.tokenOutOfRange(Int(id), vocabularySize: vocabularySize))
    }
    var start = 0
    while start < tokens.count {
      guard shouldContinue() else { throw ModelError(.cancelled) }
      let end = min(start + Self.chunkLength, tokens.count)
      let wantsLogits = wantsLogits && end == tokens.count
      evaluator.evaluate(
        UnsafeBufferPointer(rebasing: tokens[start..<end]), position: position, logits: wantsLogits ? logits : nil)
      position += end - start
      rowCount = end - start
      droppedRows = 0
      start = end
    }
  }

  package func append(
    _ tokens: [Int32], wantsLogits: Bool = true, shouldContinue: () -> Bool = { true }
  ) throws(ModelError) {
    try tokens.withUnsafeBufferPointer { (tokens) throws(ModelError) in
      try append(tokens, wantsLogits: wantsLogits, shouldContinue: shouldContinue)
    }
  }

  /// Appends one token; the step of decoding. Allocates nothing.
  package func append(_ token: Int32, wantsLogits: Bool = true) throws(ModelError) {
    try withUnsafePointer(to: token) { (token) throws(ModelError) in
      try append(UnsafeBufferPointer(start: token, count: 1), wantsLogits: wantsLogits)
    }
  }
}

/// Runs chunks through a model's forward pass and owns what that needs.
protocol ChunkEvaluator: AnyObject {
  /// Appends `tokens` at `position`, and computes the logits of the last one when `logits` is given.
  func evaluate(
    _ tokens: UnsafeBufferPointer<Int32>, position: Int, logits: UnsafeMutableBufferPointer<Float>?)

  /// Computes logits of a token of the last chunk, `back` tokens before its end, at least those of the tokens in `chosen`.
  func computeLogits(of chosen: UnsafeBufferPointer<Int32>?, back: Int, into logits: UnsafeMutableBufferPointer<Float>)

  /// Computes the logits of `count` tokens of the last chunk, the last of them `back` tokens before its end.
  func computeLogits(count: Int, back: Int, into logits: UnsafeMutableBufferPointer<Float>)
}
