// SPDX-License-Identifier: Apache-2.0

/// Memory that the workers share during attention, kept from call to call; `reserve` it before the job.
package final class AttentionScratch: @unchecked Sendable {
  private(set) var memory: UnsafeMutablePointer<Float>?
  private var capacity = 0
  /// 16 zeros, 16 times −∞, 16 zeros.
  let mask: UnsafeMutablePointer<Float>

  package init() {
    mask = .allocate(capacity: 48)
    for index in 0..<48 { mask[index] = index / 16 == 1 ? -.infinity : 0 }
  }

  deinit {
    mask.deallocate()
    memory?.deallocate()
  }

  /// Makes room for attention of that shape; not while it is in use.
  package func reserve(_ shape: AttentionShape, position: Int, tokens: Int, workerCount: Int) {
    let split = AttentionSplit(shape, position: position, tokens: tokens)
    if split.isByTiles(workerCount: workerCount) { return }
    let count = split.partialCount * split.partialLength
    if count <= capacity { return }
    memory?.deallocate()
    capacity = count + count / 4
    memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * capacity, alignment: 64).assumingMemoryBound(
      to: Float.self)
  }
}
