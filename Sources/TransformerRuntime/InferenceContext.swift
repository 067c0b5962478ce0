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
  static let chunkLength = 256

  private let evaluator: any ChunkEvaluator
  private var endsWithAppendedToken = false

  /// - Throws: `invalidValue` when `contextLength` is not within 1 and what the model was trained for, `outOfMemory`.
  package init(model: TransformerModel, contextLength: Int) throws(ModelError) {
    let h = model.hyperparameters
    guard (1...h.contextLength).contains(contextLength) else {
      let expected = "1 to \(h.contextLength) tokens"
      throw ModelError(.invalidValue(found: "\(contextLength)", expected: expected), "context length")
    }
    self.model = model
    self.contextLength = contextLength
    evaluator =
      model.options.useReferenceKernels
      ? try ReferenceEvaluator(model, contextLength: contextLength)
      : try KernelEvaluator(model, contextLength: contextLength)
    logits = .allocate(capacity: h.vocabularySize)
    logits.initialize(repeating: 0)
  }

  deinit { logits.deallocate() }

  /// Drops the tokens from `position` on. Exact: what remains is as if they had never been appended.
  ///
  /// - Precondition: 0 ≤ position ≤ ``position``.
  package func truncate(to position: Int) {
    precondition((0...self.position).contains(position), "a context is cut to a position that it has reached")
    if position < self.position { endsWithAppendedToken = false }
    self.position = position
  }

  /// Computes ``logits`` of the last token where `append` did not.
  ///
  /// - Parameter chosen: tokens of the vocabulary; only their logits are computed, others are undefined afterwards. Nil
  ///   computes all.
  /// - Precondition: a token was appended and not dropped since.
  package func computeLogits(of chosen: UnsafeBufferPointer<Int32>? = nil) {
    precondition(endsWithAppendedToken, "logits belong to the token that was appended last")
    evaluator.computeLogits(of: chosen, into: logits)
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
      endsWithAppendedToken = true
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

  /// Computes logits of the last token that was evaluated, at least those of the tokens in `chosen`.
  func computeLogits(of chosen: UnsafeBufferPointer<Int32>?, into logits: UnsafeMutableBufferPointer<Float>)
}
