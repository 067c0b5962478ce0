// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Products with weights, and what an adapter adds to them.
extension KernelSteps {
  func project(_ x: Activation, _ product: Product) {
    guard let input = x.buffer, let a = projection(product) else { return }
    multiply(a, input, tokens: count, worker: worker)
    let isChanged = reduce(x, by: product.w, slot: 0)
    worker.barrier()
    guard isChanged else { return }
    expand(slot: 0, into: product)
    worker.barrier()
  }

  func project(_ x: Activation, _ first: Product, _ second: Product) {
    guard let input = x.buffer, let a = projection(first), let b = projection(second) else { return }
    multiply(a, b, input, tokens: count, worker: worker)
    let changesFirst = reduce(x, by: first.w, slot: 0)
    let changesSecond = reduce(x, by: second.w, slot: 1)
    worker.barrier()
    guard changesFirst || changesSecond else { return }
    expand(slot: 0, into: first)
    expand(slot: 1, into: second)
    worker.barrier()
  }

  func project(_ x: Activation, _ first: Product, _ second: Product, _ third: Product) {
    guard let input = x.buffer, let a = projection(first), let b = projection(second), let c = projection(third) else {
      return
    }
    multiply(a, b, c, input, tokens: count, worker: worker)
    let changesFirst = reduce(x, by: first.w, slot: 0)
    let changesSecond = reduce(x, by: second.w, slot: 1)
    let changesThird = reduce(x, by: third.w, slot: 2)
    worker.barrier()
    guard changesFirst || changesSecond || changesThird else { return }
    expand(slot: 0, into: first)
    expand(slot: 1, into: second)
    expand(slot: 2, into: third)
    worker.barrier()
  }

  /// The first factor of an adapter's change of `w`: low = A·x. No barrier inside.
  ///
  /// - Returns: whether there is one.
  @inline(__always)
  private func reduce(_ x: Activation, by w: Linear, slot: Int) -> Bool {
    guard let change = w.change, let input = x.buffer, let low = resources.pointee.low,
      let down = change.pointee.down
    else { return false }
    multiply(down, input, tokens: count, into: low[slot].floats, stride: low[slot].stride, worker: worker)
    return true
  }

  /// The second factor: y += B·low. No barrier inside.
  @inline(__always)
  private func expand(slot: Int, into product: Product) {
    guard let change = product.w.change, let low = resources.pointee.low?[slot].buffer, let up = change.pointee.up
    else { return }
    multiply(
      up, low, tokens: count, into: product.y.floats, stride: product.y.stride, accumulates: true, worker: worker)
  }

  @inline(__always)
  func projection(_ product: Product, accumulates: Bool = false) -> Projection? {
    guard let matrix = product.w.matrix else { return nil }
    return Projection(
      matrix, into: product.y.floats, stride: product.y.stride, bias: product.w.bias, accumulates: accumulates)
  }

  func addToResidual(_ w: Linear, _ x: Activation, normedBy norm: Norm?, scale: Float) {
    if norm == nil, scale == 1 {
      guard let input = x.buffer, let projection = projection((w, residual), accumulates: true) else { return }
      multiply(projection, input, tokens: count, worker: worker)
      let isChanged = reduce(x, by: w, slot: 0)
      worker.barrier()
      guard isChanged else { return }
      expand(slot: 0, into: (w, residual))
      worker.barrier()
      return
    }
    let product = resources.pointee.buffers.projected
    project(x, (w, product))
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        let (row, target) = (product.row(r), residual.row(r))
        if let norm {
          rmsNorm(
            row, stride: 0, weight: norm.weight, epsilon: norm.epsilon, length: norm.count, tokens: 1, into: row,
            outputStride: 0, worker: worker.alone)
        }
        for i in 0..<residual.width { target[i] += scale * row[i] }
      }
    }
    worker.barrier()
  }
}
