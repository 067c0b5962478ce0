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
        operations: 0, limit: .bandwidth(20), error: error, tolerance: 0.1))
    #expect(table.allRight == right)
    let text = table.json.text()
    #expect(text.contains(#""limit_gb_per_s":20"#))
    #expect(text.contains(#""of_limit":0.5"#))
    #expect(text.contains(#""right":\#(right)"#))
  }

  @Test func arithmeticIsComparedWithArithmetic() {
    let row = BenchmarkRow(
      kernel: "prefill", instructionSet: "portable", type: "F32", shape: "1", threads: 1, seconds: 0.5, bytes: 0,
      operations: 1e9, limit: .arithmetic(8), error: 0, tolerance: 0.1)
    #expect(row.shareOfLimit == 0.25)
    #expect(row.json.text().contains(#""limit_gflop_per_s":8"#))
  }

  @Test func medianOfEvenAndOdd() {
    #expect(Stopwatch.median([3, 1, 2]) == 2)
    #expect(Stopwatch.median([4, 1, 2, 3]) == 2.5)
  }
}
