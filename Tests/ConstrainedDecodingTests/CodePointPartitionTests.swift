// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

@Suite struct CodePointPartitionTests {
  /// Scalars alone make the classes that sets of one code point each make.
  @Test(
    arguments: [
      [], [0], [0x61], [0x61, 0x62, 0x7A], [0xD7FF], [0xD7FF, 0xE000], [0x10FFFF], [0, 1, 0x10FFFE, 0x10FFFF],
    ] as [[UInt32]])
  func scalarsAreClasses(scalars: [UInt32]) throws {
    let partition = try #require(CodePointPartition([], scalars: scalars))
    let expected = try #require(CodePointPartition(scalars.map { CodePointSet($0) }))
    #expect(partition.count == expected.count)
    for value: UInt32 in [
      0, 1, 2, 0x60, 0x61, 0x62, 0x63, 0x7A, 0x7B, 0xD7FF, 0xE000, 0xE001, 0xFFFF, 0x10FFFE, 0x10FFFF,
    ] {
      let own = partition.class(of: value)
      let representative = try #require(partition.representatives[own])
      #expect(partition.class(of: representative) == own)
      #expect(expected.class(of: representative) == expected.class(of: value))
    }
  }
}
