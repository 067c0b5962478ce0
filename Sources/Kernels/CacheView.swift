// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The plain data of a `KeyValueCache`: copying it counts no references. Valid while the cache lives.
package struct CacheView {
  /// Positions held; a multiple of 128.
  let capacity: Int
  let headCount: Int
  let keyLength: Int
  let valueLength: Int
  let type: CacheType
  let keys: UnsafeMutableRawPointer
  let values: UnsafeMutableRawPointer
  /// The elements' own address where they have no scales.
  let keyScales: UnsafeMutableRawPointer
  let valueScales: UnsafeMutableRawPointer

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
