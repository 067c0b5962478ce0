// SPDX-License-Identifier: Apache-2.0

/// MXFP4: sixteen E8M0 scales, four lines of codes. Value: 2^(e − 128) · (table(q) − 16), the table of doubled E2M1 numbers with
/// 16 added: 4…28, so that products are those of five-bit codes.
@frozen public enum PanelMXFP4: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 272 }

  @inlinable @inline(__always) public static var low: UInt64 { 0x1C18_1614_1312_1110 }
  @inlinable @inline(__always) public static var high: UInt64 { 0x0408_0A0C_0D0E_0F10 }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    let scale = V.loadE8M0(block + firstRow)
    return VectorPair(scale, scale)
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    V.lookup(nibbles(isa, block + (16 &+ 4 &* firstRow), group), low: low, high: high)
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.start(offsetBits: 4, x, firstColumn: firstColumn, width: width)
    tile.dotFiveBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors(0).low, offsetBits: 4, x, firstColumn: firstColumn, width: width)
  }
}
