// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Kernels

/// The order of bits in panels, beside its definition.
@Suite struct PanelLayoutTests {
  @Test func fifthBitsStandByGroupsAndBytes() {
    for element in 0..<32 {
      let (group, byte) = (element / 4, element % 4)
      let stored = SIMD16<UInt32>(repeating: 1 << UInt32(element))
      #expect(interleavedFifthBits(stored) == SIMD16(repeating: 1 << UInt32(8 * byte + group)))
    }
    var bits: UInt32 = 0x9E37_79B9
    for _ in 0..<100 {
      bits = bits &* 1_664_525 &+ 1_013_904_223
      #expect(storedFifthBits(interleavedFifthBits(SIMD16(repeating: bits))[3]) == bits)
    }
  }
}
