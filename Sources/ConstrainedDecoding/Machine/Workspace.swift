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
  /// By hash, a head of a step: the number of the step and the head's index.
  private var slots: [SIMD2<UInt32>] = []
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

  /// Takes back what the present step has made: its heads, its frames after the first `frameCount`, the rules it calls.
  mutating func undoStep(keepingFrames frameCount: Int) {
    headCount = outputStart
    self.frameCount = frameCount
    queue.removeAll()
    callsDone = 0
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

  /// Appends a head unless the present step has already given one like it.
  @inline(__always)
  mutating func appendIfNew(_ head: Head) {
    if headCount - outputStart >= Self.fewOutputs { return appendIfNewAmongMany(head) }
    for index in outputStart..<headCount where areAlike(heads[index], head) { return }
    append(head)
  }

  /// So many heads of a step are compared one by one; more are looked up.
  private static let fewOutputs = 12

  @inline(never)
  private mutating func appendIfNewAmongMany(_ head: Head) {
    if headCount - outputStart == Self.fewOutputs {
      for index in outputStart..<headCount { _ = isNew(heads[index], index) }
    }
    if isNew(head, headCount) { append(head) }
  }

  /// Enters a head, which is to be the one at `index`, unless one like it is there.
  private mutating func isNew(_ head: Head, _ index: Int) -> Bool {
    if 2 * (index - outputStart) >= slots.count { growSlots(holding: index) }
    var slot = Int(truncatingIfNeeded: hash(head)) & (slots.count - 1)
    while slots[slot].x == stepNumber {
      if areAlike(heads[Int(slots[slot].y)], head) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = SIMD2(stepNumber, UInt32(truncatingIfNeeded: index))
    return true
  }

  /// Makes room for more heads of the present step, those before `index` entered again.
  private mutating func growSlots(holding index: Int) {
    slots = Array(repeating: SIMD2(stepNumber &- 1, 0), count: max(slots.count * 2, 128))
    for index in outputStart..<index { _ = isNew(heads[index], index) }
  }

  /// Equal for heads that are alike.
  private func hash(_ head: Head) -> UInt64 {
    var hash = UInt64(UInt32(bitPattern: head.state)) << 32 | UInt64(UInt32(bitPattern: head.node))
    hash = Self.mix(hash, UInt64(UInt32(bitPattern: head.count)) << 32 | UInt64(UInt32(bitPattern: head.position)))
    hash = Self.mix(hash, head.hash ^ UInt64(head.phase.rawValue) << 56 ^ UInt64(head.partial))
    if head.extra >= 0 { hash = Self.mix(hash, ofRecord: frames[Int(head.extra)]) }
    var index = head.parent
    // Readings part where they are nested differently or have seen other keys, mostly not far up.
    var rest = 8
    while index >= 0, rest > 0 {
      let frame = frames[Int(index)]
      hash = Self.mix(hash, ofRecord: frame)
      if frame.extra >= 0, !frame.isCaller { hash = Self.mix(hash, ofRecord: frames[Int(frame.extra)]) }
      index = frame.parent
      rest -= 1
    }
    return hash ^ hash >> 32
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 29
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, ofRecord frame: Frame) -> UInt64 {
    let place = UInt64(UInt32(bitPattern: frame.node)) << 32 | UInt64(UInt32(bitPattern: frame.position))
    return mix(mix(hash, place), frame.value)
  }

  /// Whether two heads read alike and hang below equal chains of frames.
  func areAlike(_ a: Head, _ b: Head) -> Bool {
    guard a.isAlike(b) else { return false }
    return areAlike(a.parent, b.parent) && areAlike(a.extra, b.extra) && areAlike(a.captures, b.captures)
  }

  /// Whether two chains of frames, or lists of records, are equal.
  func areAlike(_ a: Int32, _ b: Int32) -> Bool {
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
