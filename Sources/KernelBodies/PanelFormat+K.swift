// SPDX-License-Identifier: Apache-2.0

/// The header that Q4_K and Q5_K share: sixteen f16 `d`, sixteen f16 `dmin`, then three lines that hold, per row, the
/// eight 6-bit scales s and minima m as three 32-bit words:
///
///     A = s0…s4, B = s5 s6 s7 m0 m1, C = m2…m6, six bits each from bit 0; m7 in bits 30–31 of A, B, C (low to high)
@frozen public enum PanelHeaderK {
  @inlinable @inline(__always) public static var byteCount: Int { 256 }

  /// Writes, per block of the group, the scales d·s and the negated minima −dmin·m.
  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    let size = 4 &* V.lanes
    let scale = V.loadHalf(header + 2 &* firstRow)
    let minimum = V.subtract(V.zero(), V.loadHalf(header + (32 &+ 2 &* firstRow)))
    let a = V.loadBytes(header + (64 &+ 4 &* firstRow))
    let b = V.loadBytes(header + (128 &+ 4 &* firstRow))
    let c = V.loadBytes(header + (192 &+ 4 &* firstRow))
    for index in 0..<5 {
      let shift = UInt32(truncatingIfNeeded: 6 &* index)
      V.store(
        V.multiply(scale, V.float(V.field(a, shift: shift, mask: 63))), to: scratch + 2 &* index &* size)
      V.store(
        V.multiply(minimum, V.float(V.field(c, shift: shift, mask: 63))),
        to: scratch + (2 &* (index &+ 2) &+ 1) &* size)
    }
    for index in 0..<3 {
      let shift = UInt32(truncatingIfNeeded: 6 &* index)
      V.store(
        V.multiply(scale, V.float(V.field(b, shift: shift, mask: 63))), to: scratch + 2 &* (index &+ 5) &* size)
    }
    for index in 0..<2 {
      let shift = UInt32(truncatingIfNeeded: 18 &+ 6 &* index)
      V.store(
        V.multiply(minimum, V.float(V.field(b, shift: shift, mask: 63))), to: scratch + (2 &* index &+ 1) &* size)
    }
    let last = V.or(
      V.field(a, shift: 30, mask: 3),
      V.or(
        V.shiftedLeft(V.field(b, shift: 30, mask: 3), by: 2), V.shiftedLeft(V.field(c, shift: 30, mask: 3), by: 4)))
    V.store(V.multiply(minimum, V.float(last)), to: scratch + 15 &* size)
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
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int
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
    _ tile: inout T, _ factors: VectorPair<T.V.Floats>, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.startAtZero()
    tile.dotFourBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors.low, x, firstColumn: firstColumn, width: width)
    tile.addMinimum(factors.high, x, firstColumn: firstColumn, width: width)
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
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int
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
    _ tile: inout T, _ factors: VectorPair<T.V.Floats>, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.startAtZero()
    tile.dotFiveBits(x, firstColumn: firstColumn, codes)
    tile.scale(by: factors.low, x, firstColumn: firstColumn, width: width)
    tile.addMinimum(factors.high, x, firstColumn: firstColumn, width: width)
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
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int
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
    _ tile: inout T, _ factors: VectorPair<T.V.Floats>, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    codes: (_ group: Int) -> T.V.Bytes
  ) {
    typealias V = T.V
    tile.forEach { column, accumulator in
      accumulator.sums = V.startSums(
        x + ActivationTile.negatedLowSum(firstColumn &+ column, width: width), shiftedLeft: 5)
    }
    tile.dotSixBits(from: 0, x, firstColumn: firstColumn, codes)
    tile.forEach { column, accumulator in
      let integers = V.finish(
        accumulator.sums, startedWith: x + ActivationTile.negatedLowSum(firstColumn &+ column, width: width),
        shiftedLeft: 5)
      accumulator.partial = V.multiply(V.float(integers), factors.low)
      accumulator.sums = V.startSums(
        x + ActivationTile.negatedHighSum(firstColumn &+ column, width: width), shiftedLeft: 5)
    }
    tile.dotSixBits(from: 4, x, firstColumn: firstColumn, codes)
    tile.forEach { column, accumulator in
      let integers = V.finish(
        accumulator.sums, startedWith: x + ActivationTile.negatedHighSum(firstColumn &+ column, width: width),
        shiftedLeft: 5)
      let sum = V.fma(V.float(integers), factors.high, accumulator.partial)
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      accumulator.total = V.fma(sum, V.broadcast(activation), accumulator.total)
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
