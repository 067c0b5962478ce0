// SPDX-License-Identifier: Apache-2.0

/// The product as its formula: weights dequantised, activations in float, sums in double.
///
///     y[t, r] = Σ_c w[r, c] · x[t, c] (+ bias[r]) (+ y[t, r])
///
/// Shapes as in `multiply`. Workers share the rows; no barrier inside. Slow: for tests and for `useReferenceKernels`.
package func multiplyReference(
  _ w: MatrixView, _ x: ActivationView, tokens: Int, into y: UnsafeMutablePointer<Float>, stride: Int,
  bias: UnsafePointer<Float>? = nil, accumulates: Bool = false, worker: Worker
) {
  worker.forEachChunk(of: w.rows, grain: 16) { range in
    withUnsafeTemporaryAllocation(of: Float.self, capacity: w.columns) { weights in
      let weights = weights.baseAddress!
      for row in range {
        w.row(row, into: weights)
        for token in 0..<tokens {
          let values = x.floats + token * x.columns
          var sum = 0.0
          for column in 0..<w.columns { sum += Double(weights[column]) * Double(values[column]) }
          var result = Float(sum)
          if let bias { result += bias[row] }
          if accumulates { result += y[token * stride + row] }
          y[token * stride + row] = result
        }
      }
    }
  }
}
