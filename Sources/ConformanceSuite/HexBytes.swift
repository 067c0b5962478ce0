// SPDX-License-Identifier: Apache-2.0

/// Bytes spelled in hexadecimal.
enum HexBytes {
  /// Nil where a character is no digit or one is left over.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.map { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x41...0x46: digit - 0x41 + 10
      case 0x61...0x66: digit - 0x61 + 10
      default: nil
      }
    }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
