// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct GroupedRowsTests {
  /// Against lists of lists, some of them empty.
  @Test(arguments: [0, 1, 7, 200])
  func agreesWithLists(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var expected = [[Int]](repeating: [], count: count)
    var rows = GroupedRows(count: count, filler: -1)
    let numbers = count == 0 ? [] : (0..<500).map { _ in random.next(count / 2 + 1) }
    for number in numbers { rows.reserve(number) }
    rows.close()
    for (index, number) in numbers.enumerated() {
      expected[number].append(index)
      rows.append(index, to: number)
    }
    for number in 0..<count { #expect(Array(rows[number]) == expected[number]) }
  }
}
