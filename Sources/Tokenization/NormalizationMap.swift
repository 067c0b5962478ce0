// SPDX-License-Identifier: Apache-2.0

/// Checks SentencePiece's compiled map of normalisation before the library follows it without looking.
///
/// The map is the size of a trie in bytes (32 bits, little-endian), a double-array trie of 32-bit units (darts-clone), and
/// replacements that end with a zero byte. A unit of the trie is a label (bits 0 to 7 and 31), an offset (bits 10 to 30,
/// shifted by 8 more where bit 9 is set), or, with bit 31, a value: where its replacement begins.
enum NormalizationMap {
  static func isValid(_ map: [UInt8]) -> Bool {
    map.withUnsafeBytes { bytes in
      guard bytes.count >= 4 else { return false }
      func word(_ index: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
      let size = Int(word(0))
      guard size > 0, size % 1024 == 0, size <= bytes.count - 4 else { return false }
      let count = size / 4
      let replacements = bytes.count - 4 - size
      guard replacements > 0, bytes[bytes.count - 1] == 0 else { return false }
      for index in 0..<count {
        let unit = word(index + 1)
        if unit >> 31 != 0 {
          guard Int(unit & 0x7FFF_FFFF) < replacements else { return false }
        } else {
          let offset = Int(unit >> 10) << Int((unit & 0x200) >> 6)
          // Any byte of text may be looked up from here.
          guard index ^ offset | 0xFF < count else { return false }
        }
      }
      return true
    }
  }
}
