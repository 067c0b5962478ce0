// SPDX-License-Identifier: Apache-2.0

// Where costs do not matter, a mask depends on little of what an open object remembers: no token reaches further than from one
// member into the key of the next. So of an object in which a member is being written there stands in the key only whether it
// may be closed after it, whether another key may come, and with which of the few texts that a token can write of one. States
// with other members behind them, in other objects and under other schemas, then share their masks.
extension MaskKey {
  private enum Tag: UInt64 {
    case exact = 16
    case done, string, automaton, number, literal, key, additionalKey, value, next
    case members, items, anyItems, array, part, end, beyond
  }

  /// Appends a state whose heads hang below chains of frames (`isPlain`).
  mutating func append(
    summaryOf heads: Range<Int>, _ machine: Machine, _ vocabulary: VocabularyTrie, _ work: inout Workspace
  ) {
    let grammar = machine.grammar
    append(UInt64(grammar.maximumBlanks) << 8 | (grammar.escapesOnlyWhereNeeded ? 1 : 0))
    let frames = work.frameCount
    let room = grammar.maximumDepth - grammar.greatestHeight - vocabulary.structure.mostOpeners
    for index in heads where isWhole {
      let head = work.heads[index]
      // Near the greatest depth, what may begin depends on how deep it is.
      append(Int(head.depth) <= room ? 0 : UInt64(head.depth) << 16 | UInt64(grammar.maximumDepth))
      append(summaryOf: head, machine, vocabulary, &work)
      work.frameCount = frames
    }
  }

  /// Whether the summary of states of a grammar with this vocabulary is worth while, and exact.
  static func canSummarize(_ grammar: GrammarView, _ vocabulary: VocabularyTrie) -> Bool {
    !grammar.layout.isFixed && vocabulary.structure.keyBeginnings.count <= 32
  }

  private mutating func append(_ tag: Tag, _ value: UInt64 = 0) { append(tag.rawValue | value << 8) }

  /// The words of two halves.
  private static func pair(_ a: Int32, _ b: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
  }

  private mutating func append(
    summaryOf head: Head, _ machine: Machine, _ vocabulary: VocabularyTrie, _ work: inout Workspace
  ) {
    let grammar = machine.grammar
    guard !head.isItem, !hasComparedFrame(above: head.parent, work) else {
      append(exactly: head, grammar, work)
      return append(chainFrom: head.parent, machine, vocabulary, &work)
    }
    switch head.phase {
    case .done: append(.done)
    case .string, .utf8, .escape, .hex, .lowBackslash, .lowMark, .lowHex:
      if !head.isKey {
        append(text: head, machine)
      } else if grammar.forgetsKeys(head.node) {
        append(.additionalKey)
        append(text: head, machine)
        let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
        append(value: machine.valueNode(head, object), grammar)
        let after = machine.head(afterAdditionalKey: head, &work)
        append(membersAfter: machine.head(afterMemberOf: after, object), object, machine, vocabulary, &work)
        if machine.usedKeys(head.extra, work) >= 0 { hasUsedKeys = true }
      } else {
        append(exactly: head, grammar, work)
      }
    case .number:
      namesGrammar = true
      append(.number)
      append(Self.pair(grammar.nodes[Int(head.node)].specification, head.state))
    case .literal:
      namesGrammar = true
      append(.literal, UInt64(UInt32(bitPattern: head.state)))
    case .objectColon, .objectValue:
      let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
      append(.value, UInt64(head.blanks) << 8 | UInt64(head.phase.rawValue))
      append(value: machine.valueNode(head, object), grammar)
      append(membersAfter: machine.head(afterMemberOf: head, object), object, machine, vocabulary, &work)
    case .objectNext:
      let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
      append(.next, UInt64(head.blanks))
      append(membersAfter: head, object, machine, vocabulary, &work)
    case .key: append(key: head, machine, vocabulary, &work)
    default: append(exactly: head, grammar, work)
    }
    append(chainFrom: head.parent, machine, vocabulary, &work)
  }

  private func hasComparedFrame(above parent: Int32, _ work: borrowing Workspace) -> Bool {
    var index = parent
    while index >= 0 {
      if work.frames[Int(index)].isCompared { return true }
      index = work.frames[Int(index)].parent
    }
    return false
  }

  private mutating func append(exactly head: Head, _ grammar: GrammarView, _ work: borrowing Workspace) {
    namesGrammar = true
    append(.exact)
    let frames = UnsafeBufferPointer(start: work.frames, count: work.frameCount)
    append(own: head, frames, droppingKeys: grammar.forgetsKeys(head.node), forgetsText: grammar.forgetsText(head))
  }

  /// The place in a string or additional key.
  private mutating func append(text head: Head, _ machine: Machine) {
    let string = machine.stringSpecification(head)
    var state = head.state
    if let automaton = string.pointee.automaton, !automaton.isUniversal(head.state) {
      namesGrammar = true
      append(.automaton, UInt64(UInt(bitPattern: string - machine.grammar.strings)))
    } else {
      append(.string)
      state = -1
    }
    append(Self.pair(string.pointee.minimum, string.pointee.maximum))
    append(Self.pair(state, head.count))
    append(UInt64(head.partial) << 16 | UInt64(head.digits) << 8 | UInt64(head.phase.rawValue))
  }

  /// A value that has not begun.
  private mutating func append(value node: Int32, _ grammar: GrammarView) {
    let value = grammar.nodes[Int(node)]
    if value.kind == .string, case let string = grammar.strings[Int(value.specification)], string.automaton == nil {
      append(.string)
      append(Self.pair(string.minimum, string.maximum))
    } else {
      namesGrammar = true
      append(.part, UInt64(UInt32(bitPattern: node)))
    }
  }

  /// Declared keys that a place in the trie of keys can become; more are kept as they are.
  private static let fewKeys: Int32 = 8

  private mutating func append(
    key head: Head, _ machine: Machine, _ vocabulary: VocabularyTrie, _ work: inout Workspace
  ) {
    let grammar = machine.grammar
    let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
    let node = grammar.literalNodes[Int(head.state)]
    guard node.entryCount <= Self.fewKeys else { return append(exactly: head, grammar, work) }
    namesGrammar = true
    append(.key, UInt64(UInt32(bitPattern: head.state)))
    let range = machine.propertyRange(head, object)
    for row in node.firstEntry..<node.firstEntry + node.entryCount {
      let index = grammar.literalEntries[Int(row)]
      guard range.contains(index), machine.canHave(property: index, head, object, work) else { continue }
      append(.part, UInt64(UInt32(bitPattern: index)))
      let after = machine.head(afterKey: index, head, object, &work)
      append(membersAfter: machine.head(afterMemberOf: after, object), object, machine, vocabulary, &work)
    }
    if machine.usedKeys(head.extra, work) >= 0 { hasUsedKeys = true }
  }

  /// What may follow a member, `next` standing after it.
  private mutating func append(
    membersAfter next: Head, _ object: ObjectSpecification, _ machine: Machine, _ vocabulary: VocabularyTrie,
    _ work: inout Workspace
  ) {
    var bits: UInt64 = machine.canClose(next, object, work) ? 1 : 0
    if machine.canHaveKey(next, object, work) {
      bits |= 2
      for (number, text) in vocabulary.structure.keyBeginnings.enumerated()
      where machine.canHaveKey(beginning: text, next, object, &work) { bits |= 4 << UInt64(number) }
    }
    append(.members, bits)
  }

  private mutating func append(
    chainFrom parent: Int32, _ machine: Machine, _ vocabulary: VocabularyTrie, _ work: inout Workspace
  ) {
    let grammar = machine.grammar
    var index = parent
    var rest = vocabulary.structure.mostClosers + 2
    while index >= 0, isWhole {
      let frame = work.frames[Int(index)]
      let node = grammar.nodes[Int(frame.node)]
      switch node.kind {
      case .object where !frame.isCompared:
        let object = grammar.objects[Int(node.specification)]
        var head = Head(parent: frame.parent, node: frame.node, phase: .objectValue)
        (head.depth, head.extra, head.position) = (frame.depth, frame.extra, frame.position)
        append(membersAfter: machine.head(afterMemberOf: head, object), object, machine, vocabulary, &work)
      case .array where !frame.isCompared: append(array: frame, grammar, work)
      case .capture: break
      default: append(exactly: frame, .part, grammar, work)
      }
      switch node.kind {
      case .object, .array:
        rest -= 1
        // What is further up is beyond the reach of a token, unless text of any kind can follow.
        if rest == 0 { return append(.beyond) }
      case .capture: break
      default: rest = .max
      }
      index = frame.parent
    }
    append(.end)
  }

  private mutating func append(array frame: Frame, _ grammar: GrammarView, _ work: borrowing Workspace) {
    let array = grammar.arrays[Int(grammar.nodes[Int(frame.node)].specification)]
    guard !array.hasState, array.maximum == .max, frame.position >= max(array.minimum, array.prefixCount) else {
      return append(exactly: frame, .array, grammar, work)
    }
    let list = grammar.itemLists[Int(array.rest)]
    if list.count == 1 {
      append(.items)
      append(value: grammar.items[Int(list.first)].value, grammar)
    } else {
      namesGrammar = true
      append(.anyItems, UInt64(UInt32(bitPattern: array.rest)))
    }
  }

  private mutating func append(
    exactly frame: Frame, _ tag: Tag, _ grammar: GrammarView, _ work: borrowing Workspace
  ) {
    namesGrammar = true
    append(tag)
    let frames = UnsafeBufferPointer(start: work.frames, count: work.frameCount)
    append(own: frame, frames, droppingKeys: grammar.forgetsKeys(frame.node), knowsCosts: false)
  }
}

extension Machine {
  /// Whether a key that begins with `text` may come after the comma that follows `next`.
  func canHaveKey(
    beginning text: [UInt8], _ next: Head, _ object: ObjectSpecification, _ work: inout Workspace
  ) -> Bool {
    var node = grammar.child(of: object.keys, UInt8(ascii: "\""))
    for byte in text where node >= 0 { node = grammar.child(of: node, byte) }
    if node >= 0, isAllowed(node, next, object, work) { return true }
    for kind in 0..<object.kindCount where canHave(kind: kind, next, object, work) {
      let string = grammar.strings + Int(grammar.keyKinds[Int(object.firstKind + kind)].key)
      guard let automaton = string.pointee.automaton else {
        if string.pointee.maximum == .max { return true }
        if canRead(text, ofKind: kind, next, object, &work) { return true }
        continue
      }
      // Mostly the first character is none that a declared key begins with, so that any text may follow.
      if string.pointee.maximum == .max, let first = text.first, first < 0x80, first != UInt8(ascii: "\\"),
        case let state = automaton.next(0, automaton.class(of: UInt32(first))), state >= 0, automaton.isUniversal(state)
      {
        return true
      }
      if canRead(text, ofKind: kind, next, object, &work) { return true }
    }
    return false
  }

  /// Whether an additional key of a kind can begin with `text`.
  private func canRead(
    _ text: [UInt8], ofKind kind: Int32, _ next: Head, _ object: ObjectSpecification, _ work: inout Workspace
  ) -> Bool {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var head = next
    (head.phase, head.isKey, head.position) = (.string, true, object.propertyCount + kind)
    (head.state, head.count, head.hash) = (0, 0, 0)
    work.append(head)
    var range = heads..<heads + 1
    for byte in text {
      range = read(byte, from: range, &work)
      if range.isEmpty { return false }
    }
    return true
  }
}
