// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Causal attention of `tokens` queries at `position`… over the cached keys and values, which include their own.
///
///     out[t, h] = Σ_j softmax_j(scale · q[t, h] · k[j]) · v[j]
///
/// - Shapes: `queries`: (tokens, stride), heads one after another; `out`: (tokens, headCount · valueLength), 8-bit form
///   included.
/// Called by every worker. Barriers inside; at the end only the caller's. Where `shape.isAttendedByOwners`, a worker reads
/// no other heads than its own, and no barrier is needed between storing them and this.
/// The sum over positions runs in blocks of 128 at absolute positions, each with its own softmax, folded in order, so
/// that a query's result does not depend on the batch, on the split or on the number of workers.
/// Source: Dao et al., FlashAttention (2022), algorithm 1, and flash decoding.
package func attention(
  queries: UnsafePointer<Float>, stride: Int, cache: CacheView, shape: AttentionShape, position: Int, tokens: Int,
  scratch: AttentionScratch, into out: ActivationView, worker: Worker
) {
  if tokens <= 0 { return }
  let call = AttentionPass(
    queries: queries, stride: stride, cache: cache, shape: shape, position: position, tokens: tokens, out: out,
    worker: worker, mask: scratch.mask)
  if shape.isAttendedByOwners(position: position, tokens: tokens) {
    call.attendOwn()
  } else if call.split.isByTiles(workerCount: worker.count) {
    call.attendTiles()
  } else {
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
private struct AttentionPass {
  let queries: UnsafePointer<Float>
  let stride: Int
  let cache: CacheView
  let shape: AttentionShape
  let position: Int
  let tokens: Int
  let out: ActivationView
  let worker: Worker
  let mask: UnsafePointer<Float>

  let split: AttentionSplit

  init(
    queries: UnsafePointer<Float>, stride: Int, cache: CacheView, shape: AttentionShape, position: Int,
    tokens: Int, out: ActivationView, worker: Worker, mask: UnsafePointer<Float>
  ) {
    self.queries = queries
    self.stride = stride
    self.cache = cache
    self.shape = shape
    self.position = position
    self.tokens = tokens
    self.out = out
    self.worker = worker
    self.mask = mask
    split = AttentionSplit(shape, position: position, tokens: tokens)
  }

  private var columnCount: Int { split.columnCount }
  private var tileCount: Int { split.tileCount }
  private var partialLength: Int { split.partialLength }

  /// This worker's heads of one token.
  func attendOwn() {
    let memory = tileMemory(tiles: 1)
    for head in shape.ownHeads(of: worker) { attendTiles(0..<1, head: head, memory) }
  }

  /// Tiles of columns, each over all its blocks: for large batches. Several tiles share a pass over the blocks.
  func attendTiles() {
    let tilesPerItem = min(tileCount, 6)
    let itemsPerHead = (tileCount &+ tilesPerItem &- 1) / tilesPerItem
    let memory = tileMemory(tiles: tilesPerItem)
    worker.forEachChunk(of: itemsPerHead &* shape.headCountKV, grain: 1) { range in
      for item in range {
        // The last tokens see most; they come first, so that no worker is left with a long item at the end.
        let first = (itemsPerHead &- 1 &- item / shape.headCountKV) &* tilesPerItem
        attendTiles(first..<min(tileCount, first &+ tilesPerItem), head: item % shape.headCountKV, memory)
      }
    }
  }

  /// Scores, partial results and packed queries of a run of tiles.
  private func tileMemory(tiles: Int) -> UnsafeMutablePointer<Float> {
    worker.scratch(byteCount: 4 &* (tiles &* (partialLength &+ 8 &* shape.keyLength) &+ 2048) &+ 256)
      .assumingMemoryBound(to: Float.self)
  }

  private func attendTiles(_ tiles: Range<Int>, head: Int, _ scores: UnsafeMutablePointer<Float>) {
    let partials = scores + 2048
    let packed = partials + tiles.count &* partialLength
    let width = tileCount == 1 ? TileSplit(columnCount).place(of: 0).width : 8
    func queries(_ tile: Int) -> UnsafeMutablePointer<Float> {
      packed + (tile &- tiles.lowerBound) &* 8 &* shape.keyLength
    }
    for tile in tiles { pack(tile: tile, head: head, width: width, into: queries(tile)) }
    let firstToken = 8 &* tiles.lowerBound / shape.groupSize
    let lastToken = (min(columnCount, 8 &* tiles.upperBound) &- 1) / shape.groupSize
    var isFirst = true
    for block in (shape.firstVisible(position &+ firstToken) / 128)...((position &+ lastToken) / 128) {
      for tile in tiles {
        attend(
          tile: tile, head: head, block: block, width: width, queries: queries(tile), scores: scores,
          partial: partials + (tile &- tiles.lowerBound) &* partialLength, merges: !isFirst)
      }
      isFirst = false
    }
    for tile in tiles { finish(tile: tile, head: head, partials + (tile &- tiles.lowerBound) &* partialLength) }
  }

  /// Every block of every tile for itself: for few queries over many positions.
  func attendBlocks(_ partials: UnsafeMutablePointer<Float>) {
    let blockCount = split.blocks.count
    let scratch = worker.scratch(byteCount: 4 &* (2048 &+ 8 &* shape.keyLength)).assumingMemoryBound(to: Float.self)
    let packed = scratch + 2048
    worker.forEachChunk(of: split.partialCount, grain: 1) { range in
      for item in range {
        let tile = item / blockCount % tileCount
        let head = item / blockCount / tileCount
        let width = TileSplit(min(8, columnCount &- 8 &* tile)).place(of: 0).width
        pack(tile: tile, head: head, width: width, into: packed)
        attend(
          tile: tile, head: head, block: split.blocks.lowerBound &+ item % blockCount, width: width, queries: packed,
          scores: scratch, partial: partials + item &* partialLength, merges: false)
      }
    }
  }

  /// Folds the blocks of each tile together, in order.
  func merge(_ partials: UnsafeMutablePointer<Float>) {
    let blockCount = split.blocks.count
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
        bounds[index] = shape.firstVisible(own)
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
