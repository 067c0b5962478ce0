// SPDX-License-Identifier: Apache-2.0

/// Which bytes each token of a vocabulary holds: what a string makes of a token often follows from these alone.
struct TokenByteSets: Sendable {
  /// The bytes of one token: bit b for the byte b of ASCII from 0x20 on, `wide` for any other byte from 0x80 on. Bits 8 to 14
  /// hold the first byte, 0 for one from 0x80 on; tokens with control characters stand in no string, so that these bits are free.
  struct Row: BitwiseCopyable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    @inline(__always) var first: Int { Int(low >> 8 & 0x7F) }
  }

  /// Stands for every byte from 0x80 on.
  static let wide: UInt8 = 0

  /// A row for each token.
  let rows: Table<Row>

  init(_ texts: ByteStrings) {
    rows = Table(
      (0..<texts.count).map { token in
        var row = Row()
        let text = texts[token]
        for byte in text {
          switch byte {
          case 0x80...: row.low |= 1
          case 0x40...: row.high |= 1 << UInt64(byte & 63)
          case 0x20...: row.low |= 1 << UInt64(byte)
          default: break
          }
        }
        if let first = text.first, first >= 0x20, first < 0x80 { row.low |= UInt64(first) << 8 }
        return row
      })
  }
}
