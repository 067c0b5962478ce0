// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// How one call of `attention` is cut.
///
/// Columns are the (token, head) pairs that share a KV head: column = token · groupSize + head in group; eight make a tile.
struct AttentionSplit {
  let headCountKV: Int
  let columnCount: Int
  /// Blocks of 128 positions that any token sees.
  let blocks: Range<Int>
  /// Floats of a tile's partial result: 8 maxima, 8 sums, 8 outputs.
  let partialLength: Int

  init(_ shape: AttentionShape, position: Int, tokens: Int) {
    headCountKV = shape.headCountKV
    columnCount = tokens &* shape.groupSize
    blocks = shape.firstVisible(position) / 128..<((position &+ tokens &- 1) / 128 &+ 1)
    partialLength = 16 &+ 8 &* CacheLayout.valueStride(shape.valueLength)
  }

  var tileCount: Int { (columnCount &+ 7) / 8 }
  var partialCount: Int { headCountKV &* tileCount &* blocks.count }

  /// Whether a worker takes tiles over all their blocks, and not single blocks that are merged.
  func isByTiles(workerCount: Int) -> Bool {
    columnCount * headCountKV >= 64 * workerCount || (blocks.count == 1 && tileCount == 1)
  }
}
