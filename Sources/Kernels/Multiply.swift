// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// One matrix of a product, and where its results go.
///
/// Plain data: valid while the matrix and the memory it names live.
package struct Projection {
  let matrix: MatrixView
  let output: UnsafeMutablePointer<Float>
  let stride: Int
  let bias: UnsafePointer<Float>?
  let accumulates: Bool

  /// - Parameters:
  ///   - output: (tokens, stride), of which the first `matrix.rows` of each token are written.
  ///   - bias: (rows), added.
  ///   - accumulates: adds to what `output` holds (a residual).
  package init(
    _ matrix: MatrixView, into output: UnsafeMutablePointer<Float>, stride: Int, bias: UnsafePointer<Float>? = nil,
    accumulates: Bool = false
  ) {
    self.matrix = matrix
    self.output = output
    self.stride = stride
    self.bias = bias
    self.accumulates = accumulates
  }
}

/// y[t, r] = Σ_c w[r, c] · x[t, c] (+ bias[r]) (+ y[t, r]) for t in 0..<tokens.
///
/// Called by every worker, which share the rows; no barrier inside. Quantised weights take the 8-bit form of `x`, float
/// weights its floats. The result of a token does not depend on `tokens` or on the number of workers.
/// - Precondition: `x.columns == w.columns`, `tokens ≤ x.maximumRows`.
package func multiply(
  _ w: MatrixView, _ x: ActivationView, tokens: Int, into y: UnsafeMutablePointer<Float>, stride: Int,
  bias: UnsafePointer<Float>? = nil, accumulates: Bool = false, worker: Worker
) {
  multiply(
    Projection(w, into: y, stride: stride, bias: bias, accumulates: accumulates), x, tokens: tokens, worker: worker)
}

package func multiply(_ a: Projection, _ x: ActivationView, tokens: Int, worker: Worker) {
  withUnsafePointer(to: a) { multiply(UnsafeBufferPointer(start: $0, count: 1), x, tokens: tokens, worker: worker) }
}

/// Two products of the same activations (gate and up), their rows shared out together.
package func multiply(_ a: Projection, _ b: Projection, _ x: ActivationView, tokens: Int, worker: Worker) {
  withUnsafeTemporaryAllocation(of: Projection.self, capacity: 2) { list in
    list[0] = a
    list[1] = b
    multiply(UnsafeBufferPointer(list), x, tokens: tokens, worker: worker)
  }
}

/// Three products of the same activations (query, key and value).
package func multiply(
  _ a: Projection, _ b: Projection, _ c: Projection, _ x: ActivationView, tokens: Int, worker: Worker
) {
  withUnsafeTemporaryAllocation(of: Projection.self, capacity: 3) { list in
    list[0] = a
    list[1] = b
    list[2] = c
    multiply(UnsafeBufferPointer(list), x, tokens: tokens, worker: worker)
  }
}

/// Any number of products of the same activations.
package func multiply(
  _ list: UnsafeBufferPointer<Projection>, _ x: ActivationView, tokens: Int, worker: Worker
) {
  if tokens <= 0 { return }
  var total = 0
  var largest = 1
  for projection in list {
    total &+= projection.matrix.panelCount
    largest = max(largest, projection.matrix.panelStride)
  }
  let grain = Blocking.panelsPerChunk(total: total, panelStride: largest, tokens: tokens, workers: worker.count)
  if tokens > TileSplit.widest {
    worker.forEachChunk(of: total, grain: grain) { multiplyRange($0, of: list, x, tokens, worker) }
  } else {
    if let start = firstPanel(worker.share(of: total).lowerBound, of: list) {
      worker.local.pointee.trail.startProduct(at: start)
    }
    worker.forEachOwnChunk(of: total, grain: grain) { multiplyRange($0, of: list, x, tokens, worker) }
    worker.local.pointee.trail.endProduct()
  }
}

/// The panels `range` of the matrices, counted through all of them.
@inline(__always)
private func multiplyRange(
  _ range: Range<Int>, of list: UnsafeBufferPointer<Projection>, _ x: ActivationView, _ tokens: Int, _ worker: Worker
) {
  var first = 0
  for index in 0..<list.count {
    let count = list[index].matrix.panelCount
    let part = range.clamped(to: first..<(first &+ count))
    if !part.isEmpty {
      multiplyPanels(
        list.baseAddress! + index, (part.lowerBound &- first)..<(part.upperBound &- first), x, tokens, worker)
    }
    first &+= count
  }
}

/// Where the panel `index` of the matrices, counted through all of them, lies; nil when it is made as it is used.
private func firstPanel(_ index: Int, of list: UnsafeBufferPointer<Projection>) -> UnsafeRawPointer? {
  var rest = index
  for projection in list {
    let matrix = projection.matrix
    if rest < matrix.panelCount { return matrix.panels.map { $0 + rest &* matrix.panelStride } }
    rest &-= matrix.panelCount
  }
  return nil
}

/// y[r] of one token for the rows listed, in any order; other elements of `y` are left alone or, where they share sixteen
/// rows with a listed one, written as well.
///
/// - Parameter y: (w.rows), indexed by row.
package func multiplyRows(
  _ w: MatrixView, _ x: ActivationView, rows: UnsafeBufferPointer<Int32>, into y: UnsafeMutablePointer<Float>,
  worker: Worker
) {
  let projection = Projection(w, into: y, stride: w.rows)
  withUnsafePointer(to: projection) { projection in
    worker.forEachChunk(of: rows.count, grain: max(1, rows.count / (worker.count &* 4))) { range in
      var previous = -1
      for index in range {
        let panel = Int(rows[index]) / 16
        if panel != previous { multiplyPanels(projection, panel..<(panel &+ 1), x, 1, worker) }
        previous = panel
      }
    }
  }
}

/// How products are cut so that what is used again stays in the second-level cache; sizes by measurement.
enum Blocking {
  /// Weights that a worker keeps while tiles of activations pass.
  static let weightBytes = 256 << 10
  /// Activations that a worker keeps while panels pass.
  static let activationBytes = 384 << 10

  /// Weights that a worker takes at once for one tile.
  static let chunkBytes = 64 << 10

  static func panelsPerChunk(total: Int, panelStride: Int, tokens: Int, workers: Int) -> Int {
    let balanced = max(1, total / (workers &* 8))
    return min(balanced, max(1, (tokens <= TileSplit.widest ? chunkBytes : weightBytes) / panelStride))
  }

  static func tilesPerPass(tileStride: Int) -> Int {
    min(UnpackedBlocks.maximumTileCount, max(1, activationBytes / max(1, tileStride)))
  }
}

func multiplyPanels(
  _ projection: UnsafePointer<Projection>, _ panels: Range<Int>, _ x: ActivationView, _ tokens: Int, _ worker: Worker
) {
  let matrix = projection.pointee.matrix
  if let memory = matrix.panels {
    multiplyTiles(projection, memory + panels.lowerBound &* matrix.panelStride, panels, x, tokens, worker)
    return
  }
  // Panels are made as they are used, one at a time, in memory that stays in the cache.
  let values = matrix.isDequantized ? matrix.columns &* 64 : 0
  let scratch = worker.scratch(byteCount: matrix.panelStride &+ values &+ 64)
  let rows = scratch + ((matrix.panelStride &+ 63) & ~63)
  for panel in panels {
    matrix.buildPanel(panel, at: scratch, values: rows.assumingMemoryBound(to: Float.self))
    multiplyTiles(projection, scratch, panel..<(panel &+ 1), x, tokens, worker)
  }
}

private func multiplyTiles(
  _ projection: UnsafePointer<Projection>, _ weights: UnsafeRawPointer, _ panels: Range<Int>, _ x: ActivationView,
  _ tokens: Int, _ worker: Worker
) {
  let p = projection.pointee
  let matrix = p.matrix
  let split = TileSplit(tokens)
  let row = 16 &* panels.lowerBound
  let isFloat = matrix.kind.rawValue >= PanelKind.f32.rawValue
  let tileStride = isFloat ? 4 &* x.columns : 8 &* x.columnByteCount
  guard let base = isFloat ? UnsafeRawPointer(x.floats) : x.blocks.map({ UnsafeRawPointer($0) }) else { return }
  var call = TileArguments(
    weights: weights, panelStride: matrix.panelStride, panelCount: panels.count, length: matrix.columns,
    activations: base, activationStride: tileStride, tileCount: 0, columnCount: 0, output: p.output + row,
    outputStride: p.stride, rowCount: matrix.rows &- row, bias: p.bias.map { $0 + row }, accumulates: p.accumulates,
    scratch: worker.tileScratch)
  let kernels = matrix.kind.rawValue &* 4
  let pass = Blocking.tilesPerPass(tileStride: isFloat ? 8 &* tileStride : tileStride)
  var tile = 0
  while tile < split.fullTiles {
    let count = min(pass, split.fullTiles &- tile)
    call.activations = base + tile &* (isFloat ? 8 &* tileStride : tileStride)
    call.tileCount = count
    call.columnCount = 8 &* count
    call.output = p.output + (row &+ 8 &* tile &* p.stride)
    worker.table.pointee.tiles[kernels &+ 3](&call)
    tile &+= count
  }
  if split.restWidth > 0 {
    call.activations = base + split.fullTiles &* (isFloat ? 8 &* tileStride : tileStride)
    call.tileCount = 1
    call.columnCount = tokens &- 8 &* split.fullTiles
    call.output = p.output + (row &+ 8 &* split.fullTiles &* p.stride)
    worker.table.pointee.tiles[kernels &+ TileSplit.index(ofWidth: split.restWidth)](&call)
  }
}
