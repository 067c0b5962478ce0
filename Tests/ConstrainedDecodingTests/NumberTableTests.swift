// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct NumberTableTests {
  /// Against a dictionary, on keys that collide, that repeat, and more than the table begins with.
  @Test(arguments: [1, 1 << 20, 1 << 40])
  func agreesWithDictionary(step: UInt64) {
    var random = SeededGenerator(seed: 5)
    var table = NumberTable()
    var expected: [UInt64: Int32] = [:]
    for _ in 0..<5_000 {
      let key = UInt64(random.next(3_000)) &* step
      let next = Int32(expected.count)
      let number = expected[key] ?? next
      expected[key] = number
      #expect(table.number(of: key, next: next) == number)
    }
  }
}
