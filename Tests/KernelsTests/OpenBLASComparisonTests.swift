// SPDX-License-Identifier: Apache-2.0
import COpenBLAS
import Kernels
import Quantization
import Testing

/// The float products beside those of an independent library.
@Suite struct OpenBLASComparisonTests {
  @Test(arguments: [TensorType.f32, .f16, .bf16], InstructionSet.supported)
  func floatProductsAgree(type: TensorType, set: InstructionSet) {
    let pool = pools[set]!
    for (rows, columns, tokens) in [(16, 32, 1), (37, 96, 5), (64, 576, 32)] {
      let weights = TestMatrix(type, rows: rows, columns: columns, seed: 11, pool: pool)
      let x = activations(tokens, columns: columns, seed: 12, pool: pool)
      let y = product(weights.matrix, x, tokens: tokens, pool: pool)
      var expected = [Float](repeating: 0, count: tokens * rows)
      weights.values.withUnsafeBufferPointer { w in
        // y = x · wᵀ, all row-major.
        cblas_sgemm(
          CblasRowMajor, CblasNoTrans, CblasTrans, Int32(tokens), Int32(rows), Int32(columns), 1, x.floats,
          Int32(columns), w.baseAddress, Int32(columns), 0, &expected, Int32(rows))
      }
      for (index, value) in expected.enumerated() {
        let row = index % rows
        let magnitude = weights.values[(row * columns)..<((row + 1) * columns)].reduce(0) { $0 + abs($1) }
        // Activations lie in −1…1: two orders of summation differ by a few ulps of the sum of magnitudes.
        #expect(abs(y[index] - value) <= magnitude * 1e-5 + 1e-6, "\(type) \(set) \(rows)×\(columns) element \(index)")
      }
    }
  }
}
