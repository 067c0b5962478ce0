// SPDX-License-Identifier: Apache-2.0

/// The state of a constraint as words: equal words mean equal masks.
///
/// It holds every head with the frames above it that a token can reach, and leaves out what no mask depends on: where
/// captures began, and which additional keys have been used (`KeyRepeats` deals with those afterwards).
struct MaskKey {
  /// Words at most; a state that takes more is not kept.
  static let capacity = 768

  let words: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  /// False where the state did not fit.
  private(set) var isWhole = true
  /// Whether some head or frame has additional keys that may not come again.
  var hasUsedKeys = false
  /// Whether the words name parts of the grammar, so that they mean nothing in another.
  var namesGrammar = false

  init(_ words: UnsafeMutablePointer<UInt64>) { self.words = words }

  var hash: UInt64 { Self.hash(UnsafeBufferPointer(start: words, count: count)) }

  static func hash(_ words: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in words {
      hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return hash
  }

  @inline(__always)
  mutating func append(_ word: UInt64) {
    guard count < Self.capacity else {
      isWhole = false
      return
    }
    words[count] = word
    count += 1
  }

  /// Changes a word that has been appended.
  func replace(at index: Int, _ word: UInt64) { words[index] = word }

  @inline(__always)
  mutating func appendBytes<T: BitwiseCopyable>(_ value: T) {
    let size = MemoryLayout<T>.size
    let needed = (size + 7) / 8
    guard count + needed <= Self.capacity else {
      isWhole = false
      return
    }
    words[count + needed - 1] = 0
    UnsafeMutableRawPointer(words + count).storeBytes(of: value, as: T.self)
    count += needed
  }

  /// Appends heads and frames as they are, for machines whose frames are more than a chain.
  mutating func append(wholeOf heads: UnsafeBufferPointer<Head>, _ frames: UnsafeBufferPointer<Frame>) {
    append(3)
    for var head in heads {
      head.captures = 0
      if head.isKey { hasUsedKeys = true }
      appendBytes(head)
    }
    for frame in frames {
      if frame.node == Frame.keyRecord { hasUsedKeys = true }
      appendBytes(frame)
    }
  }

  /// Whether nothing but chains of frames stands above the heads.
  /// (The value of a record of a key is a hash.)
  static func isPlain(_ heads: UnsafeBufferPointer<Head>, _ frames: UnsafeBufferPointer<Frame>) -> Bool {
    !heads.contains { $0.phase == .rules } && !frames.contains { $0.node >= 0 && $0.isCaller }
  }

  /// - Parameters:
  ///   - containers: how many containers one token can close.
  ///   - knowsCosts: whether the mask depends on what it costs to complete the frames.
  mutating func append(
    _ head: Head, _ frames: UnsafeBufferPointer<Frame>, _ grammar: GrammarView, containers: Int, knowsCosts: Bool
  ) {
    append(own: head, frames, droppingKeys: grammar.forgetsKeys(head.node), forgetsText: grammar.forgetsText(head))
    var index = head.parent
    var rest = containers + 2
    while index >= 0, isWhole {
      let frame = frames[Int(index)]
      index = frame.parent
      append(own: frame, frames, droppingKeys: grammar.forgetsKeys(frame.node), knowsCosts: knowsCosts)
      switch grammar.nodes[Int(frame.node)].kind {
      case .object, .array:
        rest -= 1
        // What is further up is beyond the reach of a token, unless text of any kind can follow.
        if rest == 0 { return append(2) }
      case .capture: break
      default: rest = .max
      }
    }
    append(1)
  }

  /// Appends a head and its records, what is above it aside.
  mutating func append(own head: Head, _ frames: UnsafeBufferPointer<Frame>, droppingKeys: Bool, forgetsText: Bool) {
    var own = head
    own.parent = 0
    own.captures = 0
    own.extra = min(own.extra, 0)
    if forgetsText { own.hash = 0 }
    // Of keys that may run out, the one being written counts as well.
    if own.isItem || own.phase == .string && own.isKey && (head.extra >= 0 || !droppingKeys) { hasUsedKeys = true }
    // Heads, frames and records begin with a word whose lower half is 0; the end of a chain does not.
    appendBytes(own)
    if head.extra >= 0 { append(records: head.extra, frames, droppingKeys: droppingKeys) }
  }

  /// The same of a frame.
  mutating func append(own frame: Frame, _ frames: UnsafeBufferPointer<Frame>, droppingKeys: Bool, knowsCosts: Bool) {
    var own = frame
    own.parent = 0
    own.extra = min(own.extra, 0)
    if !knowsCosts { own.closing = 0 }
    appendBytes(own)
    if frame.extra >= 0 { append(records: frame.extra, frames, droppingKeys: droppingKeys) }
  }

  /// Appends a list of records, without the keys used: of those only whether there are some.
  mutating func append(records first: Int32, _ frames: UnsafeBufferPointer<Frame>, droppingKeys: Bool) {
    var index = first
    var end: UInt64 = 4
    while index >= 0, isWhole {
      var record = frames[Int(index)]
      index = record.parent
      if droppingKeys, record.node == Frame.keyRecord {
        hasUsedKeys = true
        end = 5
        continue
      }
      let more = record.extra
      record.parent = 0
      record.extra = min(more, 0)
      appendBytes(record)
      if more >= 0 { append(records: more, frames, droppingKeys: false) }
    }
    append(end)
  }
}

extension GrammarView {
  /// Whether the additional keys used in an object matter only in that they may not come again, so that masks are kept
  /// without them (`KeyRepeats`).
  func forgetsKeys(_ node: Int32) -> Bool {
    guard node >= 0, nodes[Int(node)].kind == .object else { return false }
    return objects[Int(nodes[Int(node)].specification)].forgetsKeys
  }

  /// Whether masks are kept without the text of the key that `head` is in, or of the item that must be unique.
  func forgetsText(_ head: Head) -> Bool {
    guard head.phase == .string else { return false }
    if head.isKey { return forgetsKeys(head.node) }
    guard head.isItem else { return false }
    // A text with no bounds can always be made another one.
    let string = strings[Int(nodes[Int(head.node)].specification)]
    return string.automaton == nil && string.maximum == .max
  }
}
