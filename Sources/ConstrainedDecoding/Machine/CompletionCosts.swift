// SPDX-License-Identifier: Apache-2.0

/// Counting tokens with a ceiling for "never".
enum Cost {
  static let infinite: Int32 = 1 << 29
  @inline(__always) static func sum(_ a: Int32, _ b: Int32) -> Int32 { min(a &+ b, infinite) }
  static func sum(_ a: Int32, _ b: Int32, _ c: Int32, _ rest: Int32...) -> Int32 {
    rest.reduce(sum(sum(a, b), c)) { sum($0, $1) }
  }
  static func times(_ count: Int32, _ cost: Int32) -> Int32 {
    count <= 0 ? 0 : Int32(min(Int64(count) * Int64(cost), Int64(infinite)))
  }
}

/// Addresses of the tables of `CompletionCosts`.
struct CostView: BitwiseCopyable, @unchecked Sendable {
  /// Tokens to write a node from its beginning.
  var nodes: UnsafePointer<Int32>
  /// Tokens from a node of the literal trie to the end of some literal below it.
  var literals: UnsafePointer<Int32>
  /// By number specification and state.
  var numbers: UnsafePointer<UnsafePointer<Int32>>
  /// By string specification, for those with an automaton. `CompletionCosts` keeps them.
  var strings: UnsafePointer<Unmanaged<StringCosts>?>
  /// `CompletionCosts` keeps them.
  var freshKeys: Unmanaged<FreshKeyCosts>
  /// By text specification and state, from between two characters.
  var texts: UnsafePointer<UnsafePointer<Int32>>
  /// By network of rules.
  var networks: UnsafePointer<RuleCostView>
  /// `,"key":` of each property: tokens from each byte on; the row of property p begins at `firstSegment[p]`.
  var segments: UnsafePointer<Int32>
  var firstSegment: UnsafePointer<Int32>
  /// By `nextRequired` index: from after a value, the way to the end of the object; from after a comma, likewise.
  var objectRests: UnsafePointer<Int32>
  var objectKeys: UnsafePointer<Int32>
  /// Tokens of each single byte: 1, or never.
  var bytes: UnsafePointer<Int32>
  /// Whether every UTF-8 continuation byte is a token, and every hexadecimal digit: 0, or never.
  var continuation: Int32
  var hex: Int32
  /// Whether every printable ASCII byte is a token: likewise.
  var ascii: Int32
  /// Of a fixed layout, tokens of white space at most: before a member or item that is the first or a further one, before a
  /// value, and before the end of a container that is not empty.
  var firstGap: Int32 = 0
  var nextGap: Int32 = 0
  var valueGap: Int32 = 0
  var endGap: Int32 = 0
  /// Tokens of so many spaces, alone and after a new line, as far as the layout needs them.
  var spaces: UnsafePointer<Int32>
  var lines: UnsafePointer<Int32>
  /// Code points of the longest plain token, and tokens of one character.
  var run: Int32
  var character: Int32

  @inline(__always)
  func byte(_ byte: Unicode.Scalar) -> Int32 { bytes[Int(byte.value)] }

  /// The rest of the white space that `head` reads, in a fixed layout.
  func gap(_ head: Head, _ layout: TextLayout) -> Int32 {
    let rest = Int(layout.gap(head.phase, depth: head.depth)) - Int(head.blanks)
    guard rest > 0 else { return 0 }
    if layout.byte(head.phase, at: head.blanks) == 0x20 { return spaces[rest] }
    return lines[rest - 1]
  }

  /// A plain string that still needs `count` code points, without its quote.
  @inline(__always)
  func plain(_ count: Int32) -> Int32 {
    count <= 0 ? 0 : Cost.sum(count / run, Cost.times(count % run, character))
  }

  /// From a state of a string, after `count` code points of it, to after its closing quote.
  @inline(__always)
  func string(_ index: Int, _ string: StringSpecification, _ state: Int32, _ count: Int32) -> Int32 {
    guard let costs = strings[index] else { return Cost.sum(plain(string.minimum - count), byte("\"")) }
    return costs._withUnsafeGuaranteedRef { $0.cost(state, count) }
  }
}

/// The fewest tokens, at most, that complete each part of a grammar in one vocabulary.
///
/// Every number is an upper bound that some sequence of tokens keeps: from a state with bound k > 0, some token leads to one
/// with a bound of at most k - 1. So a mask that only allows states whose bound fits the budget never runs out.
final class CompletionCosts: Sendable {
  let trie: VocabularyTrie
  let view: CostView
  private let tables: [AnyObject & Sendable]

  init(_ grammar: Grammar, _ trie: VocabularyTrie) {
    self.trie = trie
    var builder = CostBuilder(grammar.view, trie, grammar.networks)
    (view, tables) = builder.build()
  }
}
