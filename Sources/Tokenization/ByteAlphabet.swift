// SPDX-License-Identifier: Apache-2.0

/// The printable stand-ins that byte-level BPE vocabularies write for the 256 bytes.
///
/// Bytes 33…126, 161…172 and 174…255 stand for themselves as Unicode scalars; the other 68, in order, for U+0100….
/// Source: GPT-2 `bytes_to_unicode`.
enum ByteAlphabet {
  /// The scalar that stands for each byte.
  static let scalars: [UInt16] = {
    var next: UInt16 = 256
    return (0..<256).map { byte in
      switch byte {
      case 33...126, 161...172, 174...255: return UInt16(byte)
      default:
        defer { next += 1 }
        return next
      }
    }
  }()

  /// The byte that each scalar below 324 stands for, or -1.
  static let bytes: [Int16] = {
    var table = [Int16](repeating: -1, count: 324)
    for (byte, scalar) in scalars.enumerated() { table[Int(scalar)] = Int16(byte) }
    return table
  }()

  /// Replaces stand-ins by their bytes; text outside the alphabet is copied as it is.
  ///
  /// - Parameter output: room for `text.count` bytes; what is written is never longer than what was read.
  /// - Returns: bytes written, and whether all of `text` was in the alphabet.
  @inline(__always)
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, table: UnsafePointer<Int16>
  ) -> (count: Int, isWhole: Bool) {
    var (read, written, isWhole) = (0, 0, true)
    while read < text.count {
      let first = text[read]
      var scalar = Int(first)
      var length = 1
      // Two-byte sequences reach U+07FF, beyond the alphabet's last scalar, U+0143.
      if first >= 0xC2, first < 0xE0, read + 1 < text.count, text[read + 1] & 0xC0 == 0x80 {
        scalar = Int(first & 0x1F) << 6 | Int(text[read + 1] & 0x3F)
        length = 2
      } else if first >= 0x80 {
        scalar = 324
      }
      if scalar < 324, table[scalar] >= 0 {
        output[written] = UInt8(truncatingIfNeeded: table[scalar])
        written += 1
      } else {
        isWhole = false
        for i in 0..<length { output[written + i] = text[read + i] }
        written += length
      }
      read += length
    }
    return (written, isWhole)
  }
}
