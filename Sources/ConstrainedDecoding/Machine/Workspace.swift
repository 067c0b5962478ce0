// SPDX-License-Identifier: Apache-2.0

/// Memory for the stacks of a `Workspace`, to be used by one at a time.
final class WorkspaceMemory: @unchecked Sendable {
  static let headCapacity = 64
  static let frameCapacity = 96
  let heads = UnsafeMutablePointer<Head>.allocate(capacity: headCapacity)
  let frames = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity)
  private var placeCapacity = 256
  private var places = UnsafeMutablePointer<JSONPlace>.allocate(capacity: 256)

  /// Room for the places of so many bytes.
  func places(_ count: Int) -> UnsafeMutablePointer<JSONPlace> {
    if count > placeCapacity {
      places.deallocate()
      placeCapacity = count
      places = .allocate(capacity: count)
    }
    return places
  }

  deinit {
    places.deallocate()
    heads.deallocate()
    frames.deallocate()
  }
}

/// Growing stacks of heads and frames, used while bytes are tried; popping is lowering a count.
struct Workspace: ~Copyable {
  private(set) var heads: UnsafeMutablePointer<Head>
  private var headCapacity: Int
  var headCount = 0
  /// Where the heads of the present step begin.
  private(set) var outputStart = 0
  /// Rules that the byte of the present step begins.
  private(set) var queue = RuleCallQueue()
  private var callsDone = 0
  /// By frame, the last step that went on above it: after its byte, and with its byte.
  private var visits: [SIMD2<UInt32>] = []
  private var stepNumber: UInt32 = 0
  /// Callers of rules to which the present step can still return before it follows only the cheapest.
  var returns = 0
  private static let maximumReturns = 1_000
  private(set) var frames: UnsafeMutablePointer<Frame>
  private var frameCapacity: Int
  var frameCount = 0
  /// Whether the memory is the workspace's own.
  private var ownsHeads = true
  private var ownsFrames = true

  /// Begins in memory that must outlive it.
  init(in memory: WorkspaceMemory) {
    heads = memory.heads
    headCapacity = WorkspaceMemory.headCapacity
    frames = memory.frames
    frameCapacity = WorkspaceMemory.frameCapacity
    ownsHeads = false
    ownsFrames = false
  }

  init(headCapacity: Int = 64, frameCapacity: Int = 64) {
    self.headCapacity = headCapacity
    self.frameCapacity = frameCapacity
    heads = .allocate(capacity: headCapacity)
    frames = .allocate(capacity: frameCapacity)
  }

  deinit {
    if ownsHeads { heads.deallocate() }
    if ownsFrames { frames.deallocate() }
  }

  /// Takes the heads and frames of a state, in place of what is there.
  @inline(__always)
  mutating func load(_ state: borrowing ContiguousArray<Head>, _ stack: borrowing ContiguousArray<Frame>) {
    headCount = state.count
    frameCount = stack.count
    while headCount > headCapacity { growHeads(keeping: 0) }
    while frameCount > frameCapacity { growFrames(keeping: 0) }
    state.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { heads.initialize(from: base, count: buffer.count) }
    }
    stack.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { frames.initialize(from: base, count: buffer.count) }
    }
  }

  /// Moves the heads of `range` down to `start`; the range they have then.
  @inline(__always)
  mutating func lower(_ range: Range<Int>, to start: Int) -> Range<Int> {
    if range.lowerBound > start { (heads + start).moveInitialize(from: heads + range.lowerBound, count: range.count) }
    headCount = start + range.count
    return start..<headCount
  }

  @inline(__always)
  mutating func append(_ head: Head) {
    if headCount == headCapacity { growHeads(keeping: headCount) }
    (heads + headCount).initialize(to: head)
    headCount += 1
  }

  @inline(__always)
  mutating func push(_ frame: Frame) -> Int32 {
    if frameCount == frameCapacity { growFrames(keeping: frameCount) }
    (frames + frameCount).initialize(to: frame)
    frameCount += 1
    return Int32(truncatingIfNeeded: frameCount - 1)
  }

  @inline(never)
  private mutating func growHeads(keeping count: Int) {
    let larger = UnsafeMutablePointer<Head>.allocate(capacity: headCapacity * 2)
    larger.moveInitialize(from: heads, count: count)
    if ownsHeads { heads.deallocate() }
    ownsHeads = true
    heads = larger
    headCapacity *= 2
  }

  @inline(never)
  private mutating func growFrames(keeping count: Int) {
    let larger = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
    larger.moveInitialize(from: frames, count: count)
    if ownsFrames { frames.deallocate() }
    ownsFrames = true
    frames = larger
    frameCapacity *= 2
  }

  /// Begins a step: its heads are those appended from now on.
  @inline(__always)
  mutating func beginStep() {
    outputStart = headCount
    returns = Self.maximumReturns
    stepNumber &+= 1
  }

  mutating func add(_ call: RuleCallQueue.Call, _ edge: RuleCallQueue.Edge) {
    queue.add(call, edge, from: callsDone)
  }

  /// The next rule called in this step and the last of its callers; nil, and none are left, after the last.
  mutating func nextCall() -> (RuleCallQueue.Call, lastEdge: Int32)? {
    guard callsDone < queue.calls.count else {
      queue.removeAll()
      callsDone = 0
      return nil
    }
    callsDone += 1
    let call = queue.calls[callsDone - 1]
    return (call, call.lastEdge)
  }

  /// Whether the present step goes on above a frame for the first time.
  mutating func isFirstVisit(of frame: Int32, isReading: Bool) -> Bool {
    let index = Int(frame)
    if index >= visits.count { visits += repeatElement(SIMD2(), count: frameCapacity - visits.count) }
    let side = isReading ? 1 : 0
    guard visits[index][side] != stepNumber else { return false }
    visits[index][side] = stepNumber
    return true
  }

  /// Keeps those heads of the present step for which `keep` holds, in order.
  mutating func filterOutput(_ keep: (Int) -> Bool) {
    var end = outputStart
    for index in outputStart..<headCount where keep(index - outputStart) {
      heads[end] = heads[index]
      end += 1
    }
    headCount = end
  }

  /// Whether the present step has already given a head like this one.
  func hasInOutput(_ head: Head) -> Bool {
    for index in outputStart..<headCount where areAlike(heads[index], head) { return true }
    return false
  }

  /// Whether two heads read alike and hang below equal chains of frames.
  func areAlike(_ a: Head, _ b: Head) -> Bool {
    guard a.isAlike(b) else { return false }
    return areAlike(a.parent, b.parent) && areAlike(a.extra, b.extra) && areAlike(a.captures, b.captures)
  }

  private func areAlike(_ a: Int32, _ b: Int32) -> Bool {
    var a = a
    var b = b
    while a != b {
      guard a >= 0, b >= 0 else { return false }
      let (x, y) = (frames[Int(a)], frames[Int(b)])
      // Callers of rules are alike where they hang below the same frame: to look further up could take long.
      guard x.isAlike(y), x.extra == y.extra || !x.isCaller && areAlike(x.extra, y.extra) else { return false }
      a = x.parent
      b = y.parent
    }
    return true
  }
}
