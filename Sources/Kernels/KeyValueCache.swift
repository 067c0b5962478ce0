// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Keys and values of one layer, as IEEE halves in the layout of `CacheLayout`.
///
/// Position p lies at slot `p mod capacity`, so that a layer with a sliding window may hold less than the context.
package final class KeyValueCache: @unchecked Sendable {
  /// Positions held; a multiple of 128.
  package let capacity: Int
  package let headCount: Int
  package let keyLength: Int
  package let valueLength: Int
  let keys: UnsafeMutableRawPointer
  let values: UnsafeMutableRawPointer
  private let keyPages: ZeroedPages
  private let valuePages: ZeroedPages

  /// - Parameter capacity: positions wanted; rounded up to whole blocks of 128. A ring for a window of w tokens that are
  ///   appended at most c at a time needs w + c + 128.
  /// - Returns: nil when the system has no address space left. Memory is taken as positions are written.
  package init?(capacity: Int, headCount: Int, keyLength: Int, valueLength: Int) {
    self.capacity = max(1, (capacity + 127) / 128) * 128
    self.headCount = headCount
    self.keyLength = keyLength
    self.valueLength = valueLength
    guard let keyPages = ZeroedPages(byteCount: self.capacity * headCount * keyLength * 2),
      let valuePages = ZeroedPages(
        byteCount: self.capacity * headCount * CacheLayout.valueStride(valueLength) * 2)
    else { return nil }
    self.keyPages = keyPages
    self.valuePages = valuePages
    keys = keyPages.address
    values = valuePages.address
  }

  package var byteCount: Int {
    2 * capacity * headCount * (keyLength + CacheLayout.valueStride(valueLength))
  }

  var valueStride: Int { CacheLayout.valueStride(valueLength) }

  /// The keys of a head from a position on that is a multiple of 32.
  @inline(__always) func keys(head: Int, position: Int) -> UnsafeMutableRawPointer {
    keys + 2 &* keyLength &* (head &* capacity &+ position % capacity)
  }

  @inline(__always) func values(head: Int, position: Int) -> UnsafeMutableRawPointer {
    values + 2 &* valueStride &* (head &* capacity &+ position % capacity)
  }

  /// Stores the keys and values of `tokens` tokens from `position` on; workers share them, no barrier inside.
  ///
  /// - Shapes: `newKeys`: (tokens, keyStride), `newValues`: (tokens, valueStride); heads one after another.
  package func store(
    keys newKeys: UnsafePointer<Float>, keyStride: Int, values newValues: UnsafePointer<Float>, valueStride: Int,
    position: Int, tokens: Int, worker: Worker
  ) {
    let firstGroup = position / 32
    let groups = (position &+ tokens &- 1) / 32 &- firstGroup &+ 1
    if tokens <= 0 { return }
    worker.forEachChunk(of: groups &* headCount, grain: 1) { range in
      for item in range {
        let head = item % headCount
        let group = (firstGroup &+ item / headCount) &* 32
        let first = max(position, group)
        let last = min(position &+ tokens, group &+ 32)
        storeGroup(
          newKeys + ((first &- position) &* keyStride &+ head &* keyLength), keyStride,
          newValues + ((first &- position) &* valueStride &+ head &* valueLength), valueStride, head: head,
          positions: first..<last, worker)
      }
    }
  }

  /// Stores positions that lie in one group of 32.
  private func storeGroup(
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
