// SPDX-License-Identifier: Apache-2.0

/// Computes `CompletionCosts`.
struct CostBuilder {
  private let grammar: GrammarView
  private let trie: VocabularyTrie
  private let networks: [RuleNetwork]
  private var owned: [AnyObject & Sendable] = []
  private let bytes: [Int32]
  /// See `costsOfASCII`.
  private var asciiCosts: [Int32] = []
  private var nodes: [Int32]
  private var view: CostView
  /// By node, those that it is a part of.
  private var users = GroupedRows<Int32>(count: 0, filler: 0)
  /// Literal nodes up to which tokens are looked up; a larger table is counted in bytes.
  private static let maximumLiteralNodes = 200_000

  init(_ grammar: GrammarView, _ trie: VocabularyTrie, _ networks: [RuleNetwork]) {
    self.grammar = grammar
    self.networks = networks
    self.trie = trie
    bytes = (0...255).map { trie.singleBytes.contains(UInt8($0)) ? 1 : Cost.infinite }
    nodes = Array(repeating: Cost.infinite, count: grammar.nodeCount)
    let empty = Table<Int32>([])
    func finite(_ bytes: some Sequence<UInt8>) -> Int32 {
      bytes.allSatisfy(trie.singleBytes.contains) ? 0 : Cost.infinite
    }
    let byteTable = Table(bytes)
    owned = [empty, byteTable]
    let numbers = Table<UnsafePointer<Int32>>([])
    let strings = Table<Unmanaged<StringCosts>?>([])
    let rules = Table<RuleCostView>([])
    let freshKeys = FreshKeyCosts(stringCount: grammar.stringCount)
    owned += [numbers, strings, rules, freshKeys]
    view = CostView(
      nodes: empty.pointer, literals: empty.pointer, numbers: numbers.pointer, strings: strings.pointer,
      freshKeys: .passUnretained(freshKeys), texts: numbers.pointer, networks: rules.pointer, segments: empty.pointer,
      firstSegment: empty.pointer,
      objectRests: empty.pointer,
      objectKeys: empty.pointer, bytes: byteTable.pointer, continuation: finite(0x80...0xBF),
      hex: finite("0123456789abcdefu\\".utf8), ascii: finite(0x20...0x7E), spaces: empty.pointer, lines: empty.pointer,
      run: Int32(trie.strings.run),
      character: trie.strings.hasSingleCharacter ? 1 : Cost.infinite)
  }

  mutating func build() -> (CostView, [AnyObject & Sendable]) {
    view.literals = keep(literalCosts())
    let hasAllSymbols = "0123456789-.eE+".utf8.allSatisfy { bytes[Int($0)] == 1 }
    view.numbers = keep(
      (0..<grammar.numberCount).map { index in
        let number = grammar.numbers[index]
        return hasAllSymbols ? number.distances : keep(numberCosts(number))
      })
    asciiCosts = costsOfASCII()
    view.strings = keep((0..<grammar.stringCount).map { stringCosts(grammar.strings[$0]) })
    view.texts = keep(textIndices().map { keep(textCosts(grammar.texts[$0])) })
    view.networks = keep(
      networks.map { network in
        let costs = RuleCosts.compute(network, bytes, trie)
        return RuleCostView(states: keep(costs.states), rules: keep(costs.rules))
      })
    gapCosts()
    segmentCosts()
    relax()
    // What unique items cost depends on more than their own costs.
    if (0..<grammar.nodeCount).contains(where: { grammar.supplies[$0] > 0 }) {
      for _ in 0..<8 {
        let before = nodes
        relax()
        if nodes == before { break }
      }
    }
    view.nodes = keep(nodes)
    objectCosts()
    return (view, owned)
  }

  private mutating func keep<T: BitwiseCopyable>(_ rows: [T]) -> UnsafePointer<T> {
    let table = Table(rows)
    owned.append(table)
    return table.pointer
  }

  private func textIndices() -> Range<Int> {
    var count = 0
    for index in 0..<grammar.nodeCount where grammar.nodes[index].kind == .text { count += 1 }
    return 0..<count
  }

  // MARK: White space

  private mutating func gapCosts() {
    let layout = grammar.layout
    guard layout.isFixed else { return }
    let most = 1 + Int(layout.indentation) * grammar.maximumDepth
    let text = [0x0A] + [UInt8](repeating: 0x20, count: most)
    var runs: [Int] = []
    var lines: [Int] = []
    trie.trie.forEachPrefix(of: text, from: 1) { runs.append($0) }
    trie.trie.forEachPrefix(of: text, from: 0) { lines.append($0 - 1) }
    var spaces: [Int32] = [0]
    for count in 1...most {
      spaces.append(runs.reduce(Cost.infinite) { $1 > count ? $0 : min($0, Cost.sum(1, spaces[count - $1])) })
    }
    let afterLine = (0...most).map { count in
      lines.reduce(Cost.infinite) { $1 > count ? $0 : min($0, Cost.sum(1, spaces[count - $1])) }
    }
    view.spaces = keep(spaces)
    view.lines = keep(afterLine)
    view.valueGap = spaces[1]
    view.nextGap = spaces[1]
    guard layout.kind == .pretty else { return }
    let dearest = afterLine.dropLast().max() ?? 0
    (view.firstGap, view.nextGap, view.endGap) = (dearest, dearest, dearest)
  }

  // MARK: Literals

  /// Tokens from each literal node to the nearest end of a literal: the best path over vocabulary tokens. Tries of keys are
  /// left out, which have costs of their own (`segmentCosts`).
  private func literalCosts() -> [Int32] {
    var costs = [Int32](repeating: Cost.infinite, count: grammar.literalCount)
    var isKey = [Bool](repeating: false, count: grammar.literalCount)
    for node in 0..<grammar.nodeCount where grammar.nodes[node].kind == .object {
      isKey[Int(grammar.objects[Int(grammar.nodes[node].specification)].keys)] = true
    }
    // The nodes of a trie stand together, its root first.
    for node in isKey.indices where grammar.literalNodes[node].depth > 0 { isKey[node] = isKey[node - 1] }
    // Children stand after their parents.
    for node in stride(from: grammar.literalCount - 1, through: 0, by: -1) where !isKey[node] {
      if grammar.literalNodes[node].entry >= 0 {
        costs[node] = 0
      } else if grammar.literalCount <= Self.maximumLiteralNodes {
        costs[node] = bestToken(from: Int32(node), costs)
      } else {
        eachChild(of: Int32(node)) { byte, child in
          costs[node] = min(costs[node], Cost.sum(bytes[Int(byte)], costs[Int(child)]))
        }
      }
    }
    return costs
  }

  private func eachChild(of node: Int32, _ body: (UInt8, Int32) -> Void) {
    let row = grammar.literalNodes[Int(node)]
    for index in row.firstChild..<row.firstChild + row.childCount {
      let child = grammar.literalChildren[Int(index)]
      body(child.symbol, child.node)
    }
  }

  /// Walks the literal trie and the vocabulary side by side.
  private func bestToken(from node: Int32, _ costs: [Int32]) -> Int32 {
    let tokens = trie.trie
    var best = Cost.infinite
    var open: [(literal: Int32, start: Int, end: Int)] = []
    func visit(_ literal: Int32, _ index: Int) {
      let token = tokens.nodes.pointer[index]
      if token.entry != FlatTrieNode.noEntry { best = min(best, Cost.sum(1, costs[Int(literal)])) }
      if token.size > 1 { open.append((literal, index + 1, index + token.size)) }
    }
    eachChild(of: node) { byte, child in
      var index = Int(tokens.rootChildren.pointer[Int(byte)])
      // Duplicates of a one-byte token stand before the node with the children.
      while index >= 0, index < tokens.nodes.count, tokens.nodes.pointer[index].byte == byte {
        visit(child, index)
        index += tokens.nodes.pointer[index].size
      }
    }
    while let (literal, start, end) = open.popLast() {
      var index = start
      while index < end {
        let child = grammar.child(of: literal, tokens.nodes.pointer[index].byte)
        if child >= 0 { visit(child, index) }
        index += tokens.nodes.pointer[index].size
      }
    }
    return best
  }

  /// `,"key":` of every property: the best path over tokens from each byte on. Equal keys share a row.
  private mutating func segmentCosts() {
    struct Key: Hashable {
      let hash: UInt64
      let length: Int32
    }
    var segments: [Int32] = []
    var first: [Int32] = []
    var known: [Key: Int32] = [:]
    let end = grammar.layout.isFixed ? [UInt8(ascii: ":"), 0x20] : [UInt8(ascii: ":")]
    forEachObject { object in
      let properties = object.firstProperty..<object.firstProperty + object.propertyCount
      let isNew = properties.map { index in
        let property = grammar.properties[Int(index)]
        let key = Key(hash: property.key, length: property.keyLength)
        if let row = known[key] {
          first.append(row)
          return false
        }
        known[key] = Int32(segments.count)
        first.append(Int32(segments.count))
        segments += repeatElement(Cost.infinite, count: Int(property.keyLength) + 2 + end.count)
        return true
      }
      guard isNew.contains(true) else { return }
      forEachKey(object.keys) { key, entry in
        guard isNew[Int(entry)] else { return }
        let row = Int(first[Int(object.firstProperty + entry)])
        let text = [UInt8(ascii: ",")] + key + end
        segments[row + text.count] = 0
        for start in stride(from: text.count - 1, through: 0, by: -1) {
          var best = Cost.infinite
          trie.trie.forEachPrefix(of: text, from: start) { length in
            best = min(best, Cost.sum(1, segments[row + start + length]))
          }
          segments[row + start] = best
        }
        // The white space after the comma parts the two.
        if grammar.layout.isFixed { segments[row] = Cost.sum(view.byte(","), view.nextGap, segments[row + 1]) }
      }
    }
    view.segments = keep(segments)
    view.firstSegment = keep(first)
  }

  /// Objects in the order of their properties.
  private func forEachObject(_ body: (ObjectSpecification) -> Void) {
    var index = 0
    for node in 0..<grammar.nodeCount where grammar.nodes[node].kind == .object {
      body(grammar.objects[index])
      index += 1
    }
  }

  /// The texts of a trie and their entries.
  private func forEachKey(_ root: Int32, _ body: (ArraySlice<UInt8>, Int32) -> Void) {
    var text: [UInt8] = []
    var open: [(node: Int32, byte: UInt8)] = [(root, 0)]
    while let (node, byte) = open.popLast() {
      let row = grammar.literalNodes[Int(node)]
      if row.depth > 0 {
        text.removeLast(text.count - Int(row.depth) + 1)
        text.append(byte)
      }
      if row.entry >= 0 { body(text[...], row.entry) }
      eachChild(of: node) { byte, child in open.append((child, byte)) }
    }
  }

  // MARK: Automata

  private func numberCosts(_ number: NumberSpecification) -> [Int32] {
    let bytesOfSymbols = Array("0123456789-.e+".utf8)
    return shortest(
      count: number.stateCount, width: NumberAutomaton.symbolCount,
      start: { number.isAccepting[$0] ? 0 : Cost.infinite }, next: { number.next[$0] },
      cost: { bytes[Int(bytesOfSymbols[$0])] })
  }

  private func textCosts(_ text: TextSpecification) -> [Int32] {
    guard text.hasStop else { return Array(repeating: 0, count: text.stateCount) }
    // One more state stands for the stop literal found.
    let stopped = text.stateCount
    return shortest(
      count: stopped + 1, width: 256, start: { $0 == stopped ? 0 : Cost.infinite },
      next: { index in
        guard index < stopped * 256 else { return -1 }
        let next = text.next[index]
        return next == TextAutomaton.stopped ? Int32(stopped) : next
      }, cost: { bytes[$0] })
  }

  /// Nil for strings without an automaton.
  private mutating func stringCosts(_ string: StringSpecification) -> Unmanaged<StringCosts>? {
    guard let automaton = string.automaton else { return nil }
    let costs = StringCosts(
      automaton.matcher.takeUnretainedValue(), classCosts: characterCosts(automaton), quote: view.byte("\""))
    guard let costs else { return nil }
    owned.append(costs)
    return Unmanaged.passUnretained(costs)
  }

  /// Tokens, one byte each, of each ASCII character as itself or with a short escape.
  private func costsOfASCII() -> [Int32] {
    (0..<0x80).map { value in
      var cost = value >= 0x20 && value != 0x22 && value != 0x5C ? bytes[value] : Cost.infinite
      for letter in "\"\\/bfnrt".utf8
      where StringEscape.short(letter) == UInt32(value)
        && (letter != UInt8(ascii: "/") || !grammar.escapesOnlyWhereNeeded)
      {
        cost = min(cost, Cost.sum(view.byte("\\"), bytes[Int(letter)]))
      }
      return cost
    }
  }

  /// Tokens, one byte each, of the cheapest character of each class.
  private func characterCosts(_ automaton: StringSpecification.AutomatonView) -> [Int32] {
    let isNarrow = grammar.escapesOnlyWhereNeeded
    var costs = [Int32](repeating: Cost.infinite, count: automaton.classCount)
    for index in 0..<automaton.intervalCount {
      let start = automaton.starts[index]
      let end = index + 1 < automaton.intervalCount ? automaton.starts[index + 1] - 1 : 0x10FFFF
      let number = Int(automaton.classOfInterval[index])
      func offer(_ cost: Int32) { costs[number] = min(costs[number], cost) }
      if start < 0x80 { for value in start...min(end, 0x7F) { offer(asciiCosts[Int(value)]) } }
      if isNarrow {
        if start <= Machine.controls.upperBound { offer(Cost.sum(6, view.hex)) }
      } else {
        if start <= 0xD7FF || end >= 0xE000, start <= 0xFFFF { offer(Cost.sum(6, view.hex)) }
        offer(Cost.sum(12, view.hex, end > 0xFFFF ? 0 : Cost.infinite))
      }
      for (length, range) in [(2, 0x80...0x7FF), (3, 0x800...0xFFFF), (4, 0x10000...0x10FFFF)]
        as [(Int32, ClosedRange<UInt32>)]
      where start <= range.upperBound && end >= range.lowerBound {
        guard let scalar = Unicode.Scalar(max(start, range.lowerBound)) ?? (end >= 0xE000 ? "\u{E000}" : nil) else {
          continue
        }
        let lead = String(scalar).utf8.first ?? 0
        offer(Cost.sum(length - 1, bytes[Int(lead)], view.continuation))
      }
    }
    return costs
  }

  /// Dijkstra backwards: the cheapest way from each state to one with a finite `start`.
  private func shortest(
    count: Int, width: Int, start: (Int) -> Int32, next: (Int) -> Int32, cost: (Int) -> Int32
  ) -> [Int32] {
    let prices = (0..<width).map(cost)
    func forEachEdge(_ body: (_ source: Int32, _ target: Int, _ price: Int32) -> Void) {
      for state in 0..<count {
        for symbol in 0..<width where prices[symbol] < Cost.infinite {
          let target = next(state * width + symbol)
          if target >= 0 { body(Int32(state), Int(target), prices[symbol]) }
        }
      }
    }
    var sources = GroupedRows<(state: Int32, cost: Int32)>(count: count, filler: (0, 0))
    forEachEdge { _, target, _ in sources.reserve(target) }
    sources.close()
    forEachEdge { source, target, price in sources.append((source, price), to: target) }
    var result = (0..<count).map(start)
    // Costs are small integers: one bucket for each.
    var buckets: [[Int32]] = []
    func file(_ state: Int32, _ cost: Int32) {
      while buckets.count <= Int(cost) { buckets.append([]) }
      buckets[Int(cost)].append(state)
    }
    for state in 0..<count where result[state] < Cost.infinite { file(Int32(state), result[state]) }
    var level = 0
    while level < buckets.count {
      while let state = buckets[level].popLast() {
        guard result[Int(state)] == level else { continue }
        for source in sources[Int(state)] where Int32(level) + source.cost < result[Int(source.state)] {
          result[Int(source.state)] = Int32(level) + source.cost
          file(source.state, Int32(level) + source.cost)
        }
      }
      level += 1
    }
    return result
  }

  // MARK: Nodes

  private mutating func relax() {
    if users.count == 0 { users = findUsers() }
    // A choice costs what the cheapest of its parts does: it is lowered with them, not worked out again for each of hundreds.
    var queue = (0..<Int32(grammar.nodeCount)).filter { grammar.nodes[Int($0)].kind != .choice }
    var isQueued = [Bool](repeating: true, count: grammar.nodeCount)
    var lowered: [Int32] = []
    // Last in, first out: parts are mostly added after what they belong to.
    while let node = queue.popLast() {
      isQueued[Int(node)] = false
      let cost = nodeCost(Int(node))
      guard cost < nodes[Int(node)] else { continue }
      nodes[Int(node)] = cost
      lowered.append(node)
      while let part = lowered.popLast() {
        for user in users[Int(part)] {
          if grammar.nodes[Int(user)].kind == .choice {
            guard cost < nodes[Int(user)] else { continue }
            nodes[Int(user)] = cost
            lowered.append(user)
          } else if !isQueued[Int(user)] {
            isQueued[Int(user)] = true
            queue.append(user)
          }
        }
      }
    }
  }

  private func findUsers() -> GroupedRows<Int32> {
    var users = GroupedRows<Int32>(count: grammar.nodeCount, filler: 0)
    for node in 0..<grammar.nodeCount { eachPart(of: node) { users.reserve(Int($0)) } }
    users.close()
    for node in 0..<grammar.nodeCount { eachPart(of: node) { users.append(Int32(node), to: Int($0)) } }
    return users
  }

  private func eachPart(of index: Int, _ body: (Int32) -> Void) {
    let node = grammar.nodes[index]
    let specification = Int(node.specification)
    func each(_ first: Int32, _ count: Int32) {
      for part in first..<first + count { body(grammar.lists[Int(part)]) }
    }
    switch node.kind {
    case .literals, .string, .number, .text, .rules: break
    case .object:
      let object = grammar.objects[specification]
      for property in object.firstProperty..<object.firstProperty + object.propertyCount {
        body(grammar.properties[Int(property)].value)
      }
      for kind in object.firstKind..<object.firstKind + object.kindCount where object.hasState {
        body(grammar.keyKinds[Int(kind)].value)
      }
    case .array:
      let array = grammar.arrays[specification]
      for list in array.firstPrefix...array.rest {
        let list = grammar.itemLists[Int(list)]
        for item in list.first..<list.first + list.count { body(grammar.items[Int(item)].value) }
      }
    case .choice: each(grammar.choices[specification].first, grammar.choices[specification].count)
    case .sequence: each(grammar.sequences[specification].first, grammar.sequences[specification].count)
    case .repetition: body(grammar.repetitions[specification].child)
    case .capture: body(grammar.captures[specification].child)
    }
  }

  private func nodeCost(_ index: Int) -> Int32 {
    let node = grammar.nodes[index]
    let specification = Int(node.specification)
    switch node.kind {
    case .literals: return view.literals[specification]
    case .string:
      return Cost.sum(view.byte("\""), view.string(specification, grammar.strings[specification], 0, 0))
    case .number: return view.numbers[specification][0]
    case .object:
      let object = grammar.objects[specification]
      if object.hasState { return Cost.sum(view.byte("{"), cost(of: index, .objectOpen)) }
      var sum = Cost.sum(view.byte("{"), view.byte("}"))
      if object.requiredCount > 0 { sum = Cost.sum(sum, view.firstGap, view.endGap) }
      var isFirst = true
      for property in object.firstProperty..<object.firstProperty + object.propertyCount
      where grammar.properties[Int(property)].isRequired {
        let segment = Int(view.firstSegment[Int(property)])
        sum = Cost.sum(
          sum, view.segments[segment + (isFirst ? 1 : 0)], nodes[Int(grammar.properties[Int(property)].value)])
        isFirst = false
      }
      return sum
    case .array: return Cost.sum(view.byte("["), cost(of: index, .arrayOpen))
    case .choice: return nodes[index]
    case .sequence:
      let list = grammar.sequences[specification]
      var sum: Int32 = 0
      for part in list.first..<list.first + list.count { sum = Cost.sum(sum, nodes[Int(grammar.lists[Int(part)])]) }
      return sum
    case .repetition:
      let repetition = grammar.repetitions[specification]
      return Cost.times(repetition.minimum, nodes[Int(repetition.child)])
    case .text: return view.texts[specification][0]
    case .rules: return view.networks[specification].states[Int(grammar.networks[specification].start)]
    case .capture: return nodes[Int(grammar.captures[specification].child)]
    }
  }

  /// From the beginning of a container at any depth, by what the machine says with the costs of nodes as far as they are known.
  private func cost(of node: Int, _ phase: Head.Phase) -> Int32 {
    nodes.withUnsafeBufferPointer { nodes in
      guard let nodes = nodes.baseAddress else { return Cost.infinite }
      var view = view
      view.nodes = nodes
      var head = Head(parent: -1, node: Int32(node), phase: phase)
      // As deep as may be: what counts on less would not hold everywhere.
      head.depth = UInt8(clamping: grammar.maximumDepth + 1 - Int(grammar.nodes[node].height))
      let cost = Machine(grammar, view).cost(head, Workspace())
      let isEmpty = cost <= 1 || !grammar.layout.isFixed
      return isEmpty ? cost : Cost.sum(cost - view.gap(head, grammar.layout), view.firstGap)
    }
  }

  private mutating func objectCosts() {
    var rests: [Int32] = []
    var keys: [Int32] = []
    forEachObject { object in
      let count = Int(object.propertyCount)
      let end = Cost.sum(view.endGap, view.byte("}"))
      var rest = [Int32](repeating: end, count: count + 1)
      var key = [Int32](repeating: Cost.infinite, count: count + 1)
      for kind in 0..<object.kindCount {
        let specification = grammar.keyKinds[Int(object.firstKind + kind)]
        let string = grammar.strings[Int(specification.key)]
        let name = view.string(Int(specification.key), string, 0, 0)
        key[count] = min(
          key[count],
          Cost.sum(
            view.byte("\""), name, view.byte(":"), view.valueGap, nodes[Int(specification.value)], end))
      }
      for index in stride(from: count - 1, through: 0, by: -1) {
        let property = grammar.properties[Int(object.firstProperty) + index]
        let segment = Int(view.firstSegment[Int(object.firstProperty) + index])
        let after = Cost.sum(nodes[Int(property.value)], rest[index + 1])
        rest[index] = property.isRequired ? Cost.sum(view.segments[segment], after) : rest[index + 1]
        let own = Cost.sum(view.segments[segment + 1], after)
        key[index] = property.isRequired ? own : min(own, key[index + 1])
      }
      rests += rest
      keys += key
    }
    view.objectRests = keep(rests)
    view.objectKeys = keep(keys)
  }
}
