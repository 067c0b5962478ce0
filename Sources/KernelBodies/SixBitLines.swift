// SPDX-License-Identifier: Apache-2.0

/// Three lines that hold sixteen 6-bit numbers n of each row in three 32-bit words:
///
///     A = n0…n4, B = n5…n9, C = n10…n14, six bits each from bit 0; n15 in bits 30–31 of A, B, C (low to high)
@frozen public enum SixBitLines {
  @inlinable @inline(__always) public static var byteCount: Int { 192 }

  /// Calls `body` with each number, in order; unrolled.
  @inlinable @inline(__always)
  public static func forEach<V: VectorISA>(
    _: V.Type, _ lines: UnsafeRawPointer, firstRow: Int, _ body: (_ index: Int, _ number: V.Ints) -> Void
  ) {
    let a = V.loadBytes(lines + 4 &* firstRow)
    let b = V.loadBytes(lines + (64 &+ 4 &* firstRow))
    let c = V.loadBytes(lines + (128 &+ 4 &* firstRow))
    for index in 0..<5 { body(index, V.field(a, shift: UInt32(truncatingIfNeeded: 6 &* index), mask: 63)) }
    for index in 0..<5 { body(5 &+ index, V.field(b, shift: UInt32(truncatingIfNeeded: 6 &* index), mask: 63)) }
    for index in 0..<5 { body(10 &+ index, V.field(c, shift: UInt32(truncatingIfNeeded: 6 &* index), mask: 63)) }
    body(
      15,
      V.or(
        V.field(a, shift: 30, mask: 3),
        V.or(
          V.shiftedLeft(V.field(b, shift: 30, mask: 3), by: 2), V.shiftedLeft(V.field(c, shift: 30, mask: 3), by: 4))))
  }
}
