// SPDX-License-Identifier: Apache-2.0

// Items that must differ from those before them. Every head in such an item can still become a value that is not used.
extension Machine {
  @inline(__always)
  func isUniqueItem(below parent: Int32, _ work: borrowing Workspace) -> Bool {
    guard parent >= 0 else { return false }
    let node = work.frames[Int(parent)].node
    guard node >= 0 else { return false }
    let row = grammar.nodes[Int(node)]
    return row.kind == .array && grammar.arrays[Int(row.specification)].isUnique
  }

  /// The records of the items finished in the array that `head`, an item, belongs to.
  func usedItems(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    ItemState(work.frames[Int(head.parent)].extra, work).items
  }

  func contains(_ value: UInt64, _ records: Int32, _ work: borrowing Workspace) -> Bool {
    UsedValues(records, work).contains(value)
  }

  /// Whether `node` has a value that is not used.
  func hasFreshValue(_ node: Int32, _ used: Int32, _ work: borrowing Workspace) -> Bool {
    guard used >= 0 else { return true }
    let row = grammar.nodes[Int(node)]
    switch row.kind {
    case .literals: return freshLiteral(row.specification, UsedValues(used, work)) != nil
    case .string: return hasFresh(grammar.strings + Int(row.specification), .init(), used, work)
    case .number: return freshNumber(0, NumberHash(), Int(row.specification), UsedValues(used, work)) != nil
    case .choice:
      let list = grammar.choices[Int(row.specification)]
      for part in list.first..<list.first + list.count where hasFreshValue(grammar.lists[Int(part)], used, work) {
        return true
      }
      return false
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
        if !contains(value, used, work) { resume(head.parent, head.captures, -1, value: value, &work) }
      } else if freshLiteral(child, UsedValues(used, work)) != nil {
        var result = head
        result.state = child
        emit(result, &work)
      }
    }
    if own.entry >= 0 {
      let value = grammar.literalValues[Int(head.state)]
      if !contains(value, used, work) { resume(head.parent, head.captures, Int(byte), value: value, &work) }
    }
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
      if !contains(value, used, work) { resume(head.parent, head.captures, Int(byte), value: value, &work) }
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
  func cost(of node: Int32, besides used: Int32, ofFirst count: Int32, _ frames: UnsafePointer<Frame>) -> Int32 {
    let row = grammar.nodes[Int(node)]
    func highest(_ next: (UsedValues) -> (value: UInt64, cost: Int32)?) -> Int32 {
      var used = UsedValues(used, frames)
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
      for part in list.first..<list.first + list.count {
        best = min(best, cost(of: grammar.lists[Int(part)], besides: used, ofFirst: count, frames))
      }
      return best
    default: return costs.nodes[Int(node)]
    }
  }
}
