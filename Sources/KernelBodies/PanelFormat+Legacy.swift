// SPDX-License-Identifier: Apache-2.0

/// Q4_0: sixteen f16 scales, four lines of codes. Value: d · (q − 8).
@frozen public enum PanelQ4_0: PanelFormat {
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
    nibbles(isa, block + (32 &+ 4 &* firstRow), group)
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.start(offsetBits: 3, x, firstColumn: firstColumn, width: width)
    tile.dotFourBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors(0).low, offsetBits: 3, x, firstColumn: firstColumn, width: width)
  }
}

/// Q4_1: sixteen f16 scales, sixteen f16 minima, four lines of codes. Value: d · q + m.
@frozen public enum PanelQ4_1: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 320 }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    VectorPair(V.loadHalf(block + 2 &* firstRow), V.loadHalf(block + (32 &+ 2 &* firstRow)))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    nibbles(isa, block + (64 &+ 4 &* firstRow), group)
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.startAtZero()
    tile.dotFourBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors(0).low, x, firstColumn: firstColumn, width: width)
    tile.addMinimum(factors(0).high, x, firstColumn: firstColumn, width: width)
  }
}

/// Q5_0: sixteen f16 scales, one line of fifth bits, four lines of codes. Value: d · (q − 16).
@frozen public enum PanelQ5_0: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 352 }

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
    fiveBits(isa, block + (96 &+ 4 &* firstRow), high: block + (32 &+ 4 &* firstRow), group)
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

/// Q5_1: sixteen f16 scales, sixteen f16 minima, one line of fifth bits, four lines of codes. Value: d · q + m.
@frozen public enum PanelQ5_1: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 384 }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    VectorPair(V.loadHalf(block + 2 &* firstRow), V.loadHalf(block + (32 &+ 2 &* firstRow)))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    fiveBits(isa, block + (128 &+ 4 &* firstRow), high: block + (64 &+ 4 &* firstRow), group)
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.startAtZero()
    tile.dotFiveBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors(0).low, x, firstColumn: firstColumn, width: width)
    tile.addMinimum(factors(0).high, x, firstColumn: firstColumn, width: width)
  }
}

/// Q8_0: sixteen f16 scales, eight lines of codes stored as q + 128. Value: d · q.
@frozen public enum PanelQ8_0: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 544 }

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
    V.loadBytes(block + (32 &+ 64 &* group &+ 4 &* firstRow))
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
