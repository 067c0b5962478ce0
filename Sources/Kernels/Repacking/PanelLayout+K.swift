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
          var fifth: UInt32 = 0
          for part in 0..<8 {
            let bits = source.word32(16 &+ 4 &* part) &>> UInt32(truncatingIfNeeded: block)
            fifth |= (bits & 0x0101_0101) &<< UInt32(truncatingIfNeeded: part)
          }
          place.put(fifth, 0)
          interleaveNibbles(source + (48 &+ 32 &* (block / 2)), high: block & 1 == 1, place + 64)
        }
      }
    },
    extractGroup: { group, row, target in
      extractHeaderK(group, row, target)
      (target + 16).initializeMemory(as: UInt8.self, repeating: 0, count: 160)
      for block in 0..<8 {
        let place = group + (256 &+ 320 &* block &+ 4 &* row)
        let fifth = place.word32(0)
        for part in 0..<8 {
          let bits = (fifth &>> UInt32(truncatingIfNeeded: part)) & 0x0101_0101
          let old = UnsafeRawPointer(target).word32(16 &+ 4 &* part)
          target.put(old | bits &<< UInt32(truncatingIfNeeded: block), 16 &+ 4 &* part)
        }
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
          let highs = source + (128 &+ 32 &* (block / 4))
          for half in 0..<2 {
            var bits: UInt32 = 0
            for part in 0..<4 {
              let two = highs.word32(16 &* half &+ 4 &* part) &>> UInt32(truncatingIfNeeded: 2 &* quarter)
              bits |= (two & 0x0303_0303) &<< UInt32(truncatingIfNeeded: 2 &* part)
            }
            place.put(bits, 288 &+ 64 &* half &+ 4 &* row)
          }
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
        let highs = target + (128 &+ 32 &* (block / 4))
        for half in 0..<2 {
          let bits = place.word32(288 &+ 64 &* half &+ 4 &* row)
          for part in 0..<4 {
            let two = (bits &>> UInt32(truncatingIfNeeded: 2 &* part)) & 0x0303_0303
            let old = UnsafeRawPointer(highs).word32(16 &* half &+ 4 &* part)
            highs.put(old | two &<< UInt32(truncatingIfNeeded: 2 &* quarter), 16 &* half &+ 4 &* part)
          }
        }
      }
    })
}

/// From 32 nibbles of one half of 32 bytes to four words: elements 4g…4g+3 low, 16+4g… high; 64 bytes apart.
@inline(__always)
private func interleaveNibbles(_ source: UnsafeRawPointer, high: Bool, _ target: UnsafeMutableRawPointer) {
  let shift: UInt32 = high ? 4 : 0
  for group in 0..<4 {
    let first = (source.word32(4 &* group) &>> shift) & 0x0F0F_0F0F
    let second = (source.word32(16 &+ 4 &* group) &>> shift) & 0x0F0F_0F0F
    target.put(first | second &<< 4, 64 &* group)
  }
}

/// The inverse of `interleaveNibbles`; the target's other nibbles stay.
@inline(__always)
private func extractNibbles(_ lines: UnsafeRawPointer, high: Bool, _ target: UnsafeMutableRawPointer) {
  let shift: UInt32 = high ? 4 : 0
  for group in 0..<4 {
    let word = lines.word32(64 &* group)
    for (place, bits) in [(4 &* group, word & 0x0F0F_0F0F), (16 &+ 4 &* group, (word &>> 4) & 0x0F0F_0F0F)] {
      target.put(UnsafeRawPointer(target).word32(place) | bits &<< shift, place)
    }
  }
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
  func byte(_ word: UInt32, _ index: UInt32) -> UInt32 { (word &>> (8 &* index)) & 0xFF }
  let last = byte(minima.1, 3)
  var a: UInt32 = (last & 3) &<< 30
  var b: UInt32 = ((last &>> 2) & 3) &<< 30
  var c: UInt32 = ((last &>> 4) & 3) &<< 30
  a |= byte(scales.0, 0) | byte(scales.0, 1) &<< 6 | byte(scales.0, 2) &<< 12 | byte(scales.0, 3) &<< 18
  a |= byte(scales.1, 0) &<< 24
  b |= byte(scales.1, 1) | byte(scales.1, 2) &<< 6 | byte(scales.1, 3) &<< 12
  b |= byte(minima.0, 0) &<< 18 | byte(minima.0, 1) &<< 24
  c |= byte(minima.0, 2) | byte(minima.0, 3) &<< 6 | byte(minima.1, 0) &<< 12 | byte(minima.1, 1) &<< 18
  c |= byte(minima.1, 2) &<< 24
  target.put(a, 64 &+ 4 &* row)
  target.put(b, 128 &+ 4 &* row)
  target.put(c, 192 &+ 4 &* row)
}

/// The inverse of `interleaveHeaderK`.
private func extractHeaderK(_ group: UnsafeRawPointer, _ row: Int, _ target: UnsafeMutableRawPointer) {
  target.put(group.word16(2 &* row), 0)
  target.put(group.word16(32 &+ 2 &* row), 2)
  let words = (group.word32(64 &+ 4 &* row), group.word32(128 &+ 4 &* row), group.word32(192 &+ 4 &* row))
  func field(_ word: UInt32, _ index: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: (word &>> (6 &* index)) & 63) }
  let last = words.0 &>> 30 | (words.1 &>> 30) &<< 2 | (words.2 &>> 30) &<< 4
  func scale(_ index: Int) -> UInt8 {
    let i = UInt32(truncatingIfNeeded: index)
    return index < 5 ? field(words.0, i) : field(words.1, i &- 5)
  }
  func minimum(_ index: Int) -> UInt8 {
    let i = UInt32(truncatingIfNeeded: index)
    if index < 2 { return field(words.1, i &+ 3) }
    return index < 7 ? field(words.2, i &- 2) : UInt8(truncatingIfNeeded: last)
  }
  for index in 0..<4 {
    target.put(scale(index) | (scale(index &+ 4) &>> 4) &<< 6, 4 &+ index)
    target.put(minimum(index) | (minimum(index &+ 4) &>> 4) &<< 6, 8 &+ index)
    target.put((scale(index &+ 4) & 15) | (minimum(index &+ 4) & 15) &<< 4, 12 &+ index)
  }
}
