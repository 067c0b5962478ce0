// SPDX-License-Identifier: Apache-2.0

extension Machine {
  /// Where a walk stands after a node: heads, frames, and a set that holds every byte that can come next.
  private struct Level: BitwiseCopyable {
    var start: Int
    var end: Int
    var frames: Int
    var bytes: ByteSet
  }

  /// Walks a trie from the heads of `range`, calling `body` with every entry whose bytes can be read; with a limit, only
  /// where the text can then be completed at no higher cost. Returns the highest cost of an entry allowed, 0 without a limit.
  @inline(__always)
  func walk(
    _ trie: FlatTrie, from range: Range<Int>, _ limit: Int32?, _ work: inout Workspace, _ body: (Int) -> Void
  ) -> Int32 {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var dearest: Int32 = 0
    let nodes = trie.nodes.pointer
    let count = trie.nodes.count
    withUnsafeTemporaryAllocation(of: Level.self, capacity: trie.depth + 1) { levels in
      let levels = levels.baseAddress!
      levels[0] = Level(
        start: range.lowerBound, end: range.upperBound, frames: frames, bytes: bytesAhead(of: range, work))
      // The children of the root lie far apart: only those that a byte leads to are visited.
      for byte in UInt8.min...UInt8.max {
        var index = Int(trie.rootChildren.pointer[Int(byte)])
        guard index >= 0, levels[0].bytes.contains(byte) else { continue }
        let first = index
        while index < count {
          let node = nodes[index]
          let depth = node.depth
          if depth == 1, index > first, node.byte != byte { break }
          let level = levels + (depth - 1)
          guard level.pointee.bytes.contains(node.byte) else {
            index += node.size
            continue
          }
          // The first level lies apart from those that are pushed.
          let top = depth == 1 ? heads : level.pointee.end
          work.headCount = top
          work.frameCount = level.pointee.frames
          let output = read(node.byte, from: level.pointee.start..<level.pointee.end, &work)
          if output.isEmpty {
            index += node.size
            continue
          }
          if node.size > 1 {
            levels[depth] = Level(
              start: top, end: output.upperBound, frames: work.frameCount, bytes: bytesAhead(of: output, work))
          }
          if node.entry != FlatTrieNode.noEntry {
            if let limit {
              var best = Cost.infinite
              for head in output { best = min(best, cost(work.heads[head], work)) }
              if best <= limit {
                dearest = max(dearest, best)
                body(node.entry)
              }
            } else {
              body(node.entry)
            }
          }
          index += 1
        }
      }
    }
    return dearest
  }

  /// A set that holds every byte that some head of `range` takes.
  @inline(__always)
  func bytesAhead(of range: Range<Int>, _ work: borrowing Workspace) -> ByteSet {
    var set = ByteSet()
    for index in range {
      switch work.heads[index].phase {
      case .literal:
        let state = Int(work.heads[index].state)
        if grammar.literalNodes[state].entry >= 0 { return .all }
        addLiteralBytes(state, &set)
      case .key: addLiteralBytes(Int(work.heads[index].state), &set)
      case .objectOpen: set.formUnion(.afterBrace)
      case .objectKey: set.formUnion(.beforeKey)
      case .objectColon: set.formUnion(.beforeColon)
      case .objectNext: set.formUnion(.afterMember)
      case .arrayNext: set.formUnion(.afterItem)
      case .done: break
      default: return .all
      }
    }
    return set
  }

  @inline(__always)
  private func addLiteralBytes(_ state: Int, _ set: inout ByteSet) {
    let node = grammar.literalNodes[state]
    for index in node.firstChild..<node.firstChild + node.childCount {
      set.insert(grammar.literalChildren[Int(index)].symbol)
    }
  }

  /// How many more bytes of white space, whichever, may follow the white space before `head`, with nothing else changed.
  @inline(__always)
  func blankRoom(_ head: Head) -> Int {
    if grammar.layout.isFixed { return 0 }
    return switch head.phase {
    case .objectOpen, .objectKey, .objectColon, .objectValue, .objectNext, .arrayOpen, .arrayItem, .arrayNext:
      max(Int(grammar.maximumBlanks) - Int(head.blanks), 0)
    default: 0
    }
  }
}

extension ByteSet {
  fileprivate static let afterBrace = ByteSet(" \n\r\t\"}".utf8)
  fileprivate static let beforeKey = ByteSet(" \n\r\t\"".utf8)
  fileprivate static let beforeColon = ByteSet(" \n\r\t:".utf8)
  fileprivate static let afterMember = ByteSet(" \n\r\t,}".utf8)
  fileprivate static let afterItem = ByteSet(" \n\r\t,]".utf8)
}
