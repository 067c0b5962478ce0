// SPDX-License-Identifier: Apache-2.0

/// One of the ways in which the text so far can be read: the open node, and where in it reading stands.
///
/// Everything above it in the nesting is a chain of `Frame`s. A state of the machine is a small set of heads that read in
/// lock-step; a byte kills those that cannot take it.
struct Head: BitwiseCopyable, Sendable {
  enum Phase: UInt8, Sendable {
    /// `node` has not begun.
    case start
    /// The whole text is complete.
    case done
    /// In one of several literals: `state` is the node of the literal trie.
    case literal
    /// In a number: `state` of its automaton.
    case number
    /// In free text: `state` of its automaton; `partial` and `digits` hold an unfinished UTF-8 sequence.
    case text
    /// Between two characters of a string.
    case string
    /// In the UTF-8 sequence of a character: `partial` is its bits so far, `digits` its length (high 4 bits) and the
    /// bytes missing (low 4 bits).
    case utf8
    /// After a backslash.
    case escape
    /// After `\u` and `digits` hexadecimal digits of value `partial`.
    case hex
    /// After an escaped high surrogate, kept in the upper half of `partial`: a backslash must come, then `u`, then digits.
    case lowBackslash
    case lowMark
    case lowHex
    /// After `{`.
    case objectOpen
    /// After `,` in an object.
    case objectKey
    /// In the key of a declared property: `state` is the node of the key trie.
    case key
    /// After a key.
    case objectColon
    /// After `:`.
    case objectValue
    /// After a value in an object.
    case objectNext
    /// After `[`.
    case arrayOpen
    /// After `,` in an array.
    case arrayItem
    /// After an item.
    case arrayNext
    /// In a rule: `state` of its network, `count` turns of a repetition finished.
    case rules
  }

  /// The frame above, -1 for none.
  var parent: Int32
  var node: Int32
  /// Objects: the record of their state (`MemberState`) or, where they have none, of the additional keys seen; arrays: of
  /// theirs (`ItemState`); where parts are remembered, below a `ContentState`. -1 for none.
  var extra: Int32 = -1
  /// Record of the captures begun and ended, -1 for none.
  var captures: Int32 = -1
  /// Objects: index of the property to come, or in a key or value the present one. Arrays: items begun. Sequences: the
  /// present part. Repetitions: turns finished.
  var position: Int32 = 0
  var state: Int32 = 0
  /// Code points read of the present string.
  var count: Int32 = 0
  var partial: UInt32 = 0
  /// Hash of the additional key, or of the item that must be unique, being read.
  var hash: UInt64 = 0
  var phase: Phase
  var digits: UInt8 = 0
  /// White space read since the last token.
  var blanks: UInt16 = 0
  /// Containers open, this one included.
  var depth: UInt8 = 0
  /// Whether the string being read is an additional key of the object `node`.
  var isKey = false
  /// Whether `node` is an item of an array whose items must differ, or part of one. A number's hash is kept in `hash`,
  /// `partial`, `count` and `digits` (`NumberHash`); of an object, `hash` is that of the present additional key.
  var isItem = false

  init(parent: Int32, node: Int32, phase: Phase) {
    self.parent = parent
    self.node = node
    self.phase = phase
  }

  /// Whether two heads read alike from here on, what hangs above them aside.
  func isAlike(_ other: Head) -> Bool {
    node == other.node && phase == other.phase && state == other.state && count == other.count
      && partial == other.partial && position == other.position && digits == other.digits && blanks == other.blanks
      && depth == other.depth && isKey == other.isKey && isItem == other.isItem && hash == other.hash
  }
}

/// An open container or composition that waits for its child to complete; or a record in a list that heads share.
struct Frame: BitwiseCopyable, Sendable {
  /// `node` of a record of an additional key.
  static let keyRecord: Int32 = -1
  /// `node` of the record of an object's state, of more of its declared keys, and of an array's state.
  static let memberState: Int32 = -2
  static let seenKeys: Int32 = -3
  static let itemState: Int32 = -4
  /// `node` of the records of a container's parts (`ContentState`).
  static let content: Int32 = -5
  static let contentRest: Int32 = -6

  /// The frame above, or of a record the one before; -1 for none.
  var parent: Int32
  var node: Int32
  var position: Int32 = 0
  var extra: Int32 = -1
  /// Records: the value recorded (a hash; or where a capture begins and, above 32 bits, ends).
  var value: UInt64 = 0
  /// Tokens, or bytes, that complete everything from the end of the present child on.
  var closing: Int32 = 0
  var depth: UInt8 = 0
  /// State of objects: duties met. Of arrays: items that have been finished. Of open containers: 1 where their parts are
  /// remembered. Of values: `ValueRecord.Kind`.
  var bits: UInt16 = 0
  /// State of objects: required members that are missing. Of arrays: a tally.
  var count: Int32 = 0

  /// Whether an open container, of which this is the frame, must differ from others or is part of such.
  var isCompared: Bool { node >= 0 && bits == 1 }

  /// Records of `Machine+Rules`: whether it says where a caller of a rule goes on.
  static let caller: UInt64 = 1 << 62
  var isCaller: Bool { node >= 0 && value & Self.caller != 0 }

  func isAlike(_ other: Frame) -> Bool {
    node == other.node && position == other.position && value == other.value && depth == other.depth
      && bits == other.bits && count == other.count
  }
}
