// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

@Suite struct RandomSourceTests {
  @Test(arguments: [0, 1, 42, UInt64.max]) func sameSeedGivesSameNumbers(seed: UInt64) {
    var a = RandomSource(seed: seed), b = RandomSource(seed: seed)
    for _ in 0..<100 { #expect(a.next() == b.next()) }
  }

  @Test func numbersOfTheUnitIntervalFillItEvenly() {
    var source = RandomSource(seed: 7)
    var bins = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 {
      let number = source.unit()
      #expect(number >= 0 && number < 1)
      bins[Int(number * 10)] += 1
    }
    // Each bin holds 1,000 ± 30 (one standard deviation); six of them are far beyond chance.
    for bin in bins { #expect(abs(bin - 1000) < 180) }
  }
}
