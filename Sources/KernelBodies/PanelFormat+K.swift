// SPDX-License-Identifier: Apache-2.0

/// The header that Q4_K and Q5_K share: sixteen f16 `d`, sixteen f16 `dmin`, then the lines of `SixBitLines` with the scales s of
/// the eight blocks and their minima m.
@frozen public enum PanelHeaderK {
  @inlinable @inline(__always) public static var byteCount: Int { 64 &+ SixBitLines.byteCount }

  /// Writes, per block of the group, the scales d·s and the negated minima −dmin·m.
  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _ isa: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    let size = 4 &* V.lanes
    let scale = V.loadHalf(header + 2 &* firstRow)
    let minimum = V.subtract(V.zero(), V.loadHalf(header + (32 &+ 2 &* firstRow)))
    SixBitLines.forEach(isa, header + 64, firstRow: firstRow) { index, number in
      V.store(
        V.multiply(index < 8 ? scale : minimum, V.float(number)),
        to: scratch + (2 &* (index & 7) &+ index / 8) &* size)
    }
  }
}

/// Q4_K: the K header, then eight blocks of four lines of codes. Value: d·s · q − dmin·m.
@frozen public enum PanelQ4_K: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { PanelHeaderK.byteCount }
  @inlinable @inline(__always) public static var blockByteCount: Int { 256 }

  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _ isa: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    PanelHeaderK.prepare(isa, header: header, firstRow: firstRow, scratch: scratch)
  }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    VectorPair(V.load(prepared), V.load(prepared + 4 &* V.lanes))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    nibbles(isa, block + 4 &* firstRow, group)
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

/// Q5_K: the K header, then eight blocks of one line of fifth bits and four lines of codes.
@frozen public enum PanelQ5_K: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { PanelHeaderK.byteCount }
  @inlinable @inline(__always) public static var blockByteCount: Int { 320 }

  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _ isa: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    PanelHeaderK.prepare(isa, header: header, firstRow: firstRow, scratch: scratch)
  }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    VectorPair(V.load(prepared), V.load(prepared + 4 &* V.lanes))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    fiveBits(isa, block + (64 &+ 4 &* firstRow), high: block + 4 &* firstRow, group)
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

/// Q6_K: a header of sixteen f16 `d`, then eight blocks of: sixteen Int8 scales of elements 0…15, sixteen of 16…31, four
/// lines of low nibbles, two lines of high bits (groups 0…3, then 4…7; two bits per element, group g at bit 2·(g mod 4)).
/// Value: d · s · (q − 32).
@frozen public enum PanelQ6_K: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 32 }
  @inlinable @inline(__always) public static var blockByteCount: Int { 416 }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    let scale = V.loadHalf(header + 2 &* firstRow)
    return VectorPair(
      V.multiply(scale, V.float(V.loadInt8(block + firstRow))),
      V.multiply(scale, V.float(V.loadInt8(block + (16 &+ firstRow)))))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    let high = V.loadBytes(block + (288 &+ 64 &* (group / 4) &+ 4 &* firstRow))
    return V.or(nibbles(isa, block + (32 &+ 4 &* firstRow), group), highBits(isa, high, group & 3))
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.accumulateHalves(factors(0), offsetBits: 5, x, firstColumn: firstColumn, width: width) { tile, first in
      tile.dotSixBits(from: first, x, firstColumn: firstColumn, codes)
    }
  }

  /// The two high bits of group `group` (0…3) of a line, moved to bits 4 and 5.
  @inlinable @inline(__always)
  public static func highBits<V: VectorISA>(_: V.Type, _ line: V.Bytes, _ group: Int) -> V.Bytes {
    group <= 2
      ? V.bits(line, shiftedLeft: UInt32(truncatingIfNeeded: 4 &- 2 &* group), mask: 0x30)
      : V.bits(line, shiftedRight: 2, mask: 0x30)
  }
}
