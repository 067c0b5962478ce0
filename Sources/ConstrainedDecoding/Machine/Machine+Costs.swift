// SPDX-License-Identifier: Apache-2.0

// How many more tokens a head needs, at most, to complete the whole text.
extension Machine {
  func cost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    Cost.sum(localCost(head, work), head.parent < 0 ? 0 : work.frames[Int(head.parent)].closing)
  }

  /// To the end of the head's own node.
  private func localCost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    if head.phase == .done { return 0 }
    let specification = Int(grammar.nodes[Int(head.node)].specification)
    switch head.phase {
    case .start: return costs.nodes[Int(head.node)]
    case .done: return 0
    case .literal: return costs.literals[Int(head.state)]
    case .number: return costs.numbers[specification][Int(head.state)]
    case .text:
      let missing = Int32(head.digits & 15)
      let rest = costs.texts[specification][Int(head.state)]
      return missing == 0 ? rest : Cost.sum(missing, costs.continuation, rest)
    case .string, .utf8, .escape, .hex, .lowBackslash, .lowMark, .lowHex:
      let string = stringCost(head, work)
      return head.isKey ? Cost.sum(string, costs.byte(":"), afterColon(head, grammar.objects[specification])) : string
    case .objectOpen, .objectKey, .key, .objectColon, .objectValue, .objectNext:
      return objectCost(head, grammar.objects[specification])
    case .arrayOpen:
      let array = grammar.arrays[specification]
      return array.minimum == 0 ? costs.byte("]") : itemCost(head, array)
    case .arrayItem: return itemCost(head, grammar.arrays[specification])
    case .rules: return cost(ofRules: head.node, head.state, head.count)
    case .arrayNext: return costs.afterItem(head.position, grammar.arrays[specification], grammar)
    }
  }

  private func itemCost(_ head: Head, _ array: ArraySpecification) -> Int32 {
    let item = itemNode(head.position, array)
    guard item >= 0 else { return Cost.infinite }
    return Cost.sum(costs.nodes[Int(item)], costs.afterItem(head.position + 1, array, grammar))
  }

  private func afterColon(_ head: Head, _ object: ObjectSpecification) -> Int32 {
    Cost.sum(
      costs.nodes[Int(valueNode(head, object))],
      costs.objectRests[Int(object.firstNextRequired + min(head.position + 1, object.propertyCount))])
  }

  private func objectCost(_ head: Head, _ object: ObjectSpecification) -> Int32 {
    let row = Int(object.firstNextRequired + head.position)
    switch head.phase {
    case .objectOpen:
      let required = nextRequired(head, object)
      return required == object.propertyCount
        ? costs.byte("}") : costs.objectKeys[Int(object.firstNextRequired + required)]
    case .objectKey:
      // A key may turn out to be used up, one character short of a new one.
      return Cost.sum(costs.objectKeys[row], head.extra >= 0 ? costs.character : 0)
    case .key:
      // The cheapest of the keys that can still be meant.
      let node = grammar.literalNodes[Int(head.state)]
      let last = min(nextRequired(head, object), object.propertyCount - 1)
      var best = Cost.infinite
      for entry in node.firstEntry..<node.firstEntry + node.entryCount {
        let index = grammar.literalEntries[Int(entry)]
        guard index >= head.position else { continue }
        guard index <= last else { break }
        var property = head
        property.position = index
        let segment = costs.firstSegment[Int(object.firstProperty + index)] + 1 + node.depth
        best = min(best, Cost.sum(costs.segments[Int(segment)], afterColon(property, object)))
      }
      return best
    case .objectColon: return Cost.sum(costs.byte(":"), afterColon(head, object))
    case .objectValue: return afterColon(head, object)
    default: return costs.objectRests[row]
    }
  }

  // MARK: Strings

  private func stringCost(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    let string = stringSpecification(head)
    let specification = string - grammar.strings
    func after(_ range: ClosedRange<UInt32>) -> Int32 { costAfterOne(of: range, head, string) }
    let missing = Int32(head.digits & 15)
    switch head.phase {
    case .string:
      guard !head.isKey || !isDuplicate(head, string, work) else {
        return Cost.sum(costs.character, costs.byte("\""))
      }
      let rest = costs.string(specification, string.pointee, head.state, head.count)
      guard let automaton = string.pointee.automaton else { return rest }
      let mayRepeat = head.isKey && head.extra >= 0 && !automaton.isUniversal(head.state)
      return Cost.sum(rest, mayRepeat ? costs.character : 0)
    case .utf8:
      guard
        let range = UTF8Prefix.range(value: head.partial, length: Int(head.digits >> 4), missing: Int(missing))
      else { return Cost.infinite }
      return Cost.sum(missing, costs.continuation, after(range))
    case .escape:
      let isNarrow = needsEscapes(head, string)
      var best = Cost.sum(5, costs.hex, after(isNarrow ? Self.controls : 0...0xFFFF))
      if !isNarrow { best = min(best, Cost.sum(11, costs.hex, after(0x10000...0x10FFFF))) }
      for letter in "\"\\/bfnrt".utf8 where !isNarrow || letter != UInt8(ascii: "/") {
        guard let value = Self.shortEscape(letter) else { continue }
        best = min(best, Cost.sum(costs.bytes[Int(letter)], after(value...value)))
      }
      return best
    case .hex:
      let rest = 4 - Int32(head.digits)
      let shift = UInt32(4 * rest)
      let lowest = head.partial << shift
      let highest = lowest | (1 << shift - 1)
      if needsEscapes(head, string) {
        return Cost.sum(rest, costs.hex, after(lowest...min(highest, max(lowest, Self.controls.upperBound))))
      }
      var best = Cost.infinite
      if lowest <= 0xD7FF { best = min(best, Cost.sum(rest, costs.hex, after(lowest...min(highest, 0xD7FF)))) }
      if highest >= 0xE000 { best = min(best, Cost.sum(rest, costs.hex, after(max(lowest, 0xE000)...highest))) }
      let (first, last) = (max(lowest, 0xD800), min(highest, 0xDBFF))
      if first <= last {
        let pairs = (0x10000 + (first - 0xD800) << 10)...(0x10000 + (last - 0xD800) << 10 + 0x3FF)
        best = min(best, Cost.sum(rest + 6, costs.hex, after(pairs)))
      }
      return best
    case .lowBackslash, .lowMark, .lowHex:
      let digits = head.phase == .lowHex ? Int(head.digits) : 0
      guard let range = Self.pairs(high: head.partial >> 16, low: head.partial & 0xFFFF, digits: digits) else {
        return Cost.infinite
      }
      let marks: Int32 = head.phase == .lowBackslash ? 2 : head.phase == .lowMark ? 1 : 0
      return Cost.sum(marks + 4 - Int32(digits), costs.hex, after(range))
    default: return Cost.infinite
    }
  }

  /// From after one more code point of `range`, the cheapest.
  private func costAfterOne(
    of range: ClosedRange<UInt32>, _ head: Head, _ string: UnsafePointer<StringSpecification>
  ) -> Int32 {
    guard head.count < string.pointee.maximum else { return Cost.infinite }
    let specification = string - grammar.strings
    let again = head.isKey && head.extra >= 0 ? costs.character : 0
    guard let automaton = string.pointee.automaton else {
      return Cost.sum(costs.string(specification, string.pointee, 0, head.count + 1), again)
    }
    var best = Cost.infinite
    var interval = automaton.interval(of: range.lowerBound)
    while interval < automaton.intervalCount, automaton.starts[interval] <= range.upperBound {
      let next = automaton.next(head.state, Int(automaton.classOfInterval[interval]))
      if next >= 0, string.pointee.isLive(automaton, next, head.count + 1) {
        best = min(best, Cost.sum(costs.string(specification, string.pointee, next, head.count + 1), again))
      }
      interval += 1
    }
    return best
  }
}
