// SPDX-License-Identifier: Apache-2.0

/// Q2_K: a header of sixteen f16 `d`, sixteen f16 `dmin` and four lines with a byte for each half of a block, its scale s in the
/// lower half and its minimum m in the upper one; then eight blocks of two lines of codes (groups 0…3, then 4…7; two bits per
/// element, group g at bit 2·(g mod 4)). Value: d·s · q − dmin·m.
@frozen public enum PanelQ2_K: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 320 }
  @inlinable @inline(__always) public static var blockByteCount: Int { 128 }
  @inlinable @inline(__always) public static var factorPairCount: Int { 2 }

  /// Writes, per block of the group, the scales d·s of its halves and then their minima dmin·m.
  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    let size = 4 &* V.lanes
    let scale = V.loadHalf(header + 2 &* firstRow)
    let minimum = V.loadHalf(header + (32 &+ 2 &* firstRow))
    for line in 0..<4 {
      let bytes = V.loadBytes(header + (64 &+ 64 &* line &+ 4 &* firstRow))
      for index in 0..<4 {
        let shift = UInt32(truncatingIfNeeded: 8 &* index)
        let block = 2 &* line &+ index / 2
        let place = scratch + (4 &* block &+ index & 1) &* size
        V.store(V.multiply(scale, V.float(V.field(bytes, shift: shift, mask: 15))), to: place)
        V.store(V.multiply(minimum, V.float(V.field(bytes, shift: shift &+ 4, mask: 15))), to: place + 2 &* size)
      }
    }
  }

  @inlinable @inline(__always)
  public static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats> {
    let place = prepared + 8 &* pair &* V.lanes
    return VectorPair(V.load(place), V.load(place + 4 &* V.lanes))
  }

  @inlinable @inline(__always)
  public static func codes<V: VectorISA>(
    _ isa: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int
  ) -> V.Bytes {
    twoBits(isa, block + 4 &* firstRow, group)
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    typealias V = T.V
    tile.startAtZero()
    for group in 0..<4 { tile.dot(codes(group), x, group: group, firstColumn: firstColumn) }
    let scales = factors(0)
    tile.forEach { _, accumulator in
      accumulator.partial = V.multiply(V.float(V.finish(accumulator.sums)), scales.low)
    }
    tile.startAtZero()
    for group in 4..<8 { tile.dot(codes(group), x, group: group, firstColumn: firstColumn) }
    let minima = factors(1)
    tile.forEach { column, accumulator in
      func sum(_ offset: Int) -> V.Floats { V.float(V.broadcastInts(x + offset, shiftedLeft: 0)) }
      var partial = V.fma(V.float(V.finish(accumulator.sums)), scales.high, accumulator.partial)
      partial = V.fma(
        minima.low, sum(ActivationTile.negatedLowSum(firstColumn &+ column, width: width)), partial)
      partial = V.fma(
        minima.high, sum(ActivationTile.negatedHighSum(firstColumn &+ column, width: width)), partial)
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      accumulator.total = V.fma(partial, V.broadcast(activation), accumulator.total)
    }
  }
}

/// Q3_K: a header of sixteen f16 `d` and the lines of `SixBitLines` with the scales s of halves of blocks; then eight blocks of
/// one line of third bits (bit g of byte k is that of element 4g + k) and two lines of codes as in Q2_K.
/// Value: d · (s − 32) · (q − 4).
@frozen public enum PanelQ3_K: PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 8 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 32 &+ SixBitLines.byteCount }
  @inlinable @inline(__always) public static var blockByteCount: Int { 192 }

  /// Writes, per block of the group, the scales d·(s − 32) of its halves.
  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _ isa: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {
    let scale = V.loadHalf(header + 2 &* firstRow)
    SixBitLines.forEach(isa, header + 32, firstRow: firstRow) { index, number in
      V.store(
        V.multiply(scale, V.subtract(V.float(number), V.broadcast(32))), to: scratch + 4 &* index &* V.lanes)
    }
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
    let third = V.loadBytes(block + 4 &* firstRow)
    return V.or(
      twoBits(isa, block + (64 &+ 4 &* firstRow), group),
      group < 3
        ? V.bits(third, shiftedLeft: UInt32(truncatingIfNeeded: 2 &- group), mask: 0x04)
        : V.bits(third, shiftedRight: UInt32(truncatingIfNeeded: group &- 2), mask: 0x04))
  }

  @inlinable @inline(__always)
  public static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes
  ) {
    tile.accumulateHalves(factors(0), offsetBits: 2, x, firstColumn: firstColumn, width: width) { tile, first in
      for group in first..<(first &+ 4) { tile.dot(codes(group), x, group: group, firstColumn: firstColumn) }
    }
  }
}
