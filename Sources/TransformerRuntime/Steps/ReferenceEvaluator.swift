// SPDX-License-Identifier: Apache-2.0
import Glibc
import Kernels

/// Evaluates chunks with ``ReferenceSteps``.
final class ReferenceEvaluator: ChunkEvaluator {
  private let model: TransformerModel
  private let cache: ReferenceCache
  private let memory: LazyMemory
  private let buffers: StepBuffers
  private let frequencies: [RotaryFrequencies]
  private var lastRow = 0

  init(_ model: TransformerModel, contextLength: Int, cacheType: CacheType) throws(ModelError) {
    let h = model.hyperparameters
    self.model = model
    frequencies = model.architecture.frequencies(contextLength: contextLength)
    cache = try ReferenceCache(
      blockCount: h.blockCount, contextLength: contextLength,
      width: max(h.greatestKeyLength, h.convolutionLength > 0 ? h.embeddingLength : 0), type: cacheType)
    memory = try LazyMemory(counts: [StepBuffers.byteCount(h, rows: InferenceContext.chunkLength)])
    buffers = StepBuffers(h, rows: InferenceContext.chunkLength, in: memory.start)
  }

  func evaluate(
    _ tokens: UnsafeBufferPointer<Int32>, position: Int, logits: UnsafeMutableBufferPointer<Float>?
  ) {
    model.architecture.evaluate(
      ReferenceSteps(buffers: buffers, tokens: tokens, position: position, cache: cache, frequencies: frequencies))
    lastRow = tokens.count - 1
    if let logits { computeLogits(of: nil, back: 0, into: logits) }
  }

  func computeLogits(of chosen: UnsafeBufferPointer<Int32>?, back: Int, into logits: UnsafeMutableBufferPointer<Float>)
  {
    guard let y = logits.baseAddress else { return }
    let output = model.architecture.output
    let last = buffers.normed.row(0)
    ReferenceSteps.normalize(buffers.residual.row(lastRow - back), by: output.norm, into: last)
    ReferenceSteps.multiply(output.projection, last, into: y)
    output.finish(logits)
  }

  func computeLogits(count: Int, back: Int, into logits: UnsafeMutableBufferPointer<Float>) {
    let length = model.hyperparameters.vocabularySize
    for row in 0..<count {
      computeLogits(
        of: nil, back: back + count - 1 - row,
        into: UnsafeMutableBufferPointer(rebasing: logits[row * length..<(row + 1) * length]))
    }
  }
}
