// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Kernels

/// The order of bits in panels, beside its definition.
@Suite struct PanelLayoutTests {
  @Test func fifthBitsStandByGroupsAndBytes() {
    for element in 0..<32 {
      let (group, byte) = (element / 4, element % 4)
      #expect(interleavedFifthBits(1 << UInt32(element)) == 1 << UInt32(8 * byte + group))
    }
    var bits: UInt32 = 0x9E37_79B9
    for _ in 0..<100 {
      bits = bits &* 1_664_525 &+ 1_013_904_223
      #expect(storedFifthBits(interleavedFifthBits(bits)) == bits)
    }
  }
}
