// SPDX-License-Identifier: Apache-2.0

/// Finds the tokens that could write an additional key which is in use already.
///
/// Masks are kept without regard to such keys, since these make every state of an object a state of its own; the few
/// tokens that complete a key in use are then asked one by one.
struct KeyRepeats {
  /// Bits of which every used key sets one: so many that few other texts share one.
  private var bits: [UInt64]
  private let shift: UInt64

  /// - Parameter frames: all frames of a state; those without a node that is an object's are records of keys.
  init(_ frames: UnsafeBufferPointer<Frame>) {
    let count = frames.count { $0.node == Frame.keyRecord }
    let width = count > 64 ? 15 : 10
    shift = UInt64(64 - width)
    bits = Array(repeating: 0, count: 1 << width / 64)
    for frame in frames where frame.node == Frame.keyRecord {
      insert(frame.value)
      insert(frame.key)
    }
  }

  private mutating func insert(_ hash: UInt64) {
    let bit = hash >> shift
    bits[Int(bit >> 6)] |= 1 << (bit & 63)
  }

  @inline(__always)
  private func mayContain(_ hash: UInt64) -> Bool {
    let bit = hash >> shift
    return bits[Int(bit >> 6)] >> (bit & 63) & 1 != 0
  }

  /// Calls `body` with the tokens that may complete a used key, wherever they stand.
  func forEachToken(_ structure: StructureTokens, _ body: (Int) -> Void) {
    for (hash, token) in structure.wholeStrings where mayContain(hash) { body(token) }
  }

  /// The same for the tokens that close the key whose text so far has the hash `hash`.
  func forEachToken(closing hash: UInt64, _ closing: ClosingTokens, _ body: (Int) -> Void) {
    func visit(_ prefix: Int) {
      for row in Int(closing.firstOfPrefix.pointer[prefix])..<Int(closing.firstOfPrefix.pointer[prefix + 1]) {
        body(Int(closing.byPrefix.pointer[row].token))
      }
    }
    if mayContain(hash) { visit(0) }
    let points = closing.points.pointer
    let count = closing.points.count
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count + 1) { hashes in
      for index in 0..<count {
        let point = points[index]
        let next = Machine.hash(point.parent < 0 ? hash : hashes[Int(point.parent)], point.value)
        hashes[index] = next
        if point.prefix >= 0, mayContain(next) { visit(Int(point.prefix)) }
      }
    }
  }
}
