// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Keys and values of one layer, in the layout of `CacheLayout`.
///
/// Position p lies at slot `p mod capacity`, so that a layer with a sliding window may hold less than the context.
package final class KeyValueCache: @unchecked Sendable {
  /// Positions held; a multiple of 128.
  package let capacity: Int
  package let headCount: Int
  package let keyLength: Int
  package let valueLength: Int
  package let type: CacheType
  private let keyPages: ZeroedPages
  private let valuePages: ZeroedPages
  private let keyScalePages: ZeroedPages?
  private let valueScalePages: ZeroedPages?
  private let keys: UnsafeMutableRawPointer
  private let values: UnsafeMutableRawPointer
  /// The elements' own address where they have no scales.
  private let keyScales: UnsafeMutableRawPointer
  private let valueScales: UnsafeMutableRawPointer

  /// - Parameter capacity: positions wanted; rounded up to whole blocks of 128. A ring for a window of w tokens that are
  ///   appended at most c at a time needs w + c + 128.
  /// - Returns: nil when the system has no address space left. Memory is taken as positions are written.
  package init?(capacity: Int, headCount: Int, keyLength: Int, valueLength: Int, type: CacheType = .f16) {
    self.capacity = max(1, (capacity + 127) / 128) * 128
    self.headCount = headCount
    self.keyLength = keyLength
    self.valueLength = valueLength
    self.type = type
    let rows = self.capacity * headCount
    let valueStride = CacheLayout.valueStride(valueLength)
    guard let keyPages = ZeroedPages(byteCount: rows * keyLength * type.elementBytes),
      let valuePages = ZeroedPages(byteCount: rows * valueStride * type.elementBytes)
    else { return nil }
    self.keyPages = keyPages
    self.valuePages = valuePages
    keys = keyPages.address
    values = valuePages.address
    switch type {
    case .f16:
      (keyScalePages, valueScalePages) = (nil, nil)
      (keyScales, valueScales) = (keys, values)
    case .q8_0:
      guard let keyScalePages = ZeroedPages(byteCount: 2 * rows * CacheLayout.scaleCount(keyLength)),
        let valueScalePages = ZeroedPages(byteCount: 2 * rows * CacheLayout.scaleCount(valueLength))
      else { return nil }
      self.keyScalePages = keyScalePages
      self.valueScalePages = valueScalePages
      keyScales = keyScalePages.address
      valueScales = valueScalePages.address
    }
  }

  package var byteCount: Int {
    let elements = keyLength + CacheLayout.valueStride(valueLength)
    let scales = CacheLayout.scaleCount(keyLength) + CacheLayout.scaleCount(valueLength)
    return capacity * headCount * (type == .f16 ? 2 * elements : elements + 2 * scales)
  }

  var valueStride: Int { CacheLayout.valueStride(valueLength) }

  /// The keys of a head from a position on that is a multiple of 32.
  @inline(__always) func keys(head: Int, position: Int) -> UnsafeMutableRawPointer {
    keys + type.elementBytes &* keyLength &* slot(head, position)
  }

  @inline(__always) func values(head: Int, position: Int) -> UnsafeMutableRawPointer {
    values + type.elementBytes &* valueStride &* slot(head, position)
  }

  /// The scales of a head's keys from a position on that is a multiple of 32.
  @inline(__always) func keyScales(head: Int, position: Int) -> UnsafeMutableRawPointer {
    keyScales + 2 &* CacheLayout.scaleCount(keyLength) &* slot(head, position)
  }

  /// The scales of a head's values from a position on that is a multiple of 128.
  @inline(__always) func valueScales(head: Int, position: Int) -> UnsafeMutableRawPointer {
    valueScales + 2 &* CacheLayout.scaleCount(valueLength) &* slot(head, position)
  }

  @inline(__always) private func slot(_ head: Int, _ position: Int) -> Int {
    head &* capacity &+ position % capacity
  }

  /// Stores the keys and values of `tokens` tokens from `position` on; workers share them, no barrier inside.
  ///
  /// - Parameter heads: which heads are stored; nil for all.
  /// - Shapes: `newKeys`: (tokens, keyStride), `newValues`: (tokens, valueStride); heads one after another.
  package func store(
    keys newKeys: UnsafePointer<Float>, keyStride: Int, values newValues: UnsafePointer<Float>, valueStride: Int,
    position: Int, tokens: Int, heads: Range<Int>? = nil, worker: Worker
  ) {
    let firstGroup = position / 32
    let groups = (position &+ tokens &- 1) / 32 &- firstGroup &+ 1
    if tokens <= 0 { return }
    let heads = heads ?? 0..<headCount
    worker.forEachChunk(of: groups &* heads.count, grain: 1) { range in
      for item in range {
        let head = heads.lowerBound &+ item % heads.count
        let group = (firstGroup &+ item / heads.count) &* 32
        let first = max(position, group)
        let last = min(position &+ tokens, group &+ 32)
        let keys = newKeys + ((first &- position) &* keyStride &+ head &* keyLength)
        let values = newValues + ((first &- position) &* valueStride &+ head &* valueLength)
        switch type {
        case .f16: storeHalves(keys, keyStride, values, valueStride, head: head, positions: first..<last, worker)
        case .q8_0: storeBytes(keys, keyStride, values, valueStride, head: head, positions: first..<last, worker)
        }
      }
    }
  }

  /// Stores positions that lie in one group of 32.
  private func storeHalves(
    _ newKeys: UnsafePointer<Float>, _ keyStride: Int, _ newValues: UnsafePointer<Float>, _ valueStride: Int,
    head: Int, positions: Range<Int>, _ worker: Worker
  ) {
    let lane = positions.lowerBound % 32
    let target = keys(head: head, position: positions.lowerBound &- lane)
    let length = keyLength
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: length) { halves in
      let halves = halves.baseAddress!
      for index in 0..<positions.count {
        worker.table.pointee.storeHalfRow(newKeys + index &* keyStride, halves, length)
        let column = target.assumingMemoryBound(to: UInt16.self) + (lane &+ index)
        for d in 0..<length { column[32 &* d] = halves[d] }
        worker.table.pointee.storeHalfRow(
          newValues + index &* valueStride, values(head: head, position: positions.lowerBound &+ index), valueLength)
      }
    }
  }
}
