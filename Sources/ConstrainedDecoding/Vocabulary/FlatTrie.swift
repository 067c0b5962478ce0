// SPDX-License-Identifier: Apache-2.0

/// A node of a `FlatTrie`, 8 bytes.
///
/// ```
///  63           41    40   39                 18 17       8 7      0
/// │ subtree size  │ word │ entry (all 1: none) │  depth    │  byte  │
/// ```
struct FlatTrieNode: BitwiseCopyable, Sendable {
  var bits: UInt64

  static let noEntry = 1 << 22 - 1
  static let maximumDepth = 1 << 10 - 1
  static let maximumSize = 1 << 23 - 1
  /// Bytes of a word at most.
  static let wordLength = 16

  init(byte: UInt8, depth: Int, entry: Int) {
    bits = UInt64(byte) | UInt64(depth) << 8 | UInt64(entry) << 18 | 1 << 41
  }

  @inline(__always) var byte: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// 1 for a child of the root.
  @inline(__always) var depth: Int { Int(bits >> 8 & 0x3FF) }
  @inline(__always) var entry: Int { Int(bits >> 18 & 0x3F_FFFF) }
  /// Nodes from this one to the next that is not below it.
  @inline(__always) var size: Int { Int(bits >> 41) }
  /// Whether all entries of the subtree are words: letters and digits of ASCII only, `wordLength` of them at most.
  @inline(__always) var isWord: Bool { bits >> 40 & 1 != 0 }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  static func isWord(_ text: some Collection<UInt8>) -> Bool {
    text.count <= wordLength && text.allSatisfy(isWordByte)
  }

  fileprivate mutating func setSize(_ size: Int) { bits = bits & (1 << 41 - 1) | UInt64(size) << 41 }
  fileprivate mutating func setWord() { bits |= 1 << 40 }
}

/// Byte strings as a trie in depth-first order: a walk is one pass over an array, and a refused byte skips a subtree by
/// adding its size (the layout of llguidance's `toktrie`, with the depth in place of the count of parents).
///
/// Equal strings stand as sibling nodes with the same byte.
final class FlatTrie: Sendable {
  let nodes: Table<FlatTrieNode>
  /// Index of the first root child with each byte; -1 for none.
  let rootChildren: Table<Int32>
  /// Bytes of the longest string held.
  let depth: Int

  /// Builds the trie; `strings[i]` gets entry i. Empty strings, and those past the limits of a node, are left out.
  convenience init(_ strings: [[UInt8]]) {
    let strings = ByteStrings(strings)
    self.init(strings, sorted: Self.sortedEntries(strings))
  }

  /// Builds the trie of some of `strings`, whose indices `sorted` come as `sortedEntries` gives them.
  init(_ strings: ByteStrings, sorted: [Int]) {
    var nodes: [FlatTrieNode] = []
    var open: [Int] = []
    var previous = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var deepest = 0
    // Nodes of a path that are words, and the last node so far that is not.
    var words = 0
    var lastOther = -1
    func close(to depth: Int) {
      while open.count > depth {
        let index = open.removeLast()
        nodes[index].setSize(nodes.count - index)
        if lastOther < index { nodes[index].setWord() }
      }
      words = min(words, depth)
    }
    for entry in sorted {
      let string = strings[entry]
      guard nodes.count + string.count < FlatTrieNode.maximumSize else { break }
      var shared = 0
      while shared < previous.count, shared < string.count, previous[shared] == string[shared] { shared += 1 }
      // A string equal to the one before becomes its sibling, placed after that one's subtree so far.
      if shared == string.count { shared -= 1 }
      close(to: shared)
      for index in shared..<string.count {
        let isLast = index == string.count - 1
        if words == index, index < FlatTrieNode.wordLength, FlatTrieNode.isWordByte(string[index]) {
          words += 1
        } else {
          lastOther = nodes.count
        }
        open.append(nodes.count)
        nodes.append(
          FlatTrieNode(byte: string[index], depth: index + 1, entry: isLast ? entry : FlatTrieNode.noEntry))
      }
      deepest = max(deepest, string.count)
      previous = string
    }
    close(to: 0)
    var rootChildren = [Int32](repeating: -1, count: 256)
    var index = 0
    while index < nodes.count {
      let byte = Int(nodes[index].byte)
      if rootChildren[byte] < 0 { rootChildren[byte] = Int32(index) }
      index += nodes[index].size
    }
    self.nodes = Table(nodes)
    self.rootChildren = Table(rootChildren)
    depth = deepest
  }

  /// Entries in byte order of their strings, equal strings by entry.
  static func sortedEntries(_ strings: ByteStrings) -> [Int] {
    // The first eight bytes as one integer settle most comparisons.
    var keyed: [(key: UInt64, entry: Int)] = []
    keyed.reserveCapacity(strings.count)
    for entry in 0..<strings.count {
      let string = strings[entry]
      guard !string.isEmpty, string.count <= FlatTrieNode.maximumDepth, entry < FlatTrieNode.noEntry else { continue }
      var key: UInt64 = 0
      for index in 0..<8 { key = key << 8 | (index < string.count ? UInt64(string[index]) : 0) }
      keyed.append((key, entry))
    }
    sortByKey(&keyed)
    var sorted = keyed.map(\.entry)
    // Those with one key, of which most are longer.
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
      if end - start > 1 {
        sorted[start..<end].sort { a, b in
          let (x, y) = (strings[a], strings[b])
          return x.elementsEqual(y) ? a < b : x.lexicographicallyPrecedes(y)
        }
      }
      start = end
    }
    return sorted
  }

  /// Sorts by key, the order of equal ones kept: a byte of the key after the other, the lowest first.
  private static func sortByKey(_ rows: inout [(key: UInt64, entry: Int)]) {
    var other = rows
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      var next = [Int](repeating: 0, count: 257)
      for row in rows { next[Int(row.key >> shift & 255) + 1] += 1 }
      for byte in 0..<256 { next[byte + 1] += next[byte] }
      for row in rows {
        let byte = Int(row.key >> shift & 255)
        other[next[byte]] = row
        next[byte] += 1
      }
      swap(&rows, &other)
    }
  }

  /// Calls `body` with the length of every entry that is a prefix of `text` from `start`.
  func forEachPrefix(of text: [UInt8], from start: Int, _ body: (_ length: Int) -> Void) {
    guard start < text.count else { return }
    var index = Int(rootChildren[Int(text[start])])
    guard index >= 0 else { return }
    var end = nodes.count
    var position = start
    while index < end {
      let node = nodes[index]
      if node.byte == text[position] {
        if node.entry != FlatTrieNode.noEntry { body(position - start + 1) }
        // Duplicates are leaves before the node that has the children, or stand alone.
        if node.size > 1 {
          position += 1
          guard position < text.count else { return }
          end = index + node.size
          index += 1
          continue
        }
      } else if node.byte > text[position] {
        return
      }
      index += node.size
    }
  }

  /// The nodes below every node whose path is `text`, as ranges of nodes; for the empty text, all nodes.
  func subtrees(below text: ArraySlice<UInt8>) -> [Range<Int>] {
    var ranges = [0..<nodes.count]
    for byte in text {
      var next: [Range<Int>] = []
      for range in ranges {
        var index = range.lowerBound
        while index < range.upperBound {
          let node = nodes[index]
          if node.byte == byte, node.size > 1 { next.append(index + 1..<index + node.size) }
          index += node.size
        }
      }
      ranges = next
    }
    return ranges
  }
}
