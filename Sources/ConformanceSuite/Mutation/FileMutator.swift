// SPDX-License-Identifier: Apache-2.0

/// Spoils files in the ways that broken and hostile ones are spoilt; the same numbers give the same files.
enum FileMutator {
  /// Counts, sizes and extents at which readers have failed.
  private static let numbers: [UInt64] = [
    0, 1, 1 << 16, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, 1 << 63, .max, .max - 63,
  ]
  /// NaN, both infinities, the smallest and the greatest number, as 32-bit floats.
  private static let floats: [UInt32] = [0x7FC0_0000, 0x7F80_0000, 0xFF80_0000, 1, 0x7F7F_FFFF]

  /// A file with up to four places changed, most of them in its first `reach` bytes, where header and table lie.
  static func mutated(_ original: [UInt8], reach: Int, _ random: inout MutationRandom) -> [UInt8] {
    var bytes = original
    for _ in 0..<(1 + random.next(below: 4)) {
      guard bytes.count > 8 else { break }
      let limit = random.oneIn(8) ? bytes.count : min(bytes.count, max(reach, 9))
      let place = 4 + random.next(below: limit - 4)
      switch random.next(below: 10) {
      case 0...2: bytes[place] = UInt8(random.next(below: 256))
      case 3: bytes[place] ^= 1 << UInt8(random.next(below: 8))
      case 4, 5: put(random.pick(numbers).littleEndian, at: place, in: &bytes)
      case 6: put(random.pick(floats).littleEndian, at: place, in: &bytes)
      case 7: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 16)))
      case 8:
        bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + random.next(below: 32))], at: place)
      default: if random.oneIn(4) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  private static func put(_ number: some FixedWidthInteger, at place: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: number) { number in
      for (index, byte) in number.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
    }
  }
}
