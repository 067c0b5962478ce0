// SPDX-License-Identifier: Apache-2.0

/// How the elements of cached keys and values are stored; the two products of attention with them.
public protocol CacheFormat: SendableMetatype {
  /// partial = q · k of the positions in one vector.
  ///
  /// - Parameters:
  ///   - group: the first of 32 positions, counted in the block.
  ///   - lane: the first of the tile's positions in the group.
  ///   - column: the tile's first query of `width` packed ones.
  static func addScores<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, group: Int, lane: Int, column: Int, width: Int)

  /// Makes what `addOutputs` multiplies the values of elements `d`..<`d` + 32 with.
  static func prepareWeights<S: VectorISA>(
    _: S.Type, _ call: UnsafePointer<AttentionCall>, columns: Range<Int>, _ d: Int, _ positions: Range<Int>)

  /// partial += Σ p · v over the positions, of the elements from `d` on.
  static func addOutputs<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, d: Int, column: Int, _ positions: Range<Int>)
}

/// IEEE halves.
@frozen public enum CacheF16: CacheFormat {
  @inlinable @inline(__always)
  public static func addScores<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, group: Int, lane: Int, column: Int, width: Int
  ) {
    let a = call.pointee
    tile.addProducts(
      ElementF16.self, a.keys + (2 &* group &* a.keyLength &+ 2 &* lane), step: 64, a.queries + column, columnStride: 1,
      stepStride: width, count: a.keyLength)
  }

  @inlinable @inline(__always)
  public static func prepareWeights<S: VectorISA>(
    _: S.Type, _ call: UnsafePointer<AttentionCall>, columns: Range<Int>, _ d: Int, _ positions: Range<Int>
  ) {}

  @inlinable @inline(__always)
  public static func addOutputs<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, d: Int, column: Int, _ positions: Range<Int>
  ) {
    let a = call.pointee
    tile.addProducts(
      ElementF16.self, a.values + 2 &* (positions.lowerBound &* a.valueStride &+ d), step: 2 &* a.valueStride,
      a.scores + (column &* 128 &+ positions.lowerBound), columnStride: 128, stepStride: 1, count: positions.count)
  }
}

/// Q8_0: signed bytes, with a half as the scale of each 32 elements of one position's head.
///
///     q · k = Σ_b scale[b] · Σ_{i < 32} q[b, i] · quant[b, i],   Σ_p w[p] · v[p] = Σ_p (w[p] · scale[p, b]) · quant[p, b]
///
/// Queries and weights stay floats, so that nothing but the storage is rounded.
@frozen public enum CacheQ8_0: CacheFormat {
  @inlinable @inline(__always)
  public static func addScores<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, group: Int, lane: Int, column: Int, width: Int
  ) {
    let a = call.pointee
    let keys = a.keys + (group &* a.keyLength &+ lane)
    var scales = a.keyScales + 2 &* (group &* CacheLayout.scaleCount(a.keyLength) &+ lane)
    var first = 0
    while first < a.keyLength {
      tile.forEach { _, accumulator in accumulator.partial = T.V.zero() }
      tile.addProducts(
        ElementInt8.self, keys + 32 &* first, step: 32, a.queries + (first &* width &+ column), columnStride: 1,
        stepStride: width, count: Swift.min(32, a.keyLength &- first))
      let scale = T.V.loadHalf(scales)
      tile.forEach { _, accumulator in
        accumulator.total = T.V.fma(accumulator.partial, scale, accumulator.total)
      }
      scales += 64
      first &+= 32
    }
    tile.forEach { _, accumulator in accumulator.partial = accumulator.total }
  }

  @inlinable @inline(__always)
  public static func prepareWeights<S: VectorISA>(
    _: S.Type, _ call: UnsafePointer<AttentionCall>, columns: Range<Int>, _ d: Int, _ positions: Range<Int>
  ) {
    let a = call.pointee
    let scales = a.valueScales + 8 &* d
    for column in columns {
      let scores = a.scores + 128 &* column
      var position = positions.lowerBound
      while position < positions.upperBound {
        S.store(
          S.multiply(S.load(scores + position), S.loadHalf(scales + 2 &* position)), to: scores + (1024 &+ position))
        position &+= 16
      }
    }
  }

  @inlinable @inline(__always)
  public static func addOutputs<T: ColumnTile>(
    _ tile: inout T, _ call: UnsafePointer<AttentionCall>, d: Int, column: Int, _ positions: Range<Int>
  ) {
    let a = call.pointee
    tile.addProducts(
      ElementInt8.self, a.values + (positions.lowerBound &* a.valueStride &+ d), step: a.valueStride,
      a.scores + (1024 &+ column &* 128 &+ positions.lowerBound), columnStride: 128, stepStride: 1,
      count: positions.count)
  }
}

/// Signed bytes.
@frozen public enum ElementInt8: FloatElement {
  @inlinable @inline(__always) public static var byteCount: Int { 1 }
  @inlinable @inline(__always)
  public static func load<V: VectorISA>(_: V.Type, _ source: UnsafeRawPointer) -> V.Floats {
    V.float(V.loadInt8(source))
  }
}
