// SPDX-License-Identifier: Apache-2.0

/// Where `multiplyUnpacked` keeps eight blocks of a panel, their codes a byte each, and the totals of tiles.
@frozen public enum UnpackedBlocks {
  @inlinable @inline(__always) public static var count: Int { 8 }
  /// Tiles of eight columns that totals are kept for.
  @inlinable @inline(__always) public static var maximumTileCount: Int { 32 }
  /// A block's pairs of factors, two at most: each two floats for each of sixteen rows.
  @inlinable @inline(__always) public static func factors(_ block: Int, pair: Int) -> Int {
    256 &* block &+ 128 &* pair
  }
  /// A block's codes: eight lines.
  @inlinable @inline(__always) public static func codes(_ block: Int) -> Int { 256 &* count &+ 512 &* block }
  /// Totals of one column: a float for each of sixteen rows.
  @inlinable @inline(__always) public static func totals(_ column: Int) -> Int { 768 &* count &+ 64 &* column }
  @inlinable @inline(__always) public static var byteCount: Int { totals(8 &* maximumTileCount) }
}

/// As `multiplyQuantized`, for vocabularies of sixteen lanes where unpacking costs as much as multiplying.
///
/// The codes of eight blocks are brought to a byte each, once for all tiles, and stay in the first-level cache while the
/// tiles pass. Totals wait in memory from one run of eight blocks to the next, so the order of every sum is the same.
/// - Parameter width: columns per activation tile; a multiple of `T.width`.
/// - Precondition: `tileCount · width ≤ 8 · UnpackedBlocks.maximumTileCount`.
@inlinable @inline(__always)
public func multiplyUnpacked<T: ColumnTile, F: PanelFormat>(
  _: T.Type, _: F.Type, width: Int, _ arguments: UnsafeRawPointer
) {
  let call = arguments.assumingMemoryBound(to: TileArguments.self)
  typealias V = T.V
  let unpacked = call.pointee.scratch + TileArguments.preparedByteCount
  let blockCount = call.pointee.length / ActivationTile.blockLength
  let xBlock = ActivationTile.blockByteCount(width: width)
  let bytesPerBlock = F.blockByteCount &+ F.headerByteCount / F.blocksPerGroup
  for panel in 0..<call.pointee.panelCount {
    var w = call.pointee.weights + panel &* call.pointee.panelStride
    var first = 0
    while first < blockCount {
      let count = Swift.min(UnpackedBlocks.count, blockCount &- first)
      w = unpack(V.self, F.self, w, count: count, prepared: call.pointee.scratch, to: unpacked)
      let isLast = first &+ count == blockCount
      for tileIndex in 0..<call.pointee.tileCount {
        let activations =
          call.pointee.activations + tileIndex &* call.pointee.activationStride + first &* xBlock
        for part in 0..<(width / T.width) {
          let column = part &* T.width
          let totals = unpacked + UnpackedBlocks.totals(tileIndex &* width &+ column)
          var tile = T()
          if first > 0 {
            tile.forEach { index, accumulator in accumulator.total = V.load(totals + 64 &* index) }
          }
          var x = activations
          // The next blocks come from memory while these are multiplied.
          let asksAhead = tileIndex == 0 && part == 0
          for index in 0..<count {
            if asksAhead { V.prefetch(w + index &* bytesPerBlock, byteCount: bytesPerBlock) }
            let codes = unpacked + UnpackedBlocks.codes(index)
            F.accumulate(&tile, x: x, firstColumn: column, width: width) { pair in
              let factors = unpacked + UnpackedBlocks.factors(index, pair: pair)
              return VectorPair(V.load(factors), V.load(factors + 64))
            } codes: { group in
              V.loadBytes(codes + 64 &* group)
            }
            x += xBlock
          }
          if isLast {
            tile.store(call, row: 16 &* panel, column: tileIndex &* width &+ column)
          } else {
            tile.forEach { index, accumulator in V.store(accumulator.total, to: totals + 64 &* index) }
          }
        }
      }
      first &+= count
    }
  }
}

/// Unpacks `count` blocks of a panel, whole groups, and returns where the next begin.
@inlinable @inline(__always)
public func unpack<V: VectorISA, F: PanelFormat>(
  _: V.Type, _: F.Type, _ weights: UnsafeRawPointer, count: Int, prepared: UnsafeMutableRawPointer,
  to target: UnsafeMutableRawPointer
) -> UnsafeRawPointer {
  var w = weights
  var index = 0
  while index < count {
    let header = w
    F.prepare(V.self, header: header, firstRow: 0, scratch: prepared)
    w += F.headerByteCount
    for inner in 0..<F.blocksPerGroup {
      for pair in 0..<F.factorPairCount {
        let factors = F.factors(
          V.self, header: header, block: w, prepared: prepared + 128 &* F.factorPairCount &* inner, firstRow: 0,
          pair: pair)
        V.store(factors.low, to: target + UnpackedBlocks.factors(index, pair: pair))
        V.store(factors.high, to: target + (UnpackedBlocks.factors(index, pair: pair) &+ 64))
      }
      for group in 0..<8 {
        V.storeBytes(
          F.codes(V.self, block: w, firstRow: 0, group: group),
          to: target + (UnpackedBlocks.codes(index) &+ 64 &* group))
      }
      w += F.blockByteCount
      index &+= 1
    }
  }
  return w
}
