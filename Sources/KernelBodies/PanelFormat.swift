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
  /// Pairs of factors that a block has: one, or two where both halves have a minimum.
  static var factorPairCount: Int { get }

  /// Turns a header into floats, once per group: `blocksPerGroup · factorPairCount` pairs of vectors at `scratch`.
  static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer)

  /// Two floats of each row that a block's sums are multiplied with: scale and minimum, or the scales or minima of the
  /// first and last sixteen elements. A format with one scale repeats it.
  ///
  /// - Parameters:
  ///   - header, block: this panel's group header and block.
  ///   - prepared: this block's pairs of vectors.
  ///   - firstRow: row of lane 0 within the panel.
  ///   - pair: which of the block's pairs, a constant.
  static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int, pair: Int
  ) -> VectorPair<V.Floats>

  /// The four unsigned bytes of each row in group `group` (0…7), a constant once loops are unrolled.
  static func codes<V: VectorISA>(_: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int) -> V.Bytes

  /// Adds one block's products to the totals of `tile`.
  ///
  /// - Parameters:
  ///   - x: the activation block of `width` columns; `firstColumn` is the tile's first column in it.
  ///   - factors, codes: give what the functions of these names do, from the block or from where it was unpacked.
  static func accumulate<T: ColumnTile>(
    _ tile: inout T, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    factors: (_ pair: Int) -> VectorPair<T.V.Floats>, codes: (_ group: Int) -> T.V.Bytes)
}

extension PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 1 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 0 }
  @inlinable @inline(__always) public static var factorPairCount: Int { 1 }

  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {}

  /// The four-bit codes of a group in four lines.
  @inlinable @inline(__always)
  public static func nibbles<V: VectorISA>(_: V.Type, _ lines: UnsafeRawPointer, _ group: Int) -> V.Bytes {
    V.bits(V.loadBytes(lines + 64 &* (group & 3)), shiftedRight: group < 4 ? 0 : 4, mask: 0x0F)
  }

  /// The two-bit codes of a group in two lines: groups 0…3, then 4…7; group g at bit 2·(g mod 4).
  @inlinable @inline(__always)
  public static func twoBits<V: VectorISA>(_: V.Type, _ lines: UnsafeRawPointer, _ group: Int) -> V.Bytes {
    V.bits(
      V.loadBytes(lines + 64 &* (group / 4)), shiftedRight: UInt32(truncatingIfNeeded: 2 &* (group & 3)), mask: 0x03)
  }

  /// The five-bit codes of a group: four bits in `lines`, fifth bits in one line, where bit g of byte k is that of
  /// element 4g + k.
  @inlinable @inline(__always)
  public static func fiveBits<V: VectorISA>(
    _ isa: V.Type, _ lines: UnsafeRawPointer, high: UnsafeRawPointer, _ group: Int
  ) -> V.Bytes {
    let fifth = V.loadBytes(high)
    return V.or(
      nibbles(isa, lines, group),
      group < 4
        ? V.bits(fifth, shiftedLeft: UInt32(truncatingIfNeeded: 4 &- group), mask: 0x10)
        : V.bits(fifth, shiftedRight: UInt32(truncatingIfNeeded: group &- 4), mask: 0x10))
  }
}

extension ColumnTile {
  /// Adds the products of one group of four elements.
  @inlinable @inline(__always)
  public mutating func dot(_ weights: V.Bytes, _ x: UnsafeRawPointer, group: Int, firstColumn: Int) {
    forEach { column, accumulator in
      let signed = V.broadcastBytes(x + (ActivationTile.quants(firstColumn &+ column) &+ 4 &* group))
      accumulator.sums = V.dot(accumulator.sums, weights, signed)
    }
  }

  /// As `dot` for weights stored with 128 added.
  @inlinable @inline(__always)
  public mutating func dotOffset(_ weights: V.Bytes, _ x: UnsafeRawPointer, group: Int, firstColumn: Int) {
    forEach { column, accumulator in
      let signed = V.broadcastBytes(x + (ActivationTile.quants(firstColumn &+ column) &+ 4 &* group))
      accumulator.sums = V.dotOffset(accumulator.sums, weights, signed)
    }
  }

  /// Starts the integer sums at zero.
  @inlinable @inline(__always)
  public mutating func startAtZero() {
    forEach { _, accumulator in accumulator.sums = V.zeroSums() }
  }

  /// Makes room for further calls of `dot`.
  @inlinable @inline(__always)
  public mutating func widen() {
    forEach { _, accumulator in accumulator.sums = V.widen(accumulator.sums) }
  }

  /// Products of the two groups that share lines of codes, `group` (0…3) and `group + 4`.
  @inlinable @inline(__always)
  public mutating func dotPair(
    _ group: Int, _ x: UnsafeRawPointer, firstColumn: Int, _ codes: (_ group: Int) -> V.Bytes
  ) {
    dot(codes(group), x, group: group, firstColumn: firstColumn)
    dot(codes(group &+ 4), x, group: group &+ 4, firstColumn: firstColumn)
  }

  /// Products of all 32 four-bit codes.
  @inlinable @inline(__always)
  public mutating func dotFourBits(_ x: UnsafeRawPointer, firstColumn: Int, _ codes: (_ group: Int) -> V.Bytes) {
    for group in 0..<4 { dotPair(group, x, firstColumn: firstColumn, codes) }
  }

  /// Products of all 32 five-bit codes.
  @inlinable @inline(__always)
  public mutating func dotFiveBits(_ x: UnsafeRawPointer, firstColumn: Int, _ codes: (_ group: Int) -> V.Bytes) {
    for group in 0..<2 { dotPair(group, x, firstColumn: firstColumn, codes) }
    widen()
    for group in 2..<4 { dotPair(group, x, firstColumn: firstColumn, codes) }
  }

  /// Products of sixteen six-bit codes: four groups from `first` on.
  @inlinable @inline(__always)
  public mutating func dotSixBits(
    from first: Int, _ x: UnsafeRawPointer, firstColumn: Int, _ codes: (_ group: Int) -> V.Bytes
  ) {
    dot(codes(first), x, group: first, firstColumn: firstColumn)
    dot(codes(first &+ 1), x, group: first &+ 1, firstColumn: firstColumn)
    widen()
    dot(codes(first &+ 2), x, group: first &+ 2, firstColumn: firstColumn)
    dot(codes(first &+ 3), x, group: first &+ 3, firstColumn: firstColumn)
  }

  /// Products of all 32 weights stored with 128 added, into sums of their own.
  @inlinable @inline(__always)
  public mutating func dotOffsetBytes(
    _ x: UnsafeRawPointer, firstColumn: Int, width: Int, _ codes: (_ group: Int) -> V.Bytes
  ) {
    forEach { column, accumulator in
      accumulator.sums = V.startOffset(x + ActivationTile.negatedSum(firstColumn &+ column, width: width))
    }
    for group in 0..<8 { dotOffset(codes(group), x, group: group, firstColumn: firstColumn) }
  }

  /// As `scale(by:)` after `dotOffsetBytes`.
  @inlinable @inline(__always)
  public mutating func scaleOffset(by scale: V.Floats, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      let product = V.multiply(V.float(V.finishOffset(accumulator.sums)), scale)
      accumulator.total = V.fma(product, V.broadcast(activation), accumulator.total)
    }
  }

  /// total += (integers · scale) · activation scale
  @inlinable @inline(__always)
  public mutating func scale(by scale: V.Floats, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      let product = V.multiply(V.float(V.finish(accumulator.sums)), scale)
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

  /// Starts the integer sums at −2^shift · Σ quants, which takes the offset of unsigned codes away.
  @inlinable @inline(__always)
  public mutating func start(offsetBits shift: UInt32, _ x: UnsafeRawPointer, firstColumn: Int, width: Int) {
    forEach { column, accumulator in
      accumulator.sums = V.startSums(
        x + ActivationTile.negatedSum(firstColumn &+ column, width: width), shiftedLeft: shift)
    }
  }

  /// As `scale(by:)` after `start` with the same shift.
  @inlinable @inline(__always)
  public mutating func scale(
    by scale: V.Floats, offsetBits shift: UInt32, _ x: UnsafeRawPointer, firstColumn: Int, width: Int
  ) {
    forEach { column, accumulator in
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      let integers = V.finish(
        accumulator.sums, startedWith: x + ActivationTile.negatedSum(firstColumn &+ column, width: width),
        shiftedLeft: shift)
      let product = V.multiply(V.float(integers), scale)
      accumulator.total = V.fma(product, V.broadcast(activation), accumulator.total)
    }
  }

  /// One block whose halves of sixteen elements have scales of their own and codes that are unsigned by an offset of
  /// 2^shift: total += (low integers · low scale + high integers · high scale) · activation scale
  ///
  /// - Parameter dots: adds the products of the four groups from `first` on.
  @inlinable @inline(__always)
  public mutating func accumulateHalves(
    _ scales: VectorPair<V.Floats>, offsetBits shift: UInt32, _ x: UnsafeRawPointer, firstColumn: Int, width: Int,
    _ dots: (_ tile: inout Self, _ first: Int) -> Void
  ) {
    forEach { column, accumulator in
      accumulator.sums = V.startSums(
        x + ActivationTile.negatedLowSum(firstColumn &+ column, width: width), shiftedLeft: shift)
    }
    dots(&self, 0)
    forEach { column, accumulator in
      let integers = V.finish(
        accumulator.sums, startedWith: x + ActivationTile.negatedLowSum(firstColumn &+ column, width: width),
        shiftedLeft: shift)
      accumulator.partial = V.multiply(V.float(integers), scales.low)
      accumulator.sums = V.startSums(
        x + ActivationTile.negatedHighSum(firstColumn &+ column, width: width), shiftedLeft: shift)
    }
    dots(&self, 4)
    forEach { column, accumulator in
      let integers = V.finish(
        accumulator.sums, startedWith: x + ActivationTile.negatedHighSum(firstColumn &+ column, width: width),
        shiftedLeft: shift)
      let sum = V.fma(V.float(integers), scales.high, accumulator.partial)
      let activation = (x + ActivationTile.scale(firstColumn &+ column, width: width)).loadUnaligned(as: Float.self)
      accumulator.total = V.fma(sum, V.broadcast(activation), accumulator.total)
    }
  }
}
