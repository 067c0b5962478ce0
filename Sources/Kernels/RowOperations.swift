// SPDX-License-Identifier: Apache-2.0
import KernelBodies

// Operations on rows of activations. Every worker calls them and takes a part; none has a barrier inside.

/// out[t] = x[t] / √(mean(x[t]²) + ε) · weight, then its 8-bit form.
///
/// - Shapes: `x`: (tokens, stride); `weight`: (out.columns), nil for ones.
package func rmsNorm(
  _ x: UnsafePointer<Float>, stride: Int, weight: UnsafePointer<Float>?, epsilon: Float, tokens: Int,
  into out: ActivationView, worker: Worker
) {
  forEachToken(tokens, worker) { token in
    worker.table.pointee.normalizeRow(
      x + token &* stride, weight, out.floats + token &* out.columns, out.columns, epsilon)
    if out.isQuantizable { out.quantizeColumns(0..<out.columns, row: token, rows: tokens, worker) }
  }
}

/// As above for `rows` rows of `length` each, without an 8-bit form: `y` may be `x`.
///
/// Rows of one token lie one after another, so it also normalises the heads of a query or key (`rowsPerToken` of them).
package func rmsNorm(
  _ x: UnsafePointer<Float>, stride: Int, weight: UnsafePointer<Float>?, epsilon: Float, length: Int,
  rowsPerToken: Int = 1, tokens: Int, into y: UnsafeMutablePointer<Float>, outputStride: Int, worker: Worker
) {
  forEachToken(tokens, worker) { token in
    for row in 0..<rowsPerToken {
      worker.table.pointee.normalizeRow(
        x + (token &* stride &+ row &* length), weight, y + (token &* outputStride &+ row &* length), length, epsilon)
    }
  }
}

/// The function that gates a feed-forward network.
package enum Gate: Sendable {
  /// x / (1 + e⁻ˣ)
  case silu
  /// x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³)))
  case gelu

  /// y = f(gate) · up, or f(gate) alone.
  @inline(__always)
  func apply(
    _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int,
    _ worker: Worker
  ) {
    switch self {
    case .silu: worker.table.pointee.siluRow(gate, up, y, count)
    case .gelu: worker.table.pointee.geluRow(gate, up, y, count)
    }
  }
}

/// out[t] = f(gate[t]) · up[t], then its 8-bit form; `up` nil for f(gate) alone.
///
/// - Shapes: `gate`, `up`: (tokens, stride); the first `out.columns` of each row are taken.
package func gate(
  _ function: Gate, _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, stride: Int, tokens: Int,
  into out: ActivationView, worker: Worker
) {
  let columns = out.columns
  let segments = (columns + 1023) / 1024
  // Whole tiles of eight tokens per chunk, so that two workers do not write to the same tile of a large batch.
  let grain = tokens <= 8 ? 1 : 8 &* segments
  worker.forEachChunk(of: tokens &* segments, grain: grain) { range in
    for item in range {
      let token = item / segments
      let first = item % segments &* 1024
      let last = min(columns, first &+ 1024)
      let offset = token &* stride &+ first
      function.apply(
        gate + offset, up.map { $0 + offset }, out.floats + (token &* columns &+ first), last &- first, worker)
      if out.isQuantizable { out.quantizeColumns(first..<last, row: token, rows: tokens, worker) }
    }
  }
}

/// Copies rows into a buffer and makes their 8-bit form.
package func load(
  _ x: UnsafePointer<Float>, stride: Int, tokens: Int, into out: ActivationView, worker: Worker
) {
  forEachToken(tokens, worker) { token in
    (out.floats + token &* out.columns).update(from: x + token &* stride, count: out.columns)
    if out.isQuantizable { out.quantizeColumns(0..<out.columns, row: token, rows: tokens, worker) }
  }
}

/// Copies the rows listed into a buffer, one after another, and makes their 8-bit form.
package func gather(
  _ x: UnsafePointer<Float>, stride: Int, rows: UnsafePointer<Int32>, tokens: Int, into out: ActivationView,
  worker: Worker
) {
  forEachToken(tokens, worker) { token in
    (out.floats + token &* out.columns).update(from: x + Int(rows[token]) &* stride, count: out.columns)
    if out.isQuantizable { out.quantizeColumns(0..<out.columns, row: token, rows: tokens, worker) }
  }
}

/// y[t] += x[t]
package func add(
  _ x: UnsafePointer<Float>, stride: Int, to y: UnsafeMutablePointer<Float>, outputStride: Int, columns: Int,
  tokens: Int, worker: Worker
) {
  forEachToken(tokens, worker) { token in
    let source = x + token &* stride
    let target = y + token &* outputStride
    for column in 0..<columns { target[column] += source[column] }
  }
}

/// x[t] *= scale
package func scale(
  _ x: UnsafeMutablePointer<Float>, by factor: Float, stride: Int, columns: Int, tokens: Int, worker: Worker
) {
  forEachToken(tokens, worker) { token in
    let row = x + token &* stride
    for column in 0..<columns { row[column] *= factor }
  }
}

/// x = softmax(x · scale), by one thread.
package func softmax(_ x: UnsafeMutablePointer<Float>, count: Int, scale: Float = 1, _ set: InstructionSet = .active) {
  set.kernels.pointee.softmaxRow(x, count, scale)
}

/// Calls `body` for this worker's tokens: eight at a time, so that tiles are not shared between workers.
@inline(__always)
private func forEachToken(_ tokens: Int, _ worker: Worker, _ body: (Int) -> Void) {
  worker.forEachChunk(of: tokens, grain: tokens <= 8 ? 1 : 8) { range in
    for token in range { body(token) }
  }
}
