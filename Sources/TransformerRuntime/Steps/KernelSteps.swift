// SPDX-License-Identifier: Apache-2.0
import Kernels

/// The steps on the kernels, as seen by one worker: all workers of a pool run the same forward pass at the same time and
/// share the work of each step.
///
/// Each step that others depend on ends with a barrier. Where there is only one token, small steps are not shared: every
/// worker norms for itself, prepares the heads that are its own and gates the rows that it has made, which saves barriers.
/// Plain data: a copy counts no references, nothing is allocated.
struct KernelSteps: TransformerSteps {
  let worker: Worker
  let resources: UnsafePointer<KernelResources>
  /// Nil where only the output head is computed, which needs none.
  let tokens: UnsafePointer<Int32>?
  /// Tokens of the chunk.
  let count: Int
  /// Position of the chunk's first token.
  let position: Int

  var residual: Activation { resources.pointee.buffers.residual }
  var normed: Activation {
    count == 1 ? resources.pointee.ownNormed[worker.index] : resources.pointee.buffers.normed
  }
  var query: Activation { resources.pointee.buffers.query }
  var key: Activation { resources.pointee.buffers.key }
  var value: Activation { resources.pointee.buffers.value }
  var queryKeyValue: Activation { resources.pointee.buffers.queryKeyValue }
  var attended: Activation { resources.pointee.buffers.attended }
  var gate: Activation { resources.pointee.buffers.gate }
  var up: Activation { resources.pointee.buffers.up }
  var gateUp: Activation { resources.pointee.buffers.gateUp }
  var hidden: Activation { resources.pointee.buffers.hidden }
  var convolution: Activation { resources.pointee.buffers.convolution }
  var mixed: Activation { resources.pointee.buffers.mixed }

  /// Computes the angles of the chunk's positions; the first projection's barrier comes before their use.
  func fillRotations() {
    for table in resources.pointee.rotations {
      table._withUnsafeGuaranteedRef { $0.fill(position: position, tokens: count, worker: worker) }
    }
  }

  func embed(_ table: Linear, scale: Float) {
    guard let tokens, let matrix = table.matrix else { return }
    matrix.gatherRows(
      tokens, count: count, scale: scale, into: residual.floats, stride: residual.stride, worker: worker)
    worker.barrier()
    guard let change = table.change else { return }
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        change.pointee.addRow(Int(tokens[r]), columns: table.columns, scale: scale, to: residual.row(r))
      }
    }
    worker.barrier()
  }

  func addPositions(_ table: Linear) {
    guard let matrix = table.matrix else { return }
    let scratch = normed
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        matrix.row(position + r, into: scratch.row(r))
        for i in 0..<residual.width { residual.row(r)[i] += scratch.row(r)[i] }
      }
    }
    worker.barrier()
  }

  func normalize(_ x: Activation, by norm: Norm?, into y: Activation) {
    if count == 1 { return y.normalizeAlone(x.floats, by: norm, worker) }
    guard let out = y.buffer else { return }
    if let norm, norm.kind == .rootMeanSquare {
      rmsNorm(
        x.floats, stride: x.stride, weight: norm.weight, epsilon: norm.epsilon, tokens: count, into: out,
        worker: worker)
    } else if let norm {
      worker.forEachChunk(of: count, grain: 1) { range in
        for r in range { ReferenceSteps.normalize(x.row(r), by: norm, into: y.row(r)) }
      }
      worker.barrier()
      out.quantize(rows: count, worker: worker)
    } else {
      load(x.floats, stride: x.stride, tokens: count, into: out, worker: worker)
    }
    worker.barrier()
  }

  func convolve(layer: Int, _ taps: ConvolutionTaps) {
    guard let products = resources.pointee.products, let out = mixed.buffer else { return }
    let channels = mixed.width
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        let (b, x) = (convolution.row(r), convolution.row(r) + 2 * channels)
        let target = products.row(layer, position + r)
        for i in 0..<channels { target[i] = b[i] * x[i] }
      }
    }
    worker.barrier()
    worker.forEachChunk(of: count, grain: 1) { range in
      for r in range {
        let c = convolution.row(r) + channels
        for i in 0..<channels {
          var sum: Float = 0
          for tap in 0..<taps.length {
            let from = position + r - (taps.length - 1) + tap
            if from >= 0 { sum += taps.weights[i * taps.length + tap] * products.row(layer, from)[i] }
          }
          mixed.row(r)[i] = c[i] * sum
        }
      }
    }
    worker.barrier()
    out.quantize(rows: count, worker: worker)
    worker.barrier()
  }

  // MARK: Feed-forward

  func projectGated(_ x: Activation, gate: Linear, up: Linear, _ activation: GatedActivation) {
    guard count == 1, let input = x.buffer, let out = hidden.buffer, out.isQuantizable, gate.rows == out.columns,
      up.rows == out.columns, gate.change == nil, up.change == nil, let a = projection((gate, self.gate)),
      let b = projection((up, self.up))
    else {
      project(x, (gate, self.gate), (up, self.up))
      return activate(activation)
    }
    multiplyGated(activation.kernel, a, b, input, into: out, worker: worker)
    worker.barrier()
  }

  func activate(_ activation: GatedActivation) { activate(activation, gate.floats, up.floats) }

  func activateUngated(_ activation: GatedActivation) { activate(activation, up.floats, nil) }

  private func activate(_ activation: GatedActivation, _ gated: UnsafePointer<Float>, _ up: UnsafePointer<Float>?) {
    guard let out = hidden.buffer else { return }
    Kernels.gate(activation.kernel, gated, up, stride: gateUp.stride, tokens: count, into: out, worker: worker)
    worker.barrier()
  }
}

extension GatedActivation {
  fileprivate var kernel: Gate { self == .silu ? .silu : .gelu }
}
