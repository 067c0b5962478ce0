// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Evaluates chunks with ``ReferenceSteps``.
final class ReferenceEvaluator: ChunkEvaluator {
  private let model: TransformerModel
  private let cache: ReferenceCache
  private let memory: LazyMemory
  private let buffers: StepBuffers
  private let frequencies: [RotaryFrequencies]

  init(_ model: TransformerModel, contextLength: Int) throws(ModelError) {
    let h = model.hyperparameters
    self.model = model
    frequencies = model.architecture.frequencies(contextLength: contextLength)
    cache = try ReferenceCache(
      blockCount: h.blockCount, contextLength: contextLength,
      width: max(h.greatestKeyLength, h.convolutionLength > 0 ? h.embeddingLength : 0))
    memory = try LazyMemory(counts: [StepBuffers.byteCount(h, rows: InferenceContext.chunkLength)])
    buffers = StepBuffers(h, rows: InferenceContext.chunkLength, in: memory.start)
  }

  func evaluate(
    _ tokens: UnsafeBufferPointer<Int32>, position: Int, logits: UnsafeMutableBufferPointer<Float>?
  ) {
    evaluate(model.architecture, tokens, position, logits)
  }

  private func evaluate(
    _ architecture: some Architecture, _ tokens: UnsafeBufferPointer<Int32>, _ position: Int,
    _ logits: UnsafeMutableBufferPointer<Float>?
  ) {
    let steps = ReferenceSteps(
      buffers: buffers, tokens: tokens, position: position, cache: cache, frequencies: frequencies)
    architecture.evaluate(steps)
    guard let logits, let y = logits.baseAddress else { return }
    let output = architecture.output
    let last = buffers.normed.row(0)
    ReferenceSteps.normalize(buffers.residual.row(tokens.count - 1), by: output.norm, into: last)
    ReferenceSteps.multiply(output.projection, last, into: y)
    output.finish(logits)
  }
}
