// SPDX-License-Identifier: Apache-2.0

/// A compiled grammar is tables of plain structs; nodes name each other and their specifications by index.
struct GrammarNode: BitwiseCopyable, Sendable {
  enum Kind: UInt8, Sendable {
    /// One of some byte strings.
    case literals
    case string
    case number
    case object
    case array
    case choice
    case sequence
    case repetition
    /// Free text, up to a stop literal or the end.
    case text
    /// The rules of a grammar of their own.
    case rules
    /// A node whose text is reported in snapshots under a label.
    case capture
  }
  var kind: Kind
  /// Whether the empty text belongs to it.
  var isNullable: Bool
  /// Containers that must be nested to complete it, itself included.
  var height: UInt8
  /// Index into the table of specifications of its kind; for literals the root in `literalNodes`.
  var specification: Int32
  /// Bytes that can come first.
  var first: ByteSet
}

struct NumberSpecification: BitwiseCopyable, @unchecked Sendable {
  var next: UnsafePointer<Int32>
  var isAccepting: UnsafePointer<Bool>
  /// Bytes from each state to the nearest that accepts.
  var distances: UnsafePointer<Int32>
  var stateCount: Int
}

struct ObjectSpecification: BitwiseCopyable, Sendable {
  /// Bounds on members beyond this are taken as this: no text is so long, and sums of counts stay within 32 bits.
  static let mostMembers = 1 << 28

  /// Properties are `properties[first ..< first + count]`, in the order declared.
  var firstProperty: Int32
  var propertyCount: Int32
  /// Trie of the quoted keys in `literalNodes`; its entries count from 0.
  var keys: Int32
  /// For each property index up to `propertyCount`, the first required one from there on, or `propertyCount`:
  /// `nextRequired[firstNextRequired + index]`.
  var firstNextRequired: Int32
  /// What other keys there may be: `keyKinds[firstKind ..< firstKind + kindCount]`.
  var firstKind: Int32
  var kindCount: Int32
  var requiredCount: Int32
  var minimumMembers: Int32
  /// `Int32.max`: without bound.
  var maximumMembers: Int32
  /// A bit for each duty.
  var duties: UInt16
  /// Duties met by members of a kind that never runs out of keys, and whether there is such a kind at all; of members that
  /// nest no deeper than the object must.
  var endlessDuties: UInt16
  var isEndless: Bool
  var isAnyOrder: Bool
  /// Whether its members must be remembered (`MemberState`).
  var hasState: Bool
  /// Whether the additional keys read matter only in that the closing quote of one may not come again.
  var forgetsKeys: Bool
}

/// A kind of key that is not declared by name: which keys, and the value of each.
struct KeyKindSpecification: BitwiseCopyable, Sendable {
  /// Index of a string specification.
  var key: Int32
  var value: Int32
  /// The bit of the duty that a member meets, or 0.
  var duty: UInt16
  /// How many keys there are; `Int32.max` where they never run out.
  var supply: Int32
  /// Whether a member nests no deeper than the object must.
  var isShallow: Bool
}

struct PropertySpecification: BitwiseCopyable, Sendable {
  var value: Int32
  var isRequired: Bool
  /// Bytes of the quoted key.
  var keyLength: Int32
  /// Hash of the key (`Machine.hash`).
  var key: UInt64
  /// Whether it nests no deeper than the object must.
  var isShallow: Bool
}

struct ArraySpecification: BitwiseCopyable, Sendable {
  /// The alternatives of the first items are `itemLists[firstPrefix ..< firstPrefix + prefixCount]`.
  var firstPrefix: Int32
  var prefixCount: Int32
  /// Those of every further item, in `itemLists`.
  var rest: Int32
  var minimum: Int32
  var maximum: Int32
  /// `tallies[firstTally ..< firstTally + tallyCount]`.
  var firstTally: Int32
  var tallyCount: Int32
  var isUnique: Bool
  /// Whether its items must be remembered (`ItemState`).
  var hasState: Bool
}

/// An alternative for an item.
struct ItemSpecification: BitwiseCopyable, Sendable {
  var value: Int32
  /// Tallies that it raises, a bit for each.
  var tallies: UInt8
  /// Whether it nests no deeper than the array must.
  var isShallow: Bool
  /// How many different values it has at least; `Int32.max` where they never run out. Known for unique items.
  var supply: Int32
}

/// How many items may raise a tally; `Int32.max` for no bound.
struct TallySpecification: BitwiseCopyable, Sendable {
  var minimum: Int32
  var maximum: Int32
}

/// The parts of a choice or sequence: `lists[first ..< first + count]`.
struct ListSpecification: BitwiseCopyable, Sendable {
  var first: Int32
  var count: Int32
}

struct RepetitionSpecification: BitwiseCopyable, Sendable {
  var child: Int32
  var minimum: Int32
  var maximum: Int32
}

struct TextSpecification: BitwiseCopyable, @unchecked Sendable {
  /// State × byte: the next state, -1 for forbidden, -2 where the stop literal is complete.
  var next: UnsafePointer<Int32>
  var stateCount: Int
  /// Whether it ends with its stop literal; else it may end anywhere.
  var hasStop: Bool
  /// Bytes that lead from state 0 to another state.
  var special: ByteSet
}

struct CaptureSpecification: BitwiseCopyable, Sendable {
  var child: Int32
  /// Index of the label.
  var label: Int32
}
