// SPDX-License-Identifier: Apache-2.0

/// 256 ternary weights, five (or four) to a byte, with one scale: `d · (digit − 1)`.
///
///     byte   0                48              52    54
///            | quants (48 B)  | rest (4 B)    | d   |
///
/// A byte is a fraction of 256 in base 3. The elements are the first digits of bytes 0–31, their second digits, … their
/// fifth; then the five digits of bytes 32–47 likewise; then four digits of `rest`. Source: ggml `block_tq1_0`.
package struct BlockTQ1_0: QuantizedBlock {
  package static let tensorType = TensorType.tq1_0

  package var quants: InlineArray<48, UInt8>
  package var rest: InlineArray<4, UInt8>
  /// Scale `d`, binary16.
  package var scale: UInt16

  package func dequantize(into values: UnsafeMutablePointer<Float>) {
    let d = Half.float(scale)
    var next = 0
    func write(_ byte: UInt8, _ power: UInt8) {
      let digit = Int32((UInt16(byte &* power) * 3) >> 8)
      values[next] = Float(digit - 1) * d
      next += 1
    }
    for bytes in [0..<32, 32..<48] {
      for power: UInt8 in [1, 3, 9, 27, 81] {
        for j in bytes { write(quants[j], power) }
      }
    }
    for power: UInt8 in [1, 3, 9, 27] {
      for j in 0..<4 { write(rest[j], power) }
    }
  }
}
