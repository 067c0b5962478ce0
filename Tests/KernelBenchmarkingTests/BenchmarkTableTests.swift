// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import KernelBenchmarking

@Suite struct BenchmarkTableTests {
  @Test(arguments: [(1.26, 1, "1.3"), (0.999, 2, "1.00"), (-3.04, 1, "-3.0"), (12, 0, "12"), (.infinity, 1, "inf")])
  func fixedDecimals(value: Double, decimals: Int, text: String) {
    #expect(BenchmarkTable.fixed(value, decimals) == text)
  }

  @Test(arguments: [(0, "0.0"), (3.14e-6, "3.1e-6"), (250, "2.5e2")])
  func twoDigits(value: Double, text: String) {
    #expect(BenchmarkTable.short(value) == text)
  }

  @Test(arguments: [(0.01, true), (0.2, false), (.infinity, false)])
  func aWrongResultShows(error: Double, right: Bool) {
    var table = BenchmarkTable(readBandwidth: 20, threads: 1, prints: false)
    table.add(
      BenchmarkRow(
        kernel: "decode", instructionSet: "portable", type: "F32", shape: "1", threads: 1, seconds: 0.5, bytes: 5e9,
        readBandwidth: 20, operations: 0, error: error, tolerance: 0.1))
    #expect(table.allRight == right)
    let text = table.json.text()
    #expect(text.contains(#""of_read_bandwidth":0.5"#))
    #expect(text.contains(#""right":\#(right)"#))
  }

  @Test func medianOfEvenAndOdd() {
    #expect(Stopwatch.median([3, 1, 2]) == 2)
    #expect(Stopwatch.median([4, 1, 2, 3]) == 2.5)
  }
}
