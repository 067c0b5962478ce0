// SPDX-License-Identifier: Apache-2.0

/// Byte strings as a tree: a node for each beginning, and a number where a string ends.
///
/// Nodes stand in the order of their depth, so that the children of one stand side by side, sorted, and those of the next node
/// follow: 9 bytes a node. Immutable, hence safe to share.
final class ByteTrie: @unchecked Sendable {
  static let root: Int32 = 0

  /// (nodes) the byte that leads to a node.
  private let labels: UnsafeMutablePointer<UInt8>
  /// (nodes + 1) where the children of a node begin; those of the next node are behind them.
  private let children: UnsafeMutablePointer<Int32>
  /// (nodes) the number of the string that ends at a node, or -1.
  private let numbers: UnsafeMutablePointer<Int32>
  /// (256) the children of the root, or -1.
  private let first: UnsafeMutablePointer<Int32>

  /// The strings of a table that `isWanted` chooses by number and bytes; of equal ones the first counts, and the empty one is
  /// none.
  init(_ table: ByteStringTable, where isWanted: (Int, UnsafeBufferPointer<UInt8>) -> Bool) {
    var strings: [SortedString] = []
    table.forEach { number, bytes in
      guard !bytes.isEmpty, isWanted(number, bytes) else { return }
      strings.append(SortedString(beginning: beginning(of: bytes), length: Int32(bytes.count), number: Int32(number)))
    }
    strings.sort { isBefore($0, $1, table) }
    // One pass counts the nodes, that memory is taken once: what a string does not share with the one before it.
    var count = 1
    var previous: SortedString?
    for string in strings {
      count += Int(string.length) - (previous.map { commonLength($0, string, table) } ?? 0)
      previous = string
    }
    labels = .allocate(capacity: count)
    children = .allocate(capacity: count + 1)
    numbers = .allocate(capacity: count)
    first = .allocate(capacity: 256)
    labels.initialize(repeating: 0, count: count)
    children.initialize(repeating: Int32(count), count: count + 1)
    numbers.initialize(repeating: -1, count: count)
    first.initialize(repeating: -1, count: 256)
    fill(strings, table)
  }

  deinit {
    labels.deallocate()
    children.deallocate()
    numbers.deallocate()
    first.deallocate()
  }

  /// The node that a byte leads to, or nil.
  @inline(__always)
  func child(of node: Int32, _ byte: UInt8) -> Int32? {
    if node == Self.root {
      let child = first[Int(byte)]
      return child < 0 ? nil : child
    }
    var low = children[Int(node)]
    let end = children[Int(node) + 1]
    var high = end
    while high - low > 8 {
      let middle = low + (high - low) / 2
      if labels[Int(middle)] < byte { low = middle + 1 } else { high = middle + 1 }
    }
    while low < high {
      let label = labels[Int(low)]
      if label >= byte { return label == byte ? low : nil }
      low += 1
    }
    return nil
  }

  /// The number of the string that ends at a node, or -1.
  @inline(__always)
  func number(at node: Int32) -> Int32 { numbers[Int(node)] }

  /// Makes the nodes, depth by depth: the strings that begin alike are a range, which one node stands for.
  private func fill(_ strings: [SortedString], _ table: ByteStringTable) {
    var ranges: [Range<Int>] = [strings.indices]
    var (made, done, depth) = (1, 0, 0)
    while !ranges.isEmpty {
      var next: [Range<Int>] = []
      for range in ranges {
        children[done] = Int32(made)
        done += 1
        var position = range.lowerBound
        // Strings that end here come first.
        while position < range.upperBound, Int(strings[position].length) == depth { position += 1 }
        while position < range.upperBound {
          let byte = byte(of: strings[position], at: depth, table)
          var end = position + 1
          while end < range.upperBound, self.byte(of: strings[end], at: depth, table) == byte { end += 1 }
          labels[made] = byte
          if Int(strings[position].length) == depth + 1 { numbers[made] = strings[position].number }
          if depth == 0 { first[Int(byte)] = Int32(made) }
          made += 1
          next.append(position..<end)
          position = end
        }
      }
      ranges = next
      depth += 1
    }
  }

  @inline(__always)
  private func byte(of string: SortedString, at position: Int, _ table: ByteStringTable) -> UInt8 {
    position < 8
      ? UInt8(truncatingIfNeeded: string.beginning >> UInt64(56 - position * 8))
      : table.withBytes(at: Int(string.number)) { $0[position] }
  }
}

/// A string of a table as it is sorted: the first eight bytes, the first one highest, decide nearly always.
private struct SortedString {
  var beginning: UInt64
  var length: Int32
  var number: Int32
}

private func beginning(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
  var word: UInt64 = 0
  for position in 0..<8 { word = word << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0) }
  return word
}

/// Byte by byte, a beginning before what it begins, and of equal strings the first of the table.
private func isBefore(_ left: SortedString, _ right: SortedString, _ table: ByteStringTable) -> Bool {
  if left.beginning != right.beginning { return left.beginning < right.beginning }
  if left.length > 8, right.length > 8 {
    let common = commonLength(left, right, table)
    if common < min(left.length, right.length) {
      return table.withBytes(at: Int(left.number)) { left in
        table.withBytes(at: Int(right.number)) { right in left[common] < right[common] }
      }
    }
  }
  return (left.length, left.number) < (right.length, right.number)
}

/// How many bytes two strings begin with alike.
private func commonLength(_ left: SortedString, _ right: SortedString, _ table: ByteStringTable) -> Int {
  let shorter = Int(min(left.length, right.length))
  let same = (left.beginning ^ right.beginning).leadingZeroBitCount / 8
  if same < 8 { return min(same, shorter) }
  guard shorter > 8 else { return shorter }
  return table.withBytes(at: Int(left.number)) { left in
    table.withBytes(at: Int(right.number)) { right in
      var common = 8
      while common < shorter, left[common] == right[common] { common += 1 }
      return common
    }
  }
}
