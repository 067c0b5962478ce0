// SPDX-License-Identifier: Apache-2.0

/// How far ahead of their use weights are asked for, where they come from memory.
///
/// The processor's own prefetching stops at every page of 4 KB and starts late: with 3 KB decoding reads half as fast
/// again; 1 KB and 6 KB are slower.
@inlinable @inline(__always) public var prefetchDistance: Int { 3072 }

extension VectorISA {
  /// Asks for `byteCount` bytes from `source` on.
  @inlinable @inline(__always)
  public static func prefetch(_ source: UnsafeRawPointer, byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      prefetch(source + offset)
      offset &+= 64
    }
  }
}

/// Quantised weights times 8-bit activations.
///
///     y[c, r] = Σ_blocks scale(w) · scale(x) · Σ_{i<32} w[r, i] · x[c, i]   (+ minimum · scale(x) · Σ_i x[c, i])
///
/// The sum runs over blocks in order, whatever the width of the tile, so a column's result does not depend on the batch.
/// - Parameter width: columns per activation tile; a multiple of `T.width`.
@inlinable @inline(__always)
public func multiplyQuantized<T: ColumnTile, F: PanelFormat>(
  _: T.Type, _: F.Type, width: Int, _ arguments: UnsafeRawPointer
) {
  let call = arguments.assumingMemoryBound(to: TileArguments.self)
  let scratch = call.pointee.scratch
  let blockCount = call.pointee.length / ActivationTile.blockLength
  let xBlock = ActivationTile.blockByteCount(width: width)
  // With several tiles the panel is in the cache after the first.
  let readsOnce = call.pointee.tileCount == 1
  for panel in 0..<call.pointee.panelCount {
    for tileIndex in 0..<call.pointee.tileCount {
      for part in 0..<(width / T.width) {
        let column = part &* T.width
        var firstRow = 0
        while firstRow < 16 {
          var tile = T()
          var w = call.pointee.weights + panel &* call.pointee.panelStride
          var x = call.pointee.activations + tileIndex &* call.pointee.activationStride
          var block = 0
          while block < blockCount {
            let header = w
            F.prepare(T.V.self, header: header, firstRow: firstRow, scratch: scratch)
            w += F.headerByteCount
            for index in 0..<F.blocksPerGroup {
              let block = w
              if readsOnce { T.V.prefetch(block + prefetchDistance, byteCount: F.blockByteCount) }
              F.accumulate(&tile, x: x, firstColumn: column, width: width) { pair in
                F.factors(
                  T.V.self, header: header, block: block,
                  prepared: scratch + index &* F.factorPairCount &* 8 &* T.V.lanes, firstRow: firstRow, pair: pair)
              } codes: { group in
                F.codes(T.V.self, block: block, firstRow: firstRow, group: group)
              }
              w += F.blockByteCount
              x += xBlock
            }
            block &+= F.blocksPerGroup
          }
          tile.store(call, row: 16 &* panel &+ firstRow, column: tileIndex &* width &+ column)
          firstRow &+= T.V.lanes
        }
      }
    }
  }
}

/// A float type that weights or cached keys and values are stored in.
public protocol FloatElement: SendableMetatype {
  static var byteCount: Int { get }
  static func load<V: VectorISA>(_: V.Type, _ source: UnsafeRawPointer) -> V.Floats
}

@frozen public enum ElementF32: FloatElement {
  @inlinable @inline(__always) public static var byteCount: Int { 4 }
  @inlinable @inline(__always)
  public static func load<V: VectorISA>(_: V.Type, _ source: UnsafeRawPointer) -> V.Floats { V.load(source) }
}

@frozen public enum ElementF16: FloatElement {
  @inlinable @inline(__always) public static var byteCount: Int { 2 }
  @inlinable @inline(__always)
  public static func load<V: VectorISA>(_: V.Type, _ source: UnsafeRawPointer) -> V.Floats { V.loadHalf(source) }
}

@frozen public enum ElementBF16: FloatElement {
  @inlinable @inline(__always) public static var byteCount: Int { 2 }
  @inlinable @inline(__always)
  public static func load<V: VectorISA>(_: V.Type, _ source: UnsafeRawPointer) -> V.Floats { V.loadBFloat16(source) }
}

extension ColumnTile {
  /// partial += Σ_{k < count} weights[k] · x[column, k], in the order of k.
  ///
  /// - Parameters:
  ///   - weights: `V.lanes` elements per step.
  ///   - step: bytes from one step's elements to the next's.
  ///   - columnStride, stepStride: elements of `x` between columns and between steps.
  @inlinable @inline(__always)
  public mutating func addProducts<E: FloatElement>(
    _: E.Type, _ weights: UnsafeRawPointer, step: Int, _ x: UnsafePointer<Float>, columnStride: Int, stepStride: Int,
    count: Int
  ) {
    var w = weights
    var x = x
    for _ in 0..<count {
      let values = E.load(V.self, w)
      forEach { column, accumulator in
        accumulator.partial = V.fma(values, V.broadcast(x[column &* columnStride]), accumulator.partial)
      }
      w += step
      x += stepStride
    }
  }
}

/// Float weights times float activations: panels of sixteen rows, [column][16].
///
/// Each output is summed in runs of 32 columns, then over the runs: in one order whatever the batch, and with a smaller
/// rounding error than one long chain.
@inlinable @inline(__always)
public func multiplyFloat<T: ColumnTile, E: FloatElement>(
  _: T.Type, _: E.Type, width: Int, _ arguments: UnsafeRawPointer
) {
  let call = arguments.assumingMemoryBound(to: TileArguments.self)
  let length = call.pointee.length
  let stride = call.pointee.activationStride / 4
  for panel in 0..<call.pointee.panelCount {
    for tileIndex in 0..<call.pointee.tileCount {
      for part in 0..<(width / T.width) {
        let column = tileIndex &* width &+ part &* T.width
        let x = call.pointee.activations.assumingMemoryBound(to: Float.self) + column &* stride
        var firstRow = 0
        while firstRow < 16 {
          var tile = T()
          let w = call.pointee.weights + panel &* call.pointee.panelStride + E.byteCount &* firstRow
          var k = 0
          while k < length {
            tile.forEach { _, accumulator in accumulator.partial = T.V.zero() }
            tile.addProducts(
              E.self, w + 16 &* E.byteCount &* k, step: 16 &* E.byteCount, x + k, columnStride: stride, stepStride: 1,
              count: Swift.min(32, length &- k))
            tile.forEach { _, accumulator in
              accumulator.total = T.V.add(accumulator.total, accumulator.partial)
            }
            k &+= 32
          }
          tile.store(call, row: 16 &* panel &+ firstRow, column: column)
          firstRow &+= T.V.lanes
        }
      }
    }
  }
}
