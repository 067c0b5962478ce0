// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The 32-element types. In the file: scale, minimum (Q4_1, Q5_1), fifth bits (Q5), codes; see `Quantization`.
extension PanelFormats {
  static let q4_0 = PanelLayout(
    kind: .q4_0, groupLength: 32, groupByteCount: PanelQ4_0.blockByteCount, sourceByteCount: 18,
    interleaveGroup: { sources, offset, target in
      let rows = SixteenRows(sources, offset)
      rows.putHalves(at: 0, to: target)
      rows.putFourWords(at: 2, to: target + 32)
    },
    extractGroup: { block, row, target in
      target.put(block.word16(2 &* row), 0)
      for group in 0..<4 { target.put(block.word32(32 &+ 64 &* group &+ 4 &* row), 2 &+ 4 &* group) }
    })

  static let q4_1 = PanelLayout(
    kind: .q4_1, groupLength: 32, groupByteCount: PanelQ4_1.blockByteCount, sourceByteCount: 20,
    interleaveGroup: { sources, offset, target in
      let rows = SixteenRows(sources, offset)
      rows.putHalves(at: 0, to: target)
      rows.putHalves(at: 2, to: target + 32)
      rows.putFourWords(at: 4, to: target + 64)
    },
    extractGroup: { block, row, target in
      target.put(block.word16(2 &* row), 0)
      target.put(block.word16(32 &+ 2 &* row), 2)
      for group in 0..<4 { target.put(block.word32(64 &+ 64 &* group &+ 4 &* row), 4 &+ 4 &* group) }
    })

  static let q5_0 = PanelLayout(
    kind: .q5_0, groupLength: 32, groupByteCount: PanelQ5_0.blockByteCount, sourceByteCount: 22,
    interleaveGroup: { sources, offset, target in
      let rows = SixteenRows(sources, offset)
      rows.putHalves(at: 0, to: target)
      target.put(interleavedFifthBits(rows.word(at: 2)), 32)
      rows.putFourWords(at: 6, to: target + 96)
    },
    extractGroup: { block, row, target in
      target.put(block.word16(2 &* row), 0)
      target.put(storedFifthBits(block.word32(32 &+ 4 &* row)), 2)
      for group in 0..<4 { target.put(block.word32(96 &+ 64 &* group &+ 4 &* row), 6 &+ 4 &* group) }
    })

  static let q5_1 = PanelLayout(
    kind: .q5_1, groupLength: 32, groupByteCount: PanelQ5_1.blockByteCount, sourceByteCount: 24,
    interleaveGroup: { sources, offset, target in
      let rows = SixteenRows(sources, offset)
      rows.putHalves(at: 0, to: target)
      rows.putHalves(at: 2, to: target + 32)
      target.put(interleavedFifthBits(rows.word(at: 4)), 64)
      rows.putFourWords(at: 8, to: target + 128)
    },
    extractGroup: { block, row, target in
      target.put(block.word16(2 &* row), 0)
      target.put(block.word16(32 &+ 2 &* row), 2)
      target.put(storedFifthBits(block.word32(64 &+ 4 &* row)), 4)
      for group in 0..<4 { target.put(block.word32(128 &+ 64 &* group &+ 4 &* row), 8 &+ 4 &* group) }
    })

  static let q8_0 = PanelLayout(
    kind: .q8_0, groupLength: 32, groupByteCount: PanelQ8_0.blockByteCount, sourceByteCount: 34,
    interleaveGroup: { sources, offset, target in
      let rows = SixteenRows(sources, offset)
      rows.putHalves(at: 0, to: target)
      rows.putFourWords(at: 2, flips: 0x8080_8080, to: target + 32)
      rows.putFourWords(at: 18, flips: 0x8080_8080, to: target + 288)
    },
    extractGroup: { block, row, target in
      target.put(block.word16(2 &* row), 0)
      for group in 0..<8 {
        target.put(block.word32(32 &+ 64 &* group &+ 4 &* row) ^ 0x8080_8080, 2 &+ 4 &* group)
      }
    })
}

/// From bit e for element e to bit g of byte k for element 4g + k, in each of sixteen rows.
///
/// The five bits of a bit's place, g2 g1 g0 k1 k0, become k1 k0 g2 g1 g0: four exchanges of two of them.
@inline(__always) func interleavedFifthBits(_ stored: SIMD16<UInt32>) -> SIMD16<UInt32> {
  var bits = stored
  bits.exchange(0x0000_CCCC, shift: 14)
  bits.exchange(0x00AA_00AA, shift: 7)
  bits.exchange(0x0C0C_0C0C, shift: 2)
  bits.exchange(0x2222_2222, shift: 1)
  return bits
}

/// The inverse of `interleavedFifthBits`.
@inline(__always) func storedFifthBits(_ interleaved: UInt32) -> UInt32 {
  var bits = interleaved
  bits.exchange(0x2222_2222, shift: 1)
  bits.exchange(0x0C0C_0C0C, shift: 2)
  bits.exchange(0x00AA_00AA, shift: 7)
  bits.exchange(0x0000_CCCC, shift: 14)
  return bits
}

extension UInt32 {
  /// Exchanges each bit under the mask with the one `shift` places higher.
  @inline(__always) fileprivate mutating func exchange(_ mask: UInt32, shift: UInt32) {
    let difference = (self &>> shift ^ self) & mask
    self ^= difference ^ difference &<< shift
  }
}

extension SIMD16<UInt32> {
  /// The same in every lane.
  @inline(__always) fileprivate mutating func exchange(_ mask: UInt32, shift: UInt32) {
    let difference = (self &>> SIMD16(repeating: shift) ^ self) & SIMD16(repeating: mask)
    self ^= difference ^ difference &<< SIMD16(repeating: shift)
  }
}
