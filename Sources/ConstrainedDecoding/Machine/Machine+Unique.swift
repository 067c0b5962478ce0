// SPDX-License-Identifier: Apache-2.0

// Items that must differ from those before them. Every head in such an item can still become a value that is not used.
extension Machine {
  /// Whether a value below `parent` must differ from others, or is part of such a value.
  @inline(__always)
  func isCompared(below parent: Int32, _ work: borrowing Workspace) -> Bool {
    parent >= 0 && (work.frames[Int(parent)].isCompared || isUniqueItem(below: parent, work))
  }

  @inline(__always)
  func isUniqueItem(below parent: Int32, _ work: borrowing Workspace) -> Bool {
    guard parent >= 0 else { return false }
    let node = work.frames[Int(parent)].node
    guard node >= 0 else { return false }
    let row = grammar.nodes[Int(node)]
    return row.kind == .array && grammar.arrays[Int(row.specification)].isUnique
  }

  /// The records of what `head`, an item or part of one, must differ from.
  func usedItems(_ head: Head, _ work: borrowing Workspace) -> Int32 { differing(below: head.parent, work) }

  func contains(_ value: UInt64, _ records: Int32, _ work: borrowing Workspace) -> Bool {
    UsedValues(records, work).contains(value)
  }

  /// Whether `node` has a value that is not used; within `depth` open containers.
  func hasFreshValue(_ node: Int32, _ used: UsedValues, _ depth: UInt8) -> Bool {
    guard !used.isEmpty else { return true }
    let row = grammar.nodes[Int(node)]
    switch row.kind {
    case .literals: return freshLiteral(row.specification, used) != nil
    case .string: return hasFresh(grammar.strings + Int(row.specification), .init(), used)
    case .number: return freshNumber(0, NumberHash(), Int(row.specification), used) != nil
    case .choice:
      let list = grammar.choices[Int(row.specification)]
      return (list.first..<list.first + list.count).contains { part in
        let part = grammar.lists[Int(part)]
        return canStart(part, depth) && hasFreshValue(part, used, depth)
      }
    case .array, .object:
      let supply = grammar.supplies[Int(node)]
      if supply == .max { return true }
      var count: Int32 = 0
      used.forEachRecord { index in
        let record = used.frames[Int(index)]
        if record.isRecord(of: row.kind == .array ? .array : .object), mayBe(record, node, used.frames) { count += 1 }
      }
      return count < supply
    default: return true
    }
  }

  // MARK: Literals

  func stepItemLiteral(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let used = usedItems(head, work)
    let own = grammar.literalNodes[Int(head.state)]
    let child = grammar.child(of: head.state, byte)
    if child >= 0 {
      let node = grammar.literalNodes[Int(child)]
      if node.childCount == 0 {
        let value = grammar.literalValues[Int(child)]
        if !contains(value, used, work) {
          resume(head.parent, head.captures, -1, value: literal(child, &work), &work)
        }
      } else if freshLiteral(child, UsedValues(used, work)) != nil {
        var result = head
        result.state = child
        emit(result, &work)
      }
    }
    if own.entry >= 0 {
      let value = grammar.literalValues[Int(head.state)]
      if !contains(value, used, work) {
        resume(head.parent, head.captures, Int(byte), value: literal(head.state, &work), &work)
      }
    }
  }

  /// The value of the literal that ends at a node of the trie.
  private func literal(_ node: Int32, _ work: inout Workspace) -> ValueRecord {
    let row = grammar.literalParts[Int(node)]
    guard row >= 0 else { return ValueRecord(hash: grammar.literalValues[Int(node)]) }
    return record(ofPart: row, &work)
  }

  private func record(ofPart row: Int32, _ work: inout Workspace) -> ValueRecord {
    let part = grammar.valueParts[Int(row)]
    var list: Int32 = -1
    var child = part.first
    while child >= 0 {
      list = record(ofPart: child, &work).push(before: list, key: grammar.valueParts[Int(child)].key, &work)
      child = grammar.valueParts[Int(child)].next
    }
    return ValueRecord(hash: part.hash, kind: part.kind, parts: list, count: part.count)
  }

  /// The nearest literal below a node of the trie that is not used: its value, and tokens of one byte each to its end.
  func freshLiteral(_ start: Int32, _ used: UsedValues) -> (value: UInt64, cost: Int32)? {
    var dear: (UInt64, Int32)?
    var open: [(node: Int32, cost: Int32)] = [(start, 0)]
    var index = 0
    while index < open.count {
      let (number, cost) = open[index]
      index += 1
      let node = grammar.literalNodes[Int(number)]
      if node.entry >= 0, dear == nil || cost < Cost.infinite {
        let value = grammar.literalValues[Int(number)]
        if !used.contains(value) {
          if cost < Cost.infinite { return (value, cost) }
          dear = (value, cost)
        }
      }
      for row in node.firstChild..<node.firstChild + node.childCount {
        let child = grammar.literalChildren[Int(row)]
        open.append((child.node, Cost.sum(cost, costs.bytes[Int(child.symbol)])))
      }
    }
    return dear
  }

  // MARK: Numbers

  @inline(__always)
  func numberHash(_ head: Head) -> NumberHash {
    NumberHash(
      digits: head.hash, places: Int32(bitPattern: head.partial), exponent: head.count, flags: head.digits)
  }

  func stepItemNumber(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let used = usedItems(head, work)
    let specification = Int(grammar.nodes[Int(head.node)].specification)
    let number = grammar.numbers[specification]
    let symbol = NumberAutomaton.symbol(byte)
    var hash = numberHash(head)
    if number.isAccepting[Int(head.state)], symbol < 0 {
      let value = hash.value
      if !contains(value, used, work) {
        resume(head.parent, head.captures, Int(byte), value: ValueRecord(hash: value), &work)
      }
      return
    }
    guard symbol >= 0 else { return }
    let next = number.next[Int(head.state) * NumberAutomaton.symbolCount + symbol]
    guard next >= 0 else { return }
    hash.append(byte)
    guard freshNumber(next, hash, specification, UsedValues(used, work)) != nil else { return }
    var result = head
    result.state = next
    result.hash = hash.digits
    result.partial = UInt32(bitPattern: hash.places)
    result.count = hash.exponent
    result.digits = hash.flags
    emit(result, &work)
  }

  /// Steps of one search at most.
  private static let numberLimit = 4_096

  /// The nearest number from a state that is not used: its value, and tokens of one byte each to its end.
  ///
  /// Breadth first and in a fixed order, so that the way found from a state is found from each state on it.
  func freshNumber(
    _ state: Int32, _ hash: NumberHash, _ specification: Int, _ used: UsedValues
  ) -> (value: UInt64, cost: Int32)? {
    let number = grammar.numbers[specification]
    if number.isAccepting[Int(state)] {
      let value = hash.value
      if !used.contains(value) { return (value, 0) }
    }
    var open: [(state: Int32, hash: NumberHash, cost: Int32)] = [(state, hash, 0)]
    var dear: (UInt64, Int32)?
    var index = 0
    while index < open.count, index < Self.numberLimit {
      let (state, hash, cost) = open[index]
      index += 1
      for (symbol, byte) in "0123456789-.e+".utf8.enumerated() {
        let next = number.next[Int(state) * NumberAutomaton.symbolCount + symbol]
        guard next >= 0 else { continue }
        var below = hash
        below.append(byte)
        let total = Cost.sum(cost, costs.bytes[Int(byte)])
        if number.isAccepting[Int(next)], dear == nil || total < Cost.infinite {
          let value = below.value
          if !used.contains(value) {
            if total < Cost.infinite { return (value, total) }
            dear = (value, total)
          }
        }
        if open.count < Self.numberLimit { open.append((next, below, total)) }
      }
    }
    return dear
  }

  // MARK: Costs

  /// The highest cost of the first `count` values of `node` that are not used; never, if there are not even one fewer.
  ///
  /// Of containers, a bound for any value that is new.
  func cost(of node: Int32, besides used: UsedValues, ofFirst count: Int32) -> Int32 {
    if count <= 1, used.isEmpty { return costs.nodes[Int(node)] }
    let row = grammar.nodes[Int(node)]
    func highest(_ next: (UsedValues) -> (value: UInt64, cost: Int32)?) -> Int32 {
      var used = used
      var highest: Int32 = 0
      var index: Int32 = 0
      let most = min(count, TextSearch.mostListed)
      while index < most, let found = next(used) {
        highest = max(highest, found.cost)
        used.more.append(found.value)
        index += 1
      }
      return index > 0 && index >= most - 1 ? highest : Cost.infinite
    }
    switch row.kind {
    case .literals: return highest { freshLiteral(row.specification, $0) }
    case .number: return highest { freshNumber(0, NumberHash(), Int(row.specification), $0) }
    case .string:
      let search = search(grammar.strings + Int(row.specification))
      let text = highest { search.first(from: .init(), besides: $0).map { ($0.hash, $0.cost) } }
      return Cost.sum(Cost.times(2, costs.byte("\"")), text)
    case .choice:
      let list = grammar.choices[Int(row.specification)]
      var best = Cost.infinite
      // Parts that nest deeper only where the others are not enough.
      for isDeep in [false, true] where best == Cost.infinite {
        for part in list.first..<list.first + list.count {
          let part = grammar.lists[Int(part)]
          guard isDeep == (grammar.nodes[Int(part)].height > row.height) else { continue }
          best = min(best, cost(of: part, besides: used, ofFirst: count))
        }
      }
      guard best == Cost.infinite else { return best }
      // None has as many by itself.
      var dearest: Int32 = -1
      for part in list.first..<list.first + list.count {
        let part = grammar.lists[Int(part)]
        let supply = grammar.supplies[Int(part)]
        if supply > 0, supply < count, grammar.nodes[Int(part)].height <= row.height {
          dearest = max(dearest, cost(of: part, besides: used, ofFirst: supply))
        }
      }
      return dearest < 0 ? Cost.infinite : dearest
    case .array, .object: return containerBound(node, ties: Cost.sum(used.count, count - 1))
    default: return costs.nodes[Int(node)]
    }
  }
}
