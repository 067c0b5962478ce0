// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// What a layer's attention looks like.
package struct AttentionShape: Sendable {
  package var headCount: Int
  package var headCountKV: Int
  package var keyLength: Int
  package var valueLength: Int
  /// Factor of the scores, usually 1/√keyLength.
  package var scale: Float
  /// Key j is visible from i when i − j < window; 0 for no window.
  package var window: Int
  /// s = cap · tanh(s / cap); 0 for none.
  package var softCap: Float

  package init(
    headCount: Int, headCountKV: Int, keyLength: Int, valueLength: Int, scale: Float, window: Int = 0,
    softCap: Float = 0
  ) {
    self.headCount = headCount
    self.headCountKV = headCountKV
    self.keyLength = keyLength
    self.valueLength = valueLength
    self.scale = scale
    self.window = window
    self.softCap = softCap
  }

  /// Query heads that share a KV head.
  var groupSize: Int { headCount / headCountKV }
}

/// Memory that the workers share during attention, kept from call to call.
package final class AttentionScratch: @unchecked Sendable {
  fileprivate var memory: UnsafeMutablePointer<Float>?
  private var capacity = 0
  /// 16 zeros, 16 times −∞, 16 zeros.
  fileprivate let mask: UnsafeMutablePointer<Float>

  package init() {
    mask = .allocate(capacity: 48)
    for index in 0..<48 { mask[index] = index / 16 == 1 ? -.infinity : 0 }
  }

  deinit {
    mask.deallocate()
    memory?.deallocate()
  }

  fileprivate func reserve(_ count: Int) {
    if count <= capacity { return }
    memory?.deallocate()
    capacity = count + count / 4
    memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * capacity, alignment: 64).assumingMemoryBound(
      to: Float.self)
  }
}

/// Causal attention of `tokens` queries at `position`… over the cached keys and values, which include their own.
///
///     out[t, h] = Σ_j softmax_j(scale · q[t, h] · k[j]) · v[j]
///
/// - Shapes: `queries`: (tokens, stride), heads one after another; `out`: (tokens, headCount · valueLength), 8-bit form
///   included.
/// Called by every worker. Barriers inside; at the end only the caller's.
/// The sum over positions runs in blocks of 128 at absolute positions, each with its own softmax, folded in order, so
/// that a query's result does not depend on the batch, on the split or on the number of workers.
/// Source: Dao et al., FlashAttention (2022), algorithm 1, and flash decoding.
package func attention(
  queries: UnsafePointer<Float>, stride: Int, cache: KeyValueCache, shape: AttentionShape, position: Int, tokens: Int,
  scratch: AttentionScratch, into out: ActivationBuffer, worker: Worker
) {
  if tokens <= 0 { return }
  let call = AttentionPass(
    queries: queries, stride: stride, cache: cache, shape: shape, position: position, tokens: tokens, out: out,
    worker: worker, mask: scratch.mask)
  if call.columnCount * shape.headCountKV >= 64 * worker.count || (call.blocks.count == 1 && call.tileCount == 1) {
    call.attendTiles()
  } else {
    if worker.index == 0 { scratch.reserve(call.partialCount * call.partialLength) }
    worker.barrier()
    call.attendBlocks(scratch.memory!)
    worker.barrier()
    call.merge(scratch.memory!)
  }
  if out.isQuantizable, shape.valueLength % 32 != 0 {
    worker.barrier()
    out.quantize(rows: tokens, worker: worker)
  }
}

/// One call of `attention`, as seen by one worker.
///
/// Columns are the (token, head) pairs that share a KV head: column = token · groupSize + head in group; eight make a tile.
private struct AttentionPass {
  let queries: UnsafePointer<Float>
  let stride: Int
  let cache: KeyValueCache
  let shape: AttentionShape
  let position: Int
  let tokens: Int
  let out: ActivationBuffer
  let worker: Worker
  let mask: UnsafePointer<Float>

  var columnCount: Int { tokens &* shape.groupSize }
  var tileCount: Int { (columnCount &+ 7) / 8 }
  /// Blocks of 128 positions that any token sees.
  var blocks: Range<Int> { firstVisible(position) / 128..<((position &+ tokens &- 1) / 128 &+ 1) }
  /// Floats of a tile's partial result: 8 maxima, 8 sums, 8 outputs.
  var partialLength: Int { 16 &+ 8 &* cache.valueStride }
  var partialCount: Int { shape.headCountKV &* tileCount &* blocks.count }

  func firstVisible(_ position: Int) -> Int {
    shape.window > 0 ? max(0, position &- shape.window &+ 1) : 0
  }

  /// Tiles of columns, each over all its blocks: for large batches. Several tiles share a pass over the blocks.
  func attendTiles() {
    let tilesPerItem = min(tileCount, max(1, 6))
    let itemsPerHead = (tileCount &+ tilesPerItem &- 1) / tilesPerItem
    let scratch = worker.scratch(
      byteCount: 4 &* (tilesPerItem &* (partialLength &+ 8 &* shape.keyLength) &+ 2048) &+ 256
    )
    .assumingMemoryBound(to: Float.self)
    let scores = scratch
    let partials = scratch + 2048
    let packed = partials + tilesPerItem &* partialLength
    worker.forEachChunk(of: itemsPerHead &* shape.headCountKV, grain: 1) { range in
      for item in range {
        let head = item % shape.headCountKV
        // The last tokens see most; they come first, so that no worker is left with a long item at the end.
        let first = (itemsPerHead &- 1 &- item / shape.headCountKV) &* tilesPerItem
        let last = min(tileCount, first &+ tilesPerItem)
        for tile in first..<last {
          pack(tile: tile, head: head, width: 8, into: packed + (tile &- first) &* 8 &* shape.keyLength)
        }
        let firstToken = 8 &* first / shape.groupSize
        let lastToken = (min(columnCount, 8 &* last) &- 1) / shape.groupSize
        var isFirst = true
        for block in (firstVisible(position &+ firstToken) / 128)...((position &+ lastToken) / 128) {
          for tile in first..<last {
            let partial = partials + (tile &- first) &* partialLength
            attend(
              tile: tile, head: head, block: block, width: 8,
              queries: packed + (tile &- first) &* 8 &* shape.keyLength, scores: scores, partial: partial,
              merges: !isFirst)
          }
          isFirst = false
        }
        for tile in first..<last { finish(tile: tile, head: head, partials + (tile &- first) &* partialLength) }
      }
    }
  }

  /// Every block of every tile for itself: for few queries over many positions.
  func attendBlocks(_ partials: UnsafeMutablePointer<Float>) {
    let blockCount = blocks.count
    let scratch = worker.scratch(byteCount: 4 &* (2048 &+ 8 &* shape.keyLength)).assumingMemoryBound(to: Float.self)
    let packed = scratch + 2048
    worker.forEachChunk(of: partialCount, grain: 1) { range in
      for item in range {
        let tile = item / blockCount % tileCount
        let head = item / blockCount / tileCount
        let width = TileSplit(min(8, columnCount &- 8 &* tile)).place(of: 0).width
        pack(tile: tile, head: head, width: width, into: packed)
        attend(
          tile: tile, head: head, block: blocks.lowerBound &+ item % blockCount, width: width, queries: packed,
          scores: scratch, partial: partials + item &* partialLength, merges: false)
      }
    }
  }

  /// Folds the blocks of each tile together, in order.
  func merge(_ partials: UnsafeMutablePointer<Float>) {
    let blockCount = blocks.count
    worker.forEachChunk(of: shape.headCountKV &* tileCount, grain: 1) { range in
      for item in range {
        let total = partials + item &* blockCount &* partialLength
        let columns = min(8, columnCount &- 8 &* (item % tileCount))
        for block in 1..<max(1, blockCount) {
          let next = total + block &* partialLength
          for column in 0..<columns {
            worker.table.pointee.mergePartial(
              total + column, total + (8 &+ column), total + (16 &+ column &* cache.valueStride), next[column],
              next[8 &+ column], next + (16 &+ column &* cache.valueStride), cache.valueStride)
          }
        }
        finish(tile: item % tileCount, head: item / tileCount, total)
      }
    }
  }

  /// Queries of a tile as (keyLength, width), scaled; columns beyond the last are zero.
  private func pack(tile: Int, head: Int, width: Int, into packed: UnsafeMutablePointer<Float>) {
    let group = shape.groupSize
    for index in 0..<width {
      let column = 8 &* tile &+ index
      if column < columnCount {
        let query =
          queries + (column / group &* stride &+ (head &* group &+ column % group) &* shape.keyLength)
        for d in 0..<shape.keyLength { packed[d &* width &+ index] = query[d] * shape.scale }
      } else {
        for d in 0..<shape.keyLength { packed[d &* width &+ index] = 0 }
      }
    }
  }

  private func attend(
    tile: Int, head: Int, block: Int, width: Int, queries: UnsafePointer<Float>, scores: UnsafeMutablePointer<Float>,
    partial: UnsafeMutablePointer<Float>, merges: Bool
  ) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 16) { bounds in
      let bounds = bounds.baseAddress!
      let columns = min(8, columnCount &- 8 &* tile)
      for index in 0..<columns {
        let own = position &+ (8 &* tile &+ index) / shape.groupSize
        bounds[index] = firstVisible(own)
        bounds[8 &+ index] = own
      }
      var call = AttentionCall(
        queries: queries, keys: cache.keys(head: head, position: 128 &* block),
        values: cache.values(head: head, position: 128 &* block),
        keyScales: cache.keyScales(head: head, position: 128 &* block),
        valueScales: cache.valueScales(head: head, position: 128 &* block), keyLength: shape.keyLength,
        valueStride: cache.valueStride, columnCount: columns, firstPosition: 128 &* block, firstVisible: bounds,
        lastVisible: bounds + 8, softCap: shape.softCap, mask: mask, scores: scores, maxima: partial,
        sums: partial + 8, outputs: partial + 16, merges: merges)
      worker.table.pointee.attendBlock[cache.type.kernels &+ TileSplit.index(ofWidth: width)](&call)
    }
  }

  /// Divides by the sums, stores the heads and makes their 8-bit form.
  private func finish(tile: Int, head: Int, _ partial: UnsafePointer<Float>) {
    let group = shape.groupSize
    let length = shape.valueLength
    for index in 0..<min(8, columnCount &- 8 &* tile) {
      let column = 8 &* tile &+ index
      let token = column / group
      let first = (head &* group &+ column % group) &* length
      let target = out.floats + (token &* out.columns &+ first)
      let values = partial + (16 &+ index &* cache.valueStride)
      let inverse = 1 / partial[8 &+ index]
      for d in 0..<length { target[d] = values[d] * inverse }
      if out.isQuantizable, length % 32 == 0 {
        out.quantizeColumns(first..<(first &+ length), row: token, rows: tokens, worker)
      }
    }
  }
}
