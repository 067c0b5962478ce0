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

  /// Numbers that are set, and set again, in a table of a few slots at first.
  @Test func keepsWhatIsSetLast() {
    var random = SeededGenerator(seed: 6)
    var table = NumberTable(capacity: 16)
    var expected: [UInt64: Int32] = [:]
    for _ in 0..<5_000 {
      let key = UInt64(random.next(2_000)) &* 0x1_0000_0001
      #expect(table[key] == expected[key] ?? -1)
      let number = Int32(random.next(1_000))
      table.set(key, to: number)
      expected[key] = number
    }
    #expect(table.count == expected.count)
  }
}
