// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

@Suite struct PeakRateTests {
  /// No time is asserted; the kernels end, and their work is counted.
  @Test(arguments: InstructionSet.supported, [PeakRate.bytes, .floats])
  func isAPositiveNumber(set: InstructionSet, rate: PeakRate) {
    let value = rate.measure(pool: pools[set]!, repetitions: 1)
    #expect(value > 0 && value.isFinite)
  }
}
