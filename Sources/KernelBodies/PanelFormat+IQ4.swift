// SPDX-License-Identifier: Apache-2.0

/// The sixteen steps of the IQ4 types with 128 added, as `VectorISA.lookup` takes them: −127, −104, −83, −65, −49, −35, −22,
/// −10, 1, 13, 25, 38, 53, 69, 89, 113.
@frozen public enum StepsIQ4 {
  @inlinable @inline(__always) public static var low: UInt64 { 0x766A_5D4F_3F2D_1801 }
  @inlinable @inline(__always) public static var high: UInt64 { 0xF1D9_C5B5_A699_8D81 }

  /// The steps of a group of four-bit codes in four lines.
  @inlinable @inline(__always)
  public static func steps<V: VectorISA>(_: V.Type, _ codes: V.Bytes) -> V.Bytes {
    V.lookup(codes, low: low, high: high)
  }
}

/// IQ4_NL: sixteen f16 scales, four lines of codes. Value: d · step(q).
@frozen public enum PanelIQ4_NL: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 288 }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    let scale = V.loadHalf(block + 2 &* firstRow)
    return VectorPair(scale, scale)
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    StepsIQ4.steps(isa, nibbles(isa, block + (32 &+ 4 &* firstRow), group))
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.dotOffsetBytes(x, firstColumn: firstColumn, width: width, codes)
    tile.scaleOffset(by: factors(0).low, x, firstColumn: firstColumn, width: width)
  }
}

/// IQ4_XS: a header of sixteen f16 `d`, sixteen words of 16 bits with the upper two bits of the scales of blocks 0…7, and a
/// line with their lower four; then eight blocks of four lines of codes. Value: d · (s − 32) · step(q).
@frozen public enum PanelIQ4_XS: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 128 }
  @inlinable @inline(__always) public static var blockByteCount: Int { 256 }

  /// Writes the scale d·(s − 32) of each block of the group.
  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    let scale = V.loadHalf(header + 2 &* firstRow)
    let highs = V.loadWords(header + (32 &+ 2 &* firstRow))
    let lows = V.loadBytes(header + (64 &+ 4 &* firstRow))
    for index in 0..<8 {
      let shift = UInt32(truncatingIfNeeded: index)
      let number = V.or(
        V.field(lows, shift: 4 &* shift, mask: 15), V.shiftedLeft(V.field(highs, shift: 2 &* shift, mask: 3), by: 4))
      V.store(
        V.multiply(scale, V.subtract(V.float(number), V.broadcast(32))), to: scratch + 8 &* index &* V.lanes)
    }
  }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    let scale = V.load(prepared)
    return VectorPair(scale, scale)
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    StepsIQ4.steps(isa, nibbles(isa, block + 4 &* firstRow, group))
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.dotOffsetBytes(x, firstColumn: firstColumn, width: width, codes)
    tile.scaleOffset(by: factors(0).low, x, firstColumn: firstColumn, width: width)
  }
}
