// SPDX-License-Identifier: Apache-2.0
import Kernels

/// What lies between the projections of a block's attention.
///
/// With one token, a worker does all of this for its own heads: the key heads of its share, and the query heads that look at
/// them. Where its attention over them is its own as well, no barrier is needed before it.
extension KernelSteps {
  func normalizeHeads(query queryNorm: Norm, key keyNorm: Norm, _ shape: AttentionShape) {
    guard count == 1 else {
      normalizeRuns(query, by: queryNorm, worker)
      normalizeRuns(key, by: keyNorm, worker)
      worker.barrier()
      return
    }
    guard queryNorm.count == shape.keyLength, keyNorm.count == shape.keyLength else {
      // Whole rows.
      if worker.index == worker.count - 1 { normalizeRuns(query, by: queryNorm, worker.alone) }
      if worker.index == 0 { normalizeRuns(key, by: keyNorm, worker.alone) }
      worker.barrier()
      return
    }
    let own = shape.ownHeads(of: worker)
    normalizeRuns(shape.part(of: query, own, shape.groupSize), by: queryNorm, worker.alone)
    normalizeRuns(shape.part(of: key, own), by: keyNorm, worker.alone)
  }

  private func normalizeRuns(_ x: Activation, by norm: Norm, _ worker: Worker) {
    rmsNorm(
      x.floats, stride: x.stride, weight: norm.weight, epsilon: norm.epsilon, length: norm.count,
      rowsPerToken: x.width / norm.count, tokens: count, into: x.floats, outputStride: x.stride, worker: worker)
  }

  func rotate(by rotation: Rotation, _ shape: AttentionShape) {
    if count == 1 {
      let own = shape.ownHeads(of: worker)
      rotate(shape.part(of: query, own, shape.groupSize), by: rotation, shape, worker.alone)
      rotate(shape.part(of: key, own), by: rotation, shape, worker.alone)
      return
    }
    rotate(shape.part(of: query, 0..<shape.headCount), by: rotation, shape, worker)
    rotate(shape.part(of: key, 0..<shape.headCountKV), by: rotation, shape, worker)
    worker.barrier()
  }

  private func rotate(_ x: Activation, by rotation: Rotation, _ shape: AttentionShape, _ worker: Worker) {
    resources.pointee.rotations[rotation.table]._withUnsafeGuaranteedRef { table in
      rope(
        x.floats, stride: x.stride, headCount: x.width / shape.keyLength, headLength: shape.keyLength,
        style: rotation.style, table: table, tokens: count, worker: worker)
    }
  }

  func scaleQueries(by temperature: QueryTemperature, _ shape: AttentionShape) {
    if count == 1 {
      let own = shape.part(of: query, shape.ownHeads(of: worker), shape.groupSize)
      let factor = temperature.factor(at: position)
      for i in 0..<own.width { own.floats[i] *= factor }
      return
    }
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        let factor = temperature.factor(at: position + r)
        for i in 0..<query.width { query.row(r)[i] *= factor }
      }
    }
    worker.barrier()
  }

  func store(layer: Int, _ shape: AttentionShape) {
    let heads = count == 1 ? shape.ownHeads(of: worker) : 0..<shape.headCountKV
    resources.pointee.caches[layer].store(
      keys: key.floats, keyStride: key.stride, values: value.floats, valueStride: value.stride, position: position,
      tokens: count, heads: heads, worker: count == 1 ? worker.alone : worker)
    if shape.isAttendedByOwners(position: position, tokens: count) { return }
    if worker.index == 0 {
      resources.pointee.scratch._withUnsafeGuaranteedRef {
        $0.reserve(shape, position: position, tokens: count, workerCount: worker.count)
      }
    }
    worker.barrier()
  }

  func attend(layer: Int, _ shape: AttentionShape) {
    guard let out = attended.buffer else { return }
    resources.pointee.scratch._withUnsafeGuaranteedRef { scratch in
      attention(
        queries: query.floats, stride: query.stride, cache: resources.pointee.caches[layer], shape: shape,
        position: position, tokens: count, scratch: scratch, into: out, worker: worker)
    }
    worker.barrier()
  }
}

extension AttentionShape {
  /// The part of a query or key row that belongs to some KV heads.
  ///
  /// - Parameter heads: of `x` for each KV head.
  fileprivate func part(of x: Activation, _ range: Range<Int>, _ heads: Int = 1) -> Activation {
    let length = heads * keyLength
    return Activation(x.floats + range.lowerBound * length, width: range.count * length, stride: x.stride)
  }
}
