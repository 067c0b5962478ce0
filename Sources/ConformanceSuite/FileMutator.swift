// SPDX-License-Identifier: Apache-2.0

/// Spoils files in the ways that broken and hostile ones are spoilt; the same seed gives the same files.
struct FileMutator {
  private var state: UInt64

  /// Counts, sizes and extents at which readers have failed.
  private static let numbers: [UInt64] = [
    0, 1, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, 1 << 63, .max, .max - 63,
  ]
  /// NaN, both infinities, the smallest and the greatest number, as 32-bit floats.
  private static let floats: [UInt32] = [0x7FC0_0000, 0x7F80_0000, 0xFF80_0000, 1, 0x7F7F_FFFF]

  init(seed: UInt64) { state = seed }

  /// A number below `limit`. SplitMix64.
  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ z >> 31) % UInt64(max(limit, 1)))
  }

  /// A file with up to four places changed, most of them in its first `reach` bytes, where header and table lie.
  mutating func mutated(_ original: [UInt8], reach: Int) -> [UInt8] {
    var bytes = original
    for _ in 0..<(1 + next(below: 4)) {
      guard bytes.count > 8 else { break }
      let limit = next(below: 8) == 0 ? bytes.count : min(bytes.count, max(reach, 9))
      let place = 4 + next(below: limit - 4)
      switch next(below: 10) {
      case 0...2: bytes[place] = UInt8(next(below: 256))
      case 3: bytes[place] ^= 1 << UInt8(next(below: 8))
      case 4, 5: put(Self.numbers[next(below: Self.numbers.count)].littleEndian, at: place, in: &bytes)
      case 6: put(Self.floats[next(below: Self.floats.count)].littleEndian, at: place, in: &bytes)
      case 7: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(below: 16)))
      case 8: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + next(below: 32))], at: place)
      default: if next(below: 4) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  private func put(_ number: some FixedWidthInteger, at place: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: number) { number in
      for (index, byte) in number.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
    }
  }
}
