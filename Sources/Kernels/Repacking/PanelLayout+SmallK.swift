// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The 256-element types of two and three bits.
extension PanelFormats {
  /// In the file: 16 bytes of scales and minima, 64 bytes of codes, d, dmin.
  static let q2_K = PanelLayout(
    kind: .q2_K, groupLength: 256, groupByteCount: PanelQ2_K.headerByteCount + 8 * PanelQ2_K.blockByteCount,
    sourceByteCount: 84,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        target.put(source.word16(80), 2 &* row)
        target.put(source.word16(82), 32 &+ 2 &* row)
        for line in 0..<4 { target.put(source.word32(4 &* line), 64 &+ 64 &* line &+ 4 &* row) }
        for block in 0..<8 {
          interleaveTwoBits(
            source + (16 &+ 32 &* (block / 4)), quarter: block % 4, target + (320 &+ 128 &* block &+ 4 &* row))
        }
      }
    },
    extractGroup: { group, row, target in
      target.initializeMemory(as: UInt8.self, repeating: 0, count: 84)
      target.put(group.word16(2 &* row), 80)
      target.put(group.word16(32 &+ 2 &* row), 82)
      for line in 0..<4 { target.put(group.word32(64 &+ 64 &* line &+ 4 &* row), 4 &* line) }
      for block in 0..<8 {
        extractTwoBits(
          group + (320 &+ 128 &* block &+ 4 &* row), quarter: block % 4, target + (16 &+ 32 &* (block / 4)))
      }
    })

  /// In the file: 32 bytes of third bits, 64 bytes of codes, 12 bytes of scales, d.
  static let q3_K = PanelLayout(
    kind: .q3_K, groupLength: 256, groupByteCount: PanelQ3_K.headerByteCount + 8 * PanelQ3_K.blockByteCount,
    sourceByteCount: 110,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        target.put(source.word16(108), 2 &* row)
        // The lower four bits of scales 0…7 and 8…15 in the halves of two words, the upper two of all in the third.
        let (first, second, third) = (source.word32(96), source.word32(100), source.word32(104))
        interleaveSixBits(
          (
            (first & 0x0F0F_0F0F) | (third & 0x0303_0303) &<< 4,
            (second & 0x0F0F_0F0F) | ((third &>> 2) & 0x0303_0303) &<< 4,
            ((first &>> 4) & 0x0F0F_0F0F) | ((third &>> 4) & 0x0303_0303) &<< 4,
            ((second &>> 4) & 0x0F0F_0F0F) | ((third &>> 6) & 0x0303_0303) &<< 4
          ), target + (32 &+ 4 &* row))
        for block in 0..<8 {
          let place = target + (224 &+ 192 &* block &+ 4 &* row)
          interleaveOneBit(source, plane: block, place)
          interleaveTwoBits(source + (32 &+ 32 &* (block / 4)), quarter: block % 4, place + 64)
        }
      }
    },
    extractGroup: { group, row, target in
      target.initializeMemory(as: UInt8.self, repeating: 0, count: 96)
      target.put(group.word16(2 &* row), 108)
      let numbers = extractSixBits(group + (32 &+ 4 &* row))
      target.put((numbers.0 & 0x0F0F_0F0F) | (numbers.2 & 0x0F0F_0F0F) &<< 4, 96)
      target.put((numbers.1 & 0x0F0F_0F0F) | (numbers.3 & 0x0F0F_0F0F) &<< 4, 100)
      let low = ((numbers.0 &>> 4) & 0x0303_0303) | ((numbers.1 &>> 4) & 0x0303_0303) &<< 2
      let high = ((numbers.2 &>> 4) & 0x0303_0303) | ((numbers.3 &>> 4) & 0x0303_0303) &<< 2
      target.put(low | high &<< 4, 104)
      for block in 0..<8 {
        let place = group + (224 &+ 192 &* block &+ 4 &* row)
        extractOneBit(place, plane: block, target)
        extractTwoBits(place + 64, quarter: block % 4, target + (32 &+ 32 &* (block / 4)))
      }
    })
}
