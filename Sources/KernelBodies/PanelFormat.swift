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

  /// The two floats of each row that a block's sums are multiplied with: scale and minimum, or the scales of the
  /// first and last sixteen elements. A format with one scale repeats it.
  ///
  /// - Parameters:
  ///   - header, block: this panel's group header and block.
  ///   - prepared: this block's pair of vectors.
  ///   - firstRow: row of lane 0 within the panel.
  static func factors<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, block: UnsafeRawPointer, prepared: UnsafeRawPointer, firstRow: Int
  ) -> VectorPair<V.Floats>

  /// The four unsigned codes of each row in group `group` (0…7), a constant once loops are unrolled.
  static func codes<V: VectorISA>(_: V.Type, block: UnsafeRawPointer, firstRow: Int, group: Int) -> V.Bytes

  /// Adds one block's products to the totals of `tile`.
  ///
  /// - Parameters:
  ///   - factors: as the function of that name gives them.
  ///   - x: the activation block of `width` columns; `firstColumn` is the tile's first column in it.
  ///   - codes: gives the codes of a group, from the block or from where they were unpacked.
  static func accumulate<T: ColumnTile>(
    _ tile: inout T, _ factors: VectorPair<T.V.Floats>, x: UnsafeRawPointer, firstColumn: Int, width: Int,
    codes: (_ group: Int) -> T.V.Bytes)
}

extension PanelFormat {
  @inlinable @inline(__always) public static var blocksPerGroup: Int { 1 }
  @inlinable @inline(__always) public static var headerByteCount: Int { 0 }

  @inlinable @inline(__always)
  public static func prepare<V: VectorISA>(
    _: V.Type, header: UnsafeRawPointer, firstRow: Int, scratch: UnsafeMutableRawPointer
  ) {}

  /// The four-bit codes of a group in four lines.
  @inlinable @inline(__always)
  public static func nibbles<V: VectorISA>(_: V.Type, _ lines: UnsafeRawPointer, _ group: Int) -> V.Bytes {
    V.bits(V.loadBytes(lines + 64 &* (group & 3)), shiftedRight: group < 4 ? 0 : 4, mask: 0x0F)
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
}
