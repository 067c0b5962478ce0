// SPDX-License-Identifier: Apache-2.0

// What can, and what must, come next, byte by byte.
extension Constraint {
  /// Bytes that may come next, ascending.
  package func nextBytes() -> [UInt8] { next(limit: 256).bytes }

  /// How many bytes may come next, counted up to `limit`. Allocates nothing.
  package func nextByteCount(limit: Int) -> Int { next(limit: limit).count }

  private func next(limit: Int) -> ByteSet {
    var work = makeWorkspace()
    return machine.nextBytes(from: 0..<heads.count, limit: limit, &work)
  }

  /// The bytes that must come next: each the only one that may. Empty where there is a choice, or where the text may end.
  package func forcedBytes() -> [UInt8] {
    guard !isFinished else { return [] }
    var work = makeWorkspace()
    var machine = machine
    var range = 0..<heads.count
    var forced: [UInt8] = []
    while forced.count < 65_536 {
      if range.contains(where: { machine.canEnd(work.heads[$0], work) }) { break }
      let next = machine.nextBytes(from: range, limit: 2, &work)
      guard next.count == 1, let byte = next.first else { break }
      let after = withUnsafePointer(to: byte) {
        machine.advance(UnsafeBufferPointer(start: $0, count: 1), from: range, &work)
      }
      guard let after else { break }
      range = after
      forced.append(byte)
    }
    return forced
  }

  /// A shortest text that completes the grammar from here; empty where it may end.
  package func shortestCompletion() -> [UInt8] {
    guard !isFinished else { return [] }
    // In the vocabulary of single bytes, a cost is a length.
    let costs = grammar.costs(in: .bytes)
    let machine = Machine(grammar.view, costs.view)
    var work = Workspace(headCapacity: heads.count + 60, frameCapacity: frames.count + 60)
    for head in heads { work.append(head) }
    for var frame in frames {
      if frame.node >= 0 { frame.closing = machine.closing(of: frame, work) }
      _ = work.push(frame)
    }
    var range = 0..<heads.count
    var text: [UInt8] = []
    var cost = range.map { machine.cost(work.heads[$0], work) }.min() ?? 0
    search: while cost > 0, cost < Cost.infinite {
      let (heads, frames) = (work.headCount, work.frameCount)
      for byte in UInt8.min...UInt8.max {
        work.headCount = heads
        work.frameCount = frames
        let after = machine.read(byte, from: range, &work)
        if after.isEmpty { continue }
        let next = after.map { machine.cost(work.heads[$0], work) }.min() ?? Cost.infinite
        if next < cost {
          cost = next
          range = after
          text.append(byte)
          continue search
        }
      }
      break
    }
    return text
  }
}

extension Machine {
  /// Bytes that may come next, the lowest `limit` of them.
  func nextBytes(from range: Range<Int>, limit: Int, _ work: inout Workspace) -> ByteSet {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var result = ByteSet()
    var count = 0
    let ahead = bytesAhead(of: range, work)
    for byte in UInt8.min...UInt8.max where ahead.contains(byte) {
      work.headCount = heads
      work.frameCount = frames
      if !read(byte, from: range, &work).isEmpty {
        result.insert(byte)
        count += 1
        if count == limit { break }
      }
    }
    return result
  }
}
