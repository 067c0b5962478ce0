// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The 256-element types.
extension PanelFormats {
  /// In the file: d, dmin, 12 bytes of scales, 128 bytes of codes.
  static let q4_K = PanelLayout(
    kind: .q4_K, groupLength: 256, groupByteCount: PanelHeaderK.byteCount + 8 * PanelQ4_K.blockByteCount,
    sourceByteCount: 144,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        interleaveHeaderK(source, row, target)
        for block in 0..<8 {
          interleaveNibbles(
            source + (16 &+ 32 &* (block / 2)), high: block & 1 == 1,
            target + (256 &+ 256 &* block &+ 4 &* row))
        }
      }
    },
    extractGroup: { group, row, target in
      extractHeaderK(group, row, target)
      (target + 16).initializeMemory(as: UInt8.self, repeating: 0, count: 128)
      for block in 0..<8 {
        extractNibbles(
          group + (256 &+ 256 &* block &+ 4 &* row), high: block & 1 == 1, target + (16 &+ 32 &* (block / 2)))
      }
    })

  /// In the file: d, dmin, 12 bytes of scales, 32 bytes of fifth bits, 128 bytes of codes.
  static let q5_K = PanelLayout(
    kind: .q5_K, groupLength: 256, groupByteCount: PanelHeaderK.byteCount + 8 * PanelQ5_K.blockByteCount,
    sourceByteCount: 176,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        interleaveHeaderK(source, row, target)
        for block in 0..<8 {
          let place = target + (256 &+ 320 &* block &+ 4 &* row)
          interleaveOneBit(source + 16, plane: block, place)
          interleaveNibbles(source + (48 &+ 32 &* (block / 2)), high: block & 1 == 1, place + 64)
        }
      }
    },
    extractGroup: { group, row, target in
      extractHeaderK(group, row, target)
      (target + 16).initializeMemory(as: UInt8.self, repeating: 0, count: 160)
      for block in 0..<8 {
        let place = group + (256 &+ 320 &* block &+ 4 &* row)
        extractOneBit(place, plane: block, target + 16)
        extractNibbles(place + 64, high: block & 1 == 1, target + (48 &+ 32 &* (block / 2)))
      }
    })

  /// In the file: 128 bytes of low nibbles, 64 bytes of 2-bit highs, 16 Int8 scales, d.
  static let q6_K = PanelLayout(
    kind: .q6_K, groupLength: 256, groupByteCount: PanelQ6_K.headerByteCount + 8 * PanelQ6_K.blockByteCount,
    sourceByteCount: 210,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        target.put(source.word16(208), 2 &* row)
        for block in 0..<8 {
          let quarter = block % 4
          let place = target + (32 &+ 416 &* block)
          place.put(source.byte(192 &+ 2 &* block), row)
          place.put(source.byte(193 &+ 2 &* block), 16 &+ row)
          interleaveNibbles(
            source + (64 &* (block / 4) &+ 32 &* (quarter & 1)), high: quarter >= 2, place + (32 &+ 4 &* row))
          interleaveTwoBits(
            source + (128 &+ 32 &* (block / 4)), quarter: quarter, place + (288 &+ 4 &* row))
        }
      }
    },
    extractGroup: { group, row, target in
      target.initializeMemory(as: UInt8.self, repeating: 0, count: 192)
      target.put(group.word16(2 &* row), 208)
      for block in 0..<8 {
        let quarter = block % 4
        let place = group + (32 &+ 416 &* block)
        target.put(place.byte(row), 192 &+ 2 &* block)
        target.put(place.byte(16 &+ row), 193 &+ 2 &* block)
        extractNibbles(
          place + (32 &+ 4 &* row), high: quarter >= 2, target + (64 &* (block / 4) &+ 32 &* (quarter & 1)))
        extractTwoBits(place + (288 &+ 4 &* row), quarter: quarter, target + (128 &+ 32 &* (block / 4)))
      }
    })
}

/// d and dmin, then the sixteen 6-bit numbers of `PanelHeaderK`.
@inline(__always)
private func interleaveHeaderK(_ source: UnsafeRawPointer, _ row: Int, _ target: UnsafeMutableRawPointer) {
  target.put(source.word16(0), 2 &* row)
  target.put(source.word16(2), 32 &+ 2 &* row)
  // Scales of blocks 0…3 in the low six bits of the first word, of 4…7 in the low nibbles of the third and the top bits
  // of the first; minima likewise with the second word and the high nibbles.
  let (first, second, third) = (source.word32(4), source.word32(8), source.word32(12))
  let scales = (first & 0x3F3F_3F3F, (third & 0x0F0F_0F0F) | (first &>> 2) & 0x3030_3030)
  let minima = (second & 0x3F3F_3F3F, ((third &>> 4) & 0x0F0F_0F0F) | (second &>> 2) & 0x3030_3030)
  interleaveSixBits((scales.0, scales.1, minima.0, minima.1), target + (64 &+ 4 &* row))
}

/// The inverse of `interleaveHeaderK`.
private func extractHeaderK(_ group: UnsafeRawPointer, _ row: Int, _ target: UnsafeMutableRawPointer) {
  target.put(group.word16(2 &* row), 0)
  target.put(group.word16(32 &+ 2 &* row), 2)
  let numbers = extractSixBits(group + (64 &+ 4 &* row))
  target.put(numbers.0 | ((numbers.1 &>> 4) & 0x0303_0303) &<< 6, 4)
  target.put(numbers.2 | ((numbers.3 &>> 4) & 0x0303_0303) &<< 6, 8)
  target.put((numbers.1 & 0x0F0F_0F0F) | (numbers.3 & 0x0F0F_0F0F) &<< 4, 12)
}
