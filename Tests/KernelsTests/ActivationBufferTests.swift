// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Kernels

@Suite struct ActivationBufferTests {
  /// Memory serves two buffers only where it is enough for either form of both.
  @Test(arguments: [
    (columns: 64, rows: 8, other: 128, otherRows: 8, isShared: true), (64, 8, 64, 8, true), (64, 5, 64, 8, true),
    (128, 8, 64, 8, false), (64, 16, 64, 8, false),
    // No 8-bit form here, none there.
    (40, 8, 64, 8, true), (32, 8, 40, 8, false),
  ])
  func sharing(columns: Int, rows: Int, other: Int, otherRows: Int, isShared: Bool) {
    let first = ActivationBuffer(maximumRows: otherRows, columns: other)
    let second = ActivationBuffer(maximumRows: rows, columns: columns, sharing: first)
    #expect((second.floats == first.floats) == isShared)
    #expect((second.view.blocks == nil) == (columns % 32 != 0))
    if second.view.blocks != nil { #expect((second.view.blocks == first.view.blocks) == isShared) }
    #expect(second.columns == columns && second.maximumRows == rows)
    // All of it can be written.
    for index in 0..<(rows * columns) { second.floats[index] = 1 }
  }
}
