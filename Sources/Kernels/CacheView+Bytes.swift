// SPDX-License-Identifier: Apache-2.0
import KernelBodies

extension CacheView {
  /// Stores positions that lie in one group of 32, as Q8_0.
  ///
  ///     scale = max |x| / 127,  quant = round(x · 127 / max |x|)
  func storeBytes(
    _ newKeys: UnsafePointer<Float>, _ keyStride: Int, _ newValues: UnsafePointer<Float>, _ valueStride: Int,
    head: Int, positions: Range<Int>, _ worker: Worker
  ) {
    let lane = positions.lowerBound % 32
    let group = positions.lowerBound &- lane
    let keyTarget = keys(head: head, position: group)
    let keyScaleTarget = keyScales(head: head, position: group).assumingMemoryBound(to: UInt16.self)
    let block = positions.lowerBound & ~127
    let valueScaleTarget = valueScales(head: head, position: block).assumingMemoryBound(to: UInt16.self)
    let row = QuantizedRow(length: max(keyLength, valueLength), worker)
    for index in 0..<positions.count {
      row.quantize(newKeys + index &* keyStride, keyLength)
      let column = keyTarget + (lane &+ index)
      for b in 0..<CacheLayout.scaleCount(keyLength) {
        let quants = row.quants(b)
        for d in 0..<min(32, keyLength &- 32 &* b) {
          column.storeBytes(of: quants[d], toByteOffset: 1024 &* b &+ 32 &* d, as: Int8.self)
        }
        keyScaleTarget[32 &* b &+ lane &+ index] = row.scales[b]
      }
      let position = positions.lowerBound &+ index
      row.quantize(newValues + index &* valueStride, valueLength)
      let target = values(head: head, position: position)
      for b in 0..<CacheLayout.scaleCount(valueLength) {
        (target + 32 &* b).copyMemory(from: row.quants(b), byteCount: 32)
        valueScaleTarget[128 &* b &+ position &- block] = row.scales[b]
      }
    }
  }
}

/// A row of floats as blocks of 32 signed bytes, in a worker's own memory.
private struct QuantizedRow {
  private let worker: Worker
  /// The row with zeros up to a whole block.
  private let padded: UnsafeMutablePointer<Float>
  private let floatScales: UnsafeMutablePointer<Float>
  let scales: UnsafeMutablePointer<UInt16>
  private let tile: UnsafeMutableRawPointer

  /// - Parameter length: of the longest row.
  init(length: Int, _ worker: Worker) {
    self.worker = worker
    let blocks = CacheLayout.scaleCount(length)
    let memory = worker.scratch(byteCount: blocks &* (128 &+ 4 &+ 4 &+ ActivationTile.blockByteCount(width: 1)) &+ 64)
    padded = memory.assumingMemoryBound(to: Float.self)
    floatScales = padded + 32 &* blocks
    scales = UnsafeMutableRawPointer(floatScales + blocks).assumingMemoryBound(to: UInt16.self)
    tile = UnsafeMutableRawPointer(floatScales + 2 &* blocks)
  }

  func quantize(_ x: UnsafePointer<Float>, _ length: Int) {
    let blocks = CacheLayout.scaleCount(length)
    var source = x
    if length % 32 != 0 {
      padded.update(from: x, count: length)
      (padded + length).update(repeating: 0, count: 32 &* blocks &- length)
      source = UnsafePointer(padded)
    }
    worker.table.pointee.quantizeRow(source, tile, 0, 1, blocks)
    for block in 0..<blocks {
      let place = tile + (block &* ActivationTile.blockByteCount(width: 1) &+ ActivationTile.scale(0, width: 1))
      floatScales[block] = place.loadUnaligned(as: Float.self)
    }
    worker.table.pointee.storeHalfRow(floatScales, scales, blocks)
  }

  func quants(_ block: Int) -> UnsafeMutablePointer<Int8> {
    (tile + block &* ActivationTile.blockByteCount(width: 1)).assumingMemoryBound(to: Int8.self)
  }
}
