// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Mixtures of experts: expert after expert, each with the tokens that chose it, so that its weights are read once.
///
/// A token's experts come in one order whatever else is in the chunk, and so do the sums of their results.
extension KernelSteps {
  func mix(_ x: Activation, _ w: MixtureWeights) {
    let buffers = resources.pointee.buffers
    let (router, choices) = (buffers.router, buffers.choices)
    guard let input = resources.pointee.expertInput?.buffer else { return }
    project(x, (w.router, router))
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range { w.choose(router.row(r), into: choices.row(r)) }
    }
    worker.barrier()
    // Every worker makes the same lists of rows for itself.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { list in
      guard let rows = list.baseAddress else { return }
      for expert in 0..<w.expertCount {
        let tokens = w.rows(using: expert, choices, count: count, into: rows)
        if tokens > 0 { add(expert, of: w, x, rows, tokens, input, choices) }
      }
    }
  }

  /// residual[rows] += weight · down · (silu(gate·x) ⊙ up·x) of one expert.
  private func add(
    _ expert: Int, of w: MixtureWeights, _ x: Activation, _ rows: UnsafePointer<Int32>, _ tokens: Int,
    _ input: ActivationView, _ choices: Activation
  ) {
    let product = resources.pointee.buffers.projected
    guard let hidden = hidden.buffer, let a = projection((w.gates[expert], gate)),
      let b = projection((w.ups[expert], up)), let down = projection((w.downs[expert], product))
    else { return }
    gather(x.floats, stride: x.stride, rows: rows, tokens: tokens, into: input, worker: worker)
    worker.barrier()
    multiply(a, b, input, tokens: tokens, worker: worker)
    worker.barrier()
    Kernels.gate(.silu, gate.floats, up.floats, stride: gateUp.stride, tokens: tokens, into: hidden, worker: worker)
    worker.barrier()
    multiply(down, hidden, tokens: tokens, worker: worker)
    worker.barrier()
    worker.forEachChunk(of: tokens, grain: 1) { range in
      for i in range {
        let row = Int(rows[i])
        let weight = w.weight(of: expert, choices.row(row)) ?? 0
        let (source, target) = (product.row(i), residual.row(row))
        for j in 0..<residual.width { target[j] += weight * source[j] }
      }
    }
    worker.barrier()
  }
}
