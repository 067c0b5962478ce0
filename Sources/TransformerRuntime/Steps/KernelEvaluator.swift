// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Evaluates chunks with ``KernelSteps`` on the model's pool, allocating nothing.
final class KernelEvaluator: ChunkEvaluator {
  private let model: TransformerModel
  // The model's, held here as well: asking the model for it would take a reference.
  private let pool: ThreadPool
  private let caches: [KeyValueCache]
  private let rotations: [RopeTable]
  private let scratch = AttentionScratch()
  /// Rows that matrices are multiplied with, 8-bit form included.
  private let inputs: [ActivationBuffer]
  private let ownInputs: [ActivationBuffer]
  private let lowInputs: [ActivationBuffer]
  private let expertInput: ActivationBuffer?
  private let memory: LazyMemory
  private let history: LazyMemory?

  private let resources: UnsafeMutablePointer<KernelResources>
  private let ownList: UnsafeMutablePointer<Activation>
  private let lowList: UnsafeMutablePointer<Activation>?
  private let cacheList: UnsafeMutablePointer<CacheView>
  private let rotationList: UnsafeMutablePointer<Unmanaged<RopeTable>>
  private let job: UnsafeMutablePointer<KernelJob>
  /// What every worker runs; it reads what this object owns, by pointers.
  private let passes: StoredJob

  init(_ model: TransformerModel, contextLength: Int, cacheType: CacheType) throws(ModelError) {
    let h = model.hyperparameters
    let rows = min(InferenceContext.chunkLength, contextLength)
    self.model = model
    pool = model.pool
    caches = try Self.makeCaches(h, contextLength: contextLength, type: cacheType)
    rotations = model.architecture.frequencies(contextLength: contextLength).map {
      RopeTable(maximumTokens: rows, frequencies: $0.angles, magnitude: Double($0.magnitude))
    }
    let channels = h.convolutionLength > 0 ? h.embeddingLength : 0
    func buffer(_ columns: Int, sharing other: ActivationBuffer? = nil) -> ActivationBuffer {
      ActivationBuffer(maximumRows: columns == 0 ? 1 : rows, columns: max(columns, 1), sharing: other)
    }
    // What the tokens are mixed to is used no more when the feed-forward layer begins.
    let hidden = buffer(h.feedForwardLength)
    inputs = [
      buffer(h.embeddingLength), buffer(h.queryLength, sharing: hidden), hidden, buffer(channels, sharing: hidden),
    ]
    ownInputs = (0..<model.pool.threadCount).map { _ in
      ActivationBuffer(maximumRows: 1, columns: h.embeddingLength)
    }
    lowInputs =
      model.adapterRank == 0
      ? [] : (0..<3).map { _ in ActivationBuffer(maximumRows: rows, columns: model.adapterRank) }
    expertInput = h.expertCount > 0 ? ActivationBuffer(maximumRows: rows, columns: h.embeddingLength) : nil
    memory = try LazyMemory(counts: [StepBuffers.byteCount(h, rows: rows)])
    history =
      channels > 0 ? try LazyMemory(counts: [h.blockCount, contextLength, channels, MemoryLayout<Float>.size]) : nil

    var layout = StepBuffers(h, rows: rows, in: memory.start)
    layout.normed = Activation(inputs[0])
    layout.attended = Activation(inputs[1])
    layout.hidden = Activation(inputs[2])
    if channels > 0 { layout.mixed = Activation(inputs[3]) }
    ownList = .list(ownInputs.map { Activation($0) })
    lowList = lowInputs.isEmpty ? nil : .list(lowInputs.map { Activation($0) })
    cacheList = .list(caches.map(\.view))
    rotationList = .list(rotations.map { Unmanaged.passUnretained($0) })
    resources = .list([
      KernelResources(
        buffers: layout, ownNormed: ownList, caches: cacheList,
        rotations: UnsafeBufferPointer(start: rotationList, count: rotations.count),
        scratch: Unmanaged.passUnretained(scratch), low: lowList.map { UnsafePointer($0) },
        expertInput: expertInput.map { Activation($0) },
        products: history.map {
          ConvolutionHistory(
            start: $0.start.assumingMemoryBound(to: Float.self), contextLength: contextLength, channels: channels)
        })
    ])
    job = .list([KernelJob()])
    passes = Self.passes(model.architecture, resources, job)
  }

  deinit {
    resources.deallocate()
    ownList.deallocate()
    lowList?.deallocate()
    cacheList.deallocate()
    rotationList.deallocate()
    job.deallocate()
  }

  func evaluate(
    _ tokens: UnsafeBufferPointer<Int32>, position: Int, logits: UnsafeMutableBufferPointer<Float>?
  ) {
    guard let start = tokens.baseAddress, !tokens.isEmpty else { return }
    job.pointee = KernelJob(tokens: start, count: tokens.count, position: position, logits: logits)
    pool.run(passes)
  }

  func computeLogits(of chosen: UnsafeBufferPointer<Int32>?, back: Int, into logits: UnsafeMutableBufferPointer<Float>)
  {
    job.pointee.tokens = nil
    job.pointee.back = back
    job.pointee.rows = 1
    job.pointee.logits = logits
    job.pointee.chosen = chosen
    pool.run(passes)
  }

  func computeLogits(count: Int, back: Int, into logits: UnsafeMutableBufferPointer<Float>) {
    job.pointee.tokens = nil
    job.pointee.back = back
    job.pointee.rows = count
    job.pointee.logits = logits
    job.pointee.chosen = nil
    pool.run(passes)
  }

  private static func passes(
    _ architecture: some Architecture, _ resources: UnsafePointer<KernelResources>, _ job: UnsafePointer<KernelJob>
  ) -> StoredJob {
    let output = architecture.output
    return StoredJob { worker in
      let job = job.pointee
      if let tokens = job.tokens {
        let steps = KernelSteps(
          worker: worker, resources: resources, tokens: tokens, count: job.count, position: job.position)
        steps.fillRotations()
        architecture.evaluate(steps)
      }
      if let logits = job.logits, job.rows > 1 {
        let steps = KernelSteps(
          worker: worker, resources: resources, tokens: nil, count: job.rows, position: 0)
        output.computeLogits(steps, firstRow: job.count - job.back - job.rows, into: logits)
      } else if let logits = job.logits {
        let last = resources.pointee.buffers.residual.row(job.count - 1 - job.back)
        output.computeLogits(
          of: last, resources.pointee.ownNormed[worker.index], low: resources.pointee.low?.pointee,
          chosen: job.chosen, into: logits, worker)
      }
    }
  }

  /// Every block keeps all positions; pages are taken as they are written.
  private static func makeCaches(
    _ h: Hyperparameters, contextLength: Int, type: CacheType
  ) throws(ModelError) -> [KeyValueCache] {
    var caches: [KeyValueCache] = []
    for heads in h.headCountKV {
      let cache = KeyValueCache(
        capacity: heads == 0 ? 1 : contextLength, headCount: max(heads, 1), keyLength: h.headLength,
        valueLength: h.headLength, type: type)
      guard let cache else {
        throw ModelError(.outOfMemory(byteCount: 4 * contextLength * heads * h.headLength), "KV cache")
      }
      caches.append(cache)
    }
    return caches
  }
}

extension OutputHead {
  /// Logits of one row of the residual stream; called by every worker.
  ///
  /// - Parameters:
  ///   - own: one row of this worker's own, for the normed row.
  ///   - low: room for the values between the factors of an adapter's change.
  ///   - chosen: the tokens whose logits are wanted; other elements of `logits` are undefined then.
  func computeLogits(
    of row: UnsafePointer<Float>, _ own: Activation, low: Activation?, chosen: UnsafeBufferPointer<Int32>?,
    into logits: UnsafeMutableBufferPointer<Float>, _ worker: Worker
  ) {
    guard let y = logits.baseAddress, let w = projection.matrix, let head = own.buffer else { return }
    own.normalizeAlone(row, by: norm, worker)
    if let chosen, projection.bias == nil {
      multiplyRows(w, head, rows: chosen, into: y, worker: worker)
    } else {
      multiply(w, head, tokens: 1, into: y, stride: logits.count, bias: projection.bias, worker: worker)
    }
    if let change = projection.change, let low, let input = low.buffer, let down = change.pointee.down,
      let up = change.pointee.up
    {
      multiply(down, head, tokens: 1, into: low.floats, stride: low.stride, worker: worker)
      worker.barrier()
      multiply(up, input, tokens: 1, into: y, stride: logits.count, accumulates: true, worker: worker)
    }
    guard changesLogits else { return }
    worker.barrier()
    finish(UnsafeMutableBufferPointer(rebasing: logits[worker.share(of: logits.count)]))
  }

  /// The logits of `steps.count` rows of the residual stream, as seen by one worker.
  ///
  /// The rows' normed form takes the place of a block's input, which is used no more.
  func computeLogits(_ steps: KernelSteps, firstRow: Int, into logits: UnsafeMutableBufferPointer<Float>) {
    guard let floats = logits.baseAddress else { return }
    var rows = steps.residual
    rows.floats = rows.row(firstRow)
    steps.normalize(rows, by: norm, into: steps.normed)
    steps.project(steps.normed, (projection, Activation(floats, width: projection.rows)))
    guard changesLogits else { return }
    let count = steps.count * projection.rows
    finish(UnsafeMutableBufferPointer(rebasing: logits[steps.worker.share(of: count)]))
  }
}

extension UnsafeMutablePointer {
  /// New memory that holds `elements`, at least room for one.
  fileprivate static func list(_ elements: [Pointee]) -> Self {
    let memory = allocate(capacity: Swift.max(elements.count, 1))
    for (i, element) in elements.enumerated() { (memory + i).initialize(to: element) }
    return memory
  }
}
