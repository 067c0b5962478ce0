// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@testable import KernelBenchmarking

@Suite struct MultiplyBenchmarkTests {
  /// Random weights are finite and not all alike, whatever the type.
  @Test(arguments: MultiplyBenchmark.types)
  func randomWeightsAreSmallNumbers(type: TensorType) {
    let weights = RandomWeights(type, rows: 2, columns: 512, seed: 1)
    let row = weights.row(1)
    #expect(row.allSatisfy { $0.isFinite && abs($0) < 1000 })
    #expect(Set(row).count > 2)
    #expect(weights.byteCount == type.byteCount(elements: 1024))
  }

  @Test func deviationIsRelativeToTheExpectedSize() {
    var deviation = Deviation()
    deviation.add(10.5, expected: 10)
    deviation.add(-10, expected: -10)
    #expect(abs(deviation.relative - 0.05) < 1e-9)
    deviation.add(.nan, expected: 1)
    #expect(deviation.relative == .infinity)
  }
}
