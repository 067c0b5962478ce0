// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Evaluates chunks with ``KernelSteps`` on the model's pool.
final class KernelEvaluator: ChunkEvaluator {
  private let model: TransformerModel
  private let caches: [KeyValueCache]
  private let rotations: [RopeTable]
  private let scratch = AttentionScratch()
  /// Rows that matrices are multiplied with, 8-bit form included.
  private let inputs: [ActivationBuffer]
  /// The normed last row, from which logits are computed.
  private let head: ActivationBuffer
  private let memory: LazyMemory
  private let history: LazyMemory?

  // What workers read, captured once.
  private let buffers: UnsafeMutablePointer<StepBuffers>
  private let cacheList: UnsafeMutablePointer<Unmanaged<KeyValueCache>>
  private let rotationList: UnsafeMutablePointer<Unmanaged<RopeTable>>
  private let products: ConvolutionHistory?

  init(_ model: TransformerModel, contextLength: Int) throws(ModelError) {
    let h = model.hyperparameters
    let rows = min(InferenceContext.chunkLength, contextLength)
    self.model = model
    var caches: [KeyValueCache] = []
    for heads in h.headCountKV {
      let cache = KeyValueCache(
        capacity: heads == 0 ? 1 : contextLength, headCount: max(heads, 1), keyLength: h.headLength,
        valueLength: h.headLength)
      guard let cache else {
        throw ModelError(.outOfMemory(byteCount: 4 * contextLength * heads * h.headLength), "KV cache")
      }
      caches.append(cache)
    }
    self.caches = caches
    rotations = model.architecture.frequencies(contextLength: contextLength).map {
      RopeTable(maximumTokens: rows, frequencies: $0.angles, magnitude: Double($0.magnitude))
    }
    let channels = h.convolutionLength > 0 ? h.embeddingLength : 0
    inputs = [h.embeddingLength, h.queryLength, h.feedForwardLength, channels].map {
      ActivationBuffer(maximumRows: $0 == 0 ? 1 : rows, columns: max($0, 1))
    }
    head = ActivationBuffer(maximumRows: 1, columns: h.embeddingLength)
    memory = try LazyMemory(counts: [StepBuffers.byteCount(h, rows: rows)])
    history =
      channels > 0 ? try LazyMemory(counts: [h.blockCount, contextLength, channels, MemoryLayout<Float>.size]) : nil
    products = history.map {
      ConvolutionHistory(
        start: $0.start.assumingMemoryBound(to: Float.self), contextLength: contextLength, channels: channels)
    }

    var layout = StepBuffers(h, rows: rows, in: memory.start)
    layout.normed = Activation(inputs[0])
    layout.attended = Activation(inputs[1])
    layout.hidden = Activation(inputs[2])
    if channels > 0 { layout.mixed = Activation(inputs[3]) }
    buffers = .allocate(capacity: 1)
    buffers.initialize(to: layout)
    cacheList = .allocate(capacity: caches.count)
    for (i, cache) in caches.enumerated() { (cacheList + i).initialize(to: Unmanaged.passUnretained(cache)) }
    rotationList = .allocate(capacity: max(rotations.count, 1))
    for (i, table) in rotations.enumerated() { (rotationList + i).initialize(to: Unmanaged.passUnretained(table)) }
  }

  deinit {
    buffers.deallocate()
    cacheList.deallocate()
    rotationList.deallocate()
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
    guard let start = tokens.baseAddress, !tokens.isEmpty else { return }
    let (count, output, tableCount) = (tokens.count, architecture.output, rotations.count)
    model.pool.run { worker in
      let steps = KernelSteps(
        worker: worker, buffers: buffers, tokens: start, count: count, position: position, caches: cacheList,
        rotations: rotationList, scratch: Unmanaged.passUnretained(scratch), products: products)
      for table in 0..<tableCount {
        rotationList[table]._withUnsafeGuaranteedRef { $0.fill(position: position, tokens: count, worker: worker) }
      }
      architecture.evaluate(steps)
      if let logits { steps.computeLogits(output, row: count - 1, Unmanaged.passUnretained(head), into: logits) }
    }
  }
}

extension KernelSteps {
  /// Logits of one row of the residual stream.
  ///
  /// - Parameter head: one row.
  func computeLogits(
    _ output: OutputHead, row: Int, _ head: Unmanaged<ActivationBuffer>, into logits: UnsafeMutableBufferPointer<Float>
  ) {
    guard let y = logits.baseAddress, let w = output.projection.matrix else { return }
    head._withUnsafeGuaranteedRef { head in
      if output.norm.kind == .rootMeanSquare {
        rmsNorm(
          residual.row(row), stride: residual.stride, weight: output.norm.weight, epsilon: output.norm.epsilon,
          tokens: 1, into: head, worker: worker)
      } else {
        if worker.index == 0 { ReferenceSteps.normalize(residual.row(row), by: output.norm, into: head.floats) }
        worker.barrier()
        head.quantize(rows: 1, worker: worker)
      }
      worker.barrier()
      w._withUnsafeGuaranteedRef { w in
        multiply(w, head, tokens: 1, into: y, stride: logits.count, bias: output.projection.bias, worker: worker)
      }
    }
    guard output.changesLogits else { return }
    worker.barrier()
    output.finish(UnsafeMutableBufferPointer(rebasing: logits[worker.share(of: logits.count)]))
  }
}
