// SPDX-License-Identifier: Apache-2.0

/// Q4_0: sixteen f16 scales, four lines of codes. Value: d · (q − 8).
@frozen public enum PanelQ4_0: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 288 }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    tile.start(offsetBits: 3, x, firstColumn: firstColumn, width: width)
    tile.dotNibbles(block + (32 &+ 4 &* firstRow), x, firstColumn: firstColumn)
    tile.scale(by: T.V.loadHalf(block + 2 &* firstRow), x, firstColumn: firstColumn, width: width)
  }
}

/// Q4_1: sixteen f16 scales, sixteen f16 minima, four lines of codes. Value: d · q + m.
@frozen public enum PanelQ4_1: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 320 }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    tile.startAtZero()
    tile.dotNibbles(block + (64 &+ 4 &* firstRow), x, firstColumn: firstColumn)
    tile.scale(by: T.V.loadHalf(block + 2 &* firstRow), x, firstColumn: firstColumn, width: width)
    tile.addMinimum(T.V.loadHalf(block + (32 &+ 2 &* firstRow)), x, firstColumn: firstColumn, width: width)
  }
}

/// Q5_0: sixteen f16 scales, one line of fifth bits, four lines of codes. Value: d · (q − 16).
@frozen public enum PanelQ5_0: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 352 }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    tile.start(offsetBits: 4, x, firstColumn: firstColumn, width: width)
    tile.dotFiveBits(
      block + (96 &+ 4 &* firstRow), high: block + (32 &+ 4 &* firstRow), x, firstColumn: firstColumn)
    tile.scale(by: T.V.loadHalf(block + 2 &* firstRow), x, firstColumn: firstColumn, width: width)
  }
}

/// Q5_1: sixteen f16 scales, sixteen f16 minima, one line of fifth bits, four lines of codes. Value: d · q + m.
@frozen public enum PanelQ5_1: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 384 }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    tile.startAtZero()
    tile.dotFiveBits(
      block + (128 &+ 4 &* firstRow), high: block + (64 &+ 4 &* firstRow), x, firstColumn: firstColumn)
    tile.scale(by: T.V.loadHalf(block + 2 &* firstRow), x, firstColumn: firstColumn, width: width)
    tile.addMinimum(T.V.loadHalf(block + (32 &+ 2 &* firstRow)), x, firstColumn: firstColumn, width: width)
  }
}

/// Q8_0: sixteen f16 scales, eight lines of codes stored as q + 128. Value: d · q.
@frozen public enum PanelQ8_0: PanelFormat {
  @inlinable @inline(__always) public static var blockByteCount: Int { 544 }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    tile.forEach { column, accumulator in
      accumulator.integers = T.V.startOffset(x + ActivationTile.negatedSum(firstColumn &+ column, width: width))
    }
    for group in 0..<8 {
      let codes = T.V.loadBytes(block + (32 &+ 64 &* group &+ 4 &* firstRow))
      tile.dotOffset(codes, x, group: group, firstColumn: firstColumn)
    }
    tile.scale(by: T.V.loadHalf(block + 2 &* firstRow), x, firstColumn: firstColumn, width: width)
  }
}
