// SPDX-License-Identifier: Apache-2.0

/// How sixteen rows of a quantised type lie in memory, and how one block of them meets a tile of activations.
///
/// A panel is sixteen rows. For each group of `blocksPerGroup` blocks of 32 columns it holds a header (scales shared by
/// the group) and then the blocks. Quants come in eight groups of four consecutive elements; a 64-byte line holds one
/// such group of all sixteen rows, 32 bits per row, so a kernel broadcasts the activation's four bytes and never sums
/// across lanes. Four-bit codes keep elements 0…15 in the low nibbles of four lines and 16…31 in the high ones.
/// The bytes of a panel are those of its rows in the file.
public protocol PanelFormat: SendableMetatype {
  static var blocksPerGroup: Int { get }
  static var headerByteCount: Int { get }
  static var blockByteCount: Int { get }

  /// Turns a header into floats, once per group: `blocksPerGroup` pairs of vectors at `scratch`.
  static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer)

  /// Adds one block's products to the totals of `tile`.
  ///
  /// - Parameters:
  ///   - header, block: this panel's group header and block.
  ///   - prepared: this block's pair of vectors.
  ///   - firstRow: row of lane 0 within the panel.
  ///   - x: the activation block of `width` columns, offset to the tile's first column by the caller.
  static func accumulate<T: ColumnTile>(
    _ tile: inout T, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int,
    x: UnsafeRawPointer, firstColumn: Int, width: Int)
}

extension PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 1 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 0 }

  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {}
}

extension ColumnTile {
  /// Adds the products of one group of four elements.
  @inlinable @inline(__always)
  public mutating func dot(_ weights: V.Bytes, _ x: UnsafeRawPointer, group: Int, firstColumn: Int) {
    forEach { column, accumulator in
      let signed = V.broadcastBytes(x + (ActivationTile.quants(firstColumn &+ column) &+ 4 &* group))
      accumulator.integers = V.dot(accumulator.integers, weights, signed)
    }
  }

  /// As `dot` for weights stored with 128 added.
  @inlinable @inline(__always)
  public mutating func dotOffset(_ weights: V.Bytes, _ x: UnsafeRawPointer, group: Int, firstColumn: Int) {
    forEach { column, accumulator in
      let signed = V.broadcastBytes(x + (ActivationTile.quants(firstColumn &+ column) &+ 4 &* group))
      accumulator.integers = V.dotOffset(accumulator.integers, weights, signed)
    }
  }

  /// Starts the integer sums at zero.
  @inlinable @inline(__always)
  public mutating func startAtZero() {
    forEach { _, accumulator in accumulator.integers = V.zeroInts() }
  }

  /// Starts the integer sums at −2^shift · Σ quants, which takes the offset of unsigned codes away.
  @inlinable @inline(__always)
  public mutating func start(offsetBits shift: UInt32, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      accumulator.integers = V.broadcastInts(
        x + ActivationTile.negatedSum(firstColumn &+ column, width: width), shiftedLeft: shift)
    }
  }

  /// total += (integers · scale) · activation scale
  @inlinable @inline(__always)
  public mutating func scale(by scale: V.Floats, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      let product = V.multiply(V.float(accumulator.integers), scale)
      accumulator.total = V.fma(product, V.broadcast(activation), accumulator.total)
    }
  }

  /// total += minimum · (activation scale · Σ quants)
  @inlinable @inline(__always)
  public mutating func addMinimum(_ minimum: V.Floats, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      let sum = (x + ActivationTile.scaledSum(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      accumulator.total = V.fma(minimum, V.broadcast(sum), accumulator.total)
    }
  }

  /// Products of the 32 four-bit codes at `lines`, without fifth bits.
  @inlinable @inline(__always)
  public mutating func dotNibbles(_ lines: UnsafeRawPointer, _ x: UnsafeRawPointer, firstColumn: Int) {
    for group in 0..<4 {
      let codes = V.loadBytes(lines + 64 &* group)
      dot(V.bits(codes, shiftedRight: 0, mask: 0x0F), x, group: group, firstColumn: firstColumn)
      dot(V.bits(codes, shiftedRight: 4, mask: 0x0F), x, group: group &+ 4, firstColumn: firstColumn)
    }
  }

  /// Products of 32 five-bit codes: four bits at `lines`, fifth bits in one line, where bit g of byte k is that of
  /// element 4g + k.
  @inlinable @inline(__always)
  public mutating func dotFiveBits(
    _ lines: UnsafeRawPointer, high: UnsafeRawPointer, _ x: UnsafeRawPointer, firstColumn: Int
  ) {
    let fifth = V.loadBytes(high)
    for group in 0..<4 {
      let codes = V.loadBytes(lines + 64 &* group)
      let low = V.or(
        V.bits(codes, shiftedRight: 0, mask: 0x0F),
        V.bits(fifth, shiftedLeft: UInt32(truncatingIfNeeded: 4 &- group), mask: 0x10))
      dot(low, x, group: group, firstColumn: firstColumn)
      let high = V.or(
        V.bits(codes, shiftedRight: 4, mask: 0x0F),
        V.bits(fifth, shiftedRight: UInt32(truncatingIfNeeded: group), mask: 0x10))
      dot(high, x, group: group &+ 4, firstColumn: firstColumn)
    }
  }
}
