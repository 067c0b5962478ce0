// SPDX-License-Identifier: Apache-2.0

/// Lists of rows by a number, all in one array: one allocation instead of one for each number.
///
/// Room is reserved row by row, then `close` lays the lists out, then the rows come in any order of numbers.
struct GroupedRows<Row> {
  private(set) var count: Int
  /// Rows of each number at first, then where its list begins; in the end, where it ends.
  private var ends: [Int32]
  private var rows: [Row] = []
  private let filler: Row

  init(count: Int, filler: Row) {
    self.count = count
    self.filler = filler
    ends = Array(repeating: 0, count: count)
  }

  mutating func reserve(_ number: Int) { ends[number] += 1 }

  mutating func close() {
    var sum: Int32 = 0
    for number in ends.indices {
      let own = ends[number]
      ends[number] = sum
      sum += own
    }
    rows = Array(repeating: filler, count: Int(sum))
  }

  mutating func append(_ row: Row, to number: Int) {
    rows[Int(ends[number])] = row
    ends[number] += 1
  }

  subscript(number: Int) -> ArraySlice<Row> { rows[Int(number == 0 ? 0 : ends[number - 1])..<Int(ends[number])] }
}
