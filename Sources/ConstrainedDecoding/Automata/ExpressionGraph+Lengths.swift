// SPDX-License-Identifier: Apache-2.0

// Which lengths the texts of an exact expression have, where they are not one span.
extension ExpressionGraph {
  /// The largest length looked at.
  static let longestListed = 4096

  /// Whether exact `id` has a text of `low` to `high` code points, the shortest such length; of lengths that leave gaps, those
  /// up to `longestListed` only.
  mutating func length(of id: ID, from low: Int32, to high: Int32) -> Int32? {
    let node = self[id]
    if low <= node.shortest { return node.shortest <= high ? node.shortest : nil }
    guard low <= high, low <= node.longest else { return nil }
    if node.isContiguous { return low }
    let lengths = lengths(of: id)
    return lengths.first(from: Int(low), to: Int(min(high, Int32(Self.longestListed)))).map { Int32($0) }
  }

  private mutating func lengths(of id: ID) -> LengthSet {
    if let known = lengthSets[id] { return known }
    let result: LengthSet
    let node = self[id]
    if node.isContiguous {
      result = LengthSet(Int(node.shortest)...Int(node.longest))
    } else {
      switch node.kind {
      case .trie: result = trieLengths(node)
      case .sequence:
        // Along the chain, from its end.
        var heads: [ID] = []
        var rest = id
        while self[rest].kind == .sequence, !self[rest].isContiguous, lengthSets[rest] == nil {
          heads.append(rest)
          rest = self[rest].b
        }
        var sum = lengths(of: rest)
        for place in heads.reversed() {
          sum = sum.adding(lengths(of: self[place].a))
          lengthSets[place] = sum
        }
        return sum
      case .union:
        var union = LengthSet()
        for index in node.a..<node.a + node.b { union.formUnion(lengths(of: lists[Int(index)])) }
        result = union
      case .repetition: result = lengths(of: node.a).repeated(Int(node.b), Int(node.c))
      default: result = LengthSet()
      }
    }
    lengthSets[id] = result
    return result
  }

  private func trieLengths(_ node: Node) -> LengthSet {
    var result = LengthSet()
    let trie = tries[Int(node.a)]
    var open: [(node: Int32, depth: Int)] = [(node.b, 0)]
    while let (place, depth) = open.popLast() {
      let entry = trie.trie.nodes[Int(place)]
      if trie.isEnd(place) { result.insert(depth) }
      for child in entry.firstChild..<entry.firstChild + entry.childCount {
        open.append((trie.trie.children[Int(child)].node, depth + 1))
      }
    }
    return result
  }
}

/// A set of lengths up to `ExpressionGraph.longestListed`, one bit each.
struct LengthSet: Equatable {
  private var words = [UInt64](repeating: 0, count: ExpressionGraph.longestListed / 64 + 1)

  init() {}

  init(_ range: ClosedRange<Int>) {
    guard range.lowerBound <= ExpressionGraph.longestListed else { return }
    for length in range.lowerBound...min(range.upperBound, ExpressionGraph.longestListed) { insert(length) }
  }

  mutating func insert(_ length: Int) {
    if length <= ExpressionGraph.longestListed { words[length >> 6] |= 1 << UInt64(length & 63) }
  }

  func contains(_ length: Int) -> Bool { words[length >> 6] >> UInt64(length & 63) & 1 != 0 }

  mutating func formUnion(_ other: LengthSet) { for index in words.indices { words[index] |= other.words[index] } }

  func first(from low: Int, to high: Int) -> Int? {
    var length = max(low, 0)
    while length <= high {
      let rest = words[length >> 6] >> UInt64(length & 63)
      if rest != 0 {
        length += rest.trailingZeroBitCount
        return length <= high ? length : nil
      }
      length = (length | 63) + 1
    }
    return nil
  }

  private mutating func formUnion(_ other: LengthSet, shiftedBy shift: Int) {
    let (whole, part) = (shift >> 6, UInt64(shift & 63))
    guard whole < words.count else { return }
    for index in whole..<words.count {
      var word = other.words[index - whole] << part
      if part > 0, index > whole { word |= other.words[index - whole - 1] >> (64 - part) }
      words[index] |= word
    }
    words[words.count - 1] &= 1
  }

  /// Every sum of a length of this set and one of `other`.
  func adding(_ other: LengthSet) -> LengthSet {
    var result = LengthSet()
    // By runs of this set: a run of n adds n shifts, by doubling.
    var next = first(from: 0, to: ExpressionGraph.longestListed)
    while let start = next {
      var end = start
      while end < ExpressionGraph.longestListed, contains(end + 1) { end += 1 }
      var spread = other
      var width = 1
      while width < end - start + 1 {
        let step = min(width, end - start + 1 - width)
        let before = spread
        spread.formUnion(before, shiftedBy: step)
        width += step
      }
      result.formUnion(spread, shiftedBy: start)
      next = first(from: end + 1, to: ExpressionGraph.longestListed)
    }
    return result
  }

  /// Sums of `minimum` to `maximum` lengths.
  func repeated(_ minimum: Int, _ maximum: Int) -> LengthSet {
    var optional = self
    optional.insert(0)
    // Past the listed lengths, further turns change nothing unless they are empty.
    let extra = maximum == Int(ExpressionGraph.unbounded) ? ExpressionGraph.longestListed : maximum - minimum
    return power(min(minimum, ExpressionGraph.longestListed + 1))
      .adding(optional.power(min(extra, ExpressionGraph.longestListed)))
  }

  private func power(_ exponent: Int) -> LengthSet {
    var result = LengthSet(0...0)
    var base = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 != 0 { result = result.adding(base) }
      rest >>= 1
      if rest > 0 { base = base.adding(base) }
    }
    return result
  }
}
