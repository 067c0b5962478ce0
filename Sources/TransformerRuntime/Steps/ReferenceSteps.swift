// SPDX-License-Identifier: Apache-2.0
import Glibc
import Kernels

/// The steps as formulas: plain loops over floats on one thread, weights dequantised, keys and values in f32.
///
/// Slow and exact; what ``KernelSteps`` computes is checked against it.
struct ReferenceSteps: TransformerSteps {
  let buffers: StepBuffers
  let tokens: UnsafeBufferPointer<Int32>
  /// Position of the chunk's first token.
  let position: Int
  let cache: ReferenceCache
  let frequencies: [RotaryFrequencies]

  var residual: Activation { buffers.residual }
  var normed: Activation { buffers.normed }
  var query: Activation { buffers.query }
  var key: Activation { buffers.key }
  var value: Activation { buffers.value }
  var queryKeyValue: Activation { buffers.queryKeyValue }
  var attended: Activation { buffers.attended }
  var gate: Activation { buffers.gate }
  var up: Activation { buffers.up }
  var gateUp: Activation { buffers.gateUp }
  var hidden: Activation { buffers.hidden }
  var convolution: Activation { buffers.convolution }
  var mixed: Activation { buffers.mixed }

  private var rows: Range<Int> { 0..<tokens.count }

  func embed(_ table: Linear, scale: Float) {
    guard let weights = table.reference else { return }
    for r in rows {
      let row = weights + Int(tokens[r]) * table.columns
      for i in 0..<table.columns { residual.row(r)[i] = row[i] * scale }
      table.change?.pointee.addRow(Int(tokens[r]), columns: table.columns, scale: scale, to: residual.row(r))
    }
  }

  func addPositions(_ table: Linear) {
    guard let weights = table.reference else { return }
    for r in rows {
      let row = weights + (position + r) * table.columns
      for i in 0..<table.columns { residual.row(r)[i] += row[i] }
    }
  }

  func normalize(_ x: Activation, by norm: Norm?, into y: Activation) {
    for r in rows {
      if let norm {
        Self.normalize(x.row(r), by: norm, into: y.row(r))
      } else {
        y.row(r).update(from: x.row(r), count: x.width)
      }
    }
  }

  func normalizeHeads(query queryNorm: Norm, key keyNorm: Norm, _ shape: AttentionShape) {
    for (x, norm) in [(query, queryNorm), (key, keyNorm)] {
      for r in rows {
        for head in stride(from: x.row(r), to: x.row(r) + x.width, by: norm.count) {
          Self.normalize(head, by: norm, into: head)
        }
      }
    }
  }

  /// y = (x − m) / √(mean((x − m)²) + ε) · w + b, where m is mean(x) for a layer norm and 0 otherwise.
  static func normalize(_ x: UnsafePointer<Float>, by norm: Norm, into y: UnsafeMutablePointer<Float>) {
    let n = Double(norm.count)
    var mean = 0.0
    if norm.kind == .layer { for i in 0..<norm.count { mean += Double(x[i]) / n } }
    var squares = 0.0
    for i in 0..<norm.count { squares += (Double(x[i]) - mean) * (Double(x[i]) - mean) }
    let scale = 1 / (squares / n + Double(norm.epsilon)).squareRoot()
    for i in 0..<norm.count {
      y[i] = Float((Double(x[i]) - mean) * scale) * norm.weight[i] + (norm.bias?[i] ?? 0)
    }
  }

  func project(_ x: Activation, _ a: Product) {
    for r in rows { Self.multiply(a.w, x.row(r), into: a.y.row(r)) }
  }

  func project(_ x: Activation, _ a: Product, _ b: Product) {
    project(x, a)
    project(x, b)
  }

  func project(_ x: Activation, _ a: Product, _ b: Product, _ c: Product) {
    project(x, a, b)
    project(x, c)
  }

  /// y = W·x + b
  static func multiply(_ w: Linear, _ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>) {
    guard let weights = w.reference else { return }
    for row in 0..<w.rows { y[row] = dot(weights + row * w.columns, x, w.columns) + (w.bias?[row] ?? 0) }
    w.change?.pointee.add(x, columns: w.columns, to: y, rows: w.rows)
  }

  /// Σ a[i]·b[i], in eight partial sums.
  private static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
    var sums = SIMD8<Double>.zero
    let whole = count & ~7
    for i in stride(from: 0, to: whole, by: 8) {
      let x = UnsafeRawPointer(a + i).loadUnaligned(as: SIMD8<Float>.self)
      let y = UnsafeRawPointer(b + i).loadUnaligned(as: SIMD8<Float>.self)
      sums += SIMD8<Double>(x) * SIMD8<Double>(y)
    }
    var sum = sums.sum()
    for i in whole..<count { sum += Double(a[i]) * Double(b[i]) }
    return Float(sum)
  }

  func rotate(by rotation: Rotation, _ shape: AttentionShape) {
    let frequencies = frequencies[rotation.table]
    let half = frequencies.angles.count
    withUnsafeTemporaryAllocation(of: Float.self, capacity: max(2 * half, 1)) { turns in
      guard let cosines = turns.baseAddress else { return }
      for r in rows {
        frequencies.fill(cosines, position: position + r)
        for x in [query, key] {
          for head in stride(from: x.row(r), to: x.row(r) + x.width, by: shape.keyLength) {
            Self.rotate(head, cosines: cosines, sines: cosines + half, half: half, rotation.style)
          }
        }
      }
    }
  }

  private static func rotate(
    _ head: UnsafeMutablePointer<Float>, cosines: UnsafePointer<Float>, sines: UnsafePointer<Float>, half: Int,
    _ style: RopeStyle
  ) {
    for i in 0..<half {
      let (first, second) = style == .adjacent ? (2 * i, 2 * i + 1) : (i, i + half)
      let (a, b) = (head[first], head[second])
      head[first] = a * cosines[i] - b * sines[i]
      head[second] = a * sines[i] + b * cosines[i]
    }
  }

  func store(layer: Int, _ shape: AttentionShape) {
    let (count, length) = (shape.headCountKV, shape.keyLength)
    for r in rows {
      cache.store(key.row(r), at: cache.key(layer, position + r), headCount: count, headLength: length)
      cache.store(value.row(r), at: cache.value(layer, position + r), headCount: count, headLength: length)
    }
  }

  func attend(layer: Int, _ shape: AttentionShape) {
    let group = shape.headCount / shape.headCountKV
    withUnsafeTemporaryAllocation(of: Float.self, capacity: position + tokens.count) { scores in
      for r in rows {
        let last = position + r
        let first = shape.window > 0 ? max(0, last - shape.window + 1) : 0
        for head in 0..<shape.headCount {
          let offset = head / group * shape.keyLength
          let q = query.row(r) + head * shape.keyLength
          for j in first...last {
            let score = shape.scale * Self.dot(q, cache.key(layer, j) + offset, shape.keyLength)
            scores[j] = shape.softCap > 0 ? shape.softCap * tanhf(score / shape.softCap) : score
          }
          Self.softmax(UnsafeMutableBufferPointer(rebasing: scores[first...last]))
          let y = attended.row(r) + head * shape.keyLength
          for i in 0..<shape.keyLength {
            var sum = 0.0
            for j in first...last { sum += Double(scores[j]) * Double(cache.value(layer, j)[offset + i]) }
            y[i] = Float(sum)
          }
        }
      }
    }
  }

  /// x[i] = exp(x[i] − max) / Σ exp(x[j] − max)
  static func softmax(_ x: UnsafeMutableBufferPointer<Float>) {
    let greatest = x.max() ?? 0
    var sum = 0.0
    for i in x.indices {
      x[i] = expf(x[i] - greatest)
      sum += Double(x[i])
    }
    for i in x.indices { x[i] = Float(Double(x[i]) / sum) }
  }

  func activate(_ activation: GatedActivation) {
    for r in rows {
      for i in 0..<hidden.width {
        hidden.row(r)[i] = Self.activated(gate.row(r)[i], activation) * up.row(r)[i]
      }
    }
  }

  func activateUngated(_ activation: GatedActivation) {
    for r in rows {
      for i in 0..<hidden.width { hidden.row(r)[i] = Self.activated(up.row(r)[i], activation) }
    }
  }

  static func activated(_ x: Float, _ activation: GatedActivation) -> Float {
    switch activation {
    case .silu: x / (1 + expf(-x))
    case .gelu: 0.5 * x * (1 + tanhf(0.797_884_56 * x * (1 + 0.044715 * x * x)))
    }
  }

  func mix(_ x: Activation, _ w: MixtureWeights) {
    let product = buffers.projected
    for r in rows {
      Self.multiply(w.router, x.row(r), into: buffers.router.row(r))
      w.choose(buffers.router.row(r), into: buffers.choices.row(r))
      for expert in 0..<w.expertCount {
        guard let weight = w.weight(of: expert, buffers.choices.row(r)) else { continue }
        Self.multiply(w.gates[expert], x.row(r), into: gate.row(r))
        Self.multiply(w.ups[expert], x.row(r), into: up.row(r))
        for i in 0..<hidden.width { hidden.row(r)[i] = Self.activated(gate.row(r)[i], .silu) * up.row(r)[i] }
        Self.multiply(w.downs[expert], hidden.row(r), into: product.row(r))
        for i in 0..<residual.width { residual.row(r)[i] += weight * product.row(r)[i] }
      }
    }
  }

  func scaleQueries(by temperature: QueryTemperature, _ shape: AttentionShape) {
    for r in rows {
      let factor = temperature.factor(at: position + r)
      for i in 0..<query.width { query.row(r)[i] *= factor }
    }
  }

  func convolve(layer: Int, _ taps: ConvolutionTaps) {
    let channels = mixed.width
    for r in rows {
      let (b, c, x) = (convolution.row(r), convolution.row(r) + channels, convolution.row(r) + 2 * channels)
      // The products of every position are kept where an attention layer would keep its keys.
      let products = cache.key(layer, position + r)
      for i in 0..<channels {
        products[i] = b[i] * x[i]
        var sum: Float = 0
        for tap in 0..<taps.length {
          let from = position + r - (taps.length - 1) + tap
          if from >= 0 { sum += taps.weights[i * taps.length + tap] * cache.key(layer, from)[i] }
        }
        mixed.row(r)[i] = c[i] * sum
      }
    }
  }

  func addToResidual(_ w: Linear, _ x: Activation, normedBy norm: Norm?, scale: Float) {
    let product = buffers.projected
    for r in rows {
      Self.multiply(w, x.row(r), into: product.row(r))
      if let norm { Self.normalize(product.row(r), by: norm, into: product.row(r)) }
      for i in 0..<residual.width { residual.row(r)[i] += scale * product.row(r)[i] }
    }
  }
}
