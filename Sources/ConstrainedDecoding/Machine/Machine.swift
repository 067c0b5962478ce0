// SPDX-License-Identifier: Apache-2.0

/// The transition function of a grammar: one head and one byte give the heads after it.
///
/// Holds addresses only; whoever runs it keeps the `Grammar` and the `CompletionCosts` that own them.
struct Machine: BitwiseCopyable {
  let grammar: GrammarView
  let costs: CostView
  /// Bytes of text before the one being read; what captures record.
  var offset = 0

  init(_ grammar: GrammarView, _ costs: CostView) {
    self.grammar = grammar
    self.costs = costs
  }

  /// Reads one byte in every head of `range`; the heads after it.
  @inline(__always)
  func read(_ byte: UInt8, from range: Range<Int>, _ work: inout Workspace) -> Range<Int> {
    let frames = work.frameCount
    work.beginStep()
    stepAll(range, byte, &work)
    if range.count > Self.fewHeads, work.headCount - work.outputStart >= Self.maximumOutput {
      // More than a step can make: those that come after the nearest to its end are made first.
      work.undoStep(keepingFrames: frames)
      sortByCost(range, &work)
      work.beginStep()
      stepAll(range, byte, &work)
    }
    return finishStep(byte, &work)
  }

  @inline(__always)
  private func stepAll(_ range: Range<Int>, _ byte: UInt8, _ work: inout Workspace) {
    for index in range {
      let head = work.heads[index]
      step(head, byte, &work)
    }
  }

  /// Reads one byte in a head that is not among those of `work`.
  func read(_ byte: UInt8, from head: Head, _ work: inout Workspace) -> Range<Int> {
    work.beginStep()
    step(head, byte, &work)
    return finishStep(byte, &work)
  }

  /// Heads of a state that are read in the order they stand in.
  static let fewHeads = 64

  @inline(never)
  private func sortByCost(_ range: Range<Int>, _ work: inout Workspace) {
    let costs = range.map { cost(work.heads[$0], work) }
    let heads = range.map { work.heads[$0] }
    for (index, source) in costs.indices.sorted(by: { (costs[$0], $0) < (costs[$1], $1) }).enumerated() {
      work.heads[range.lowerBound + index] = heads[source]
    }
  }

  @inline(__always)
  private func finishStep(_ byte: UInt8, _ work: inout Workspace) -> Range<Int> {
    if !work.queue.isEmpty { readCalls(byte, &work) }
    if work.headCount - work.outputStart > Self.maximumHeads { limitHeads(&work) }
    return work.outputStart..<work.headCount
  }

  /// Appends to `work` every head that `head` becomes by `byte`; none if it cannot take it. Rules that the byte begins are
  /// left to the end of the step: use `read`.
  private func step(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    switch head.phase {
    case .string, .utf8, .escape, .hex, .lowBackslash, .lowMark, .lowHex: stepString(head, byte, &work)
    case .start:
      begin(head.node, below: head.parent, head.captures, head.depth, byte, &work)
      if grammar.nodes[Int(head.node)].isNullable { resume(head.parent, head.captures, Int(byte), &work) }
    case .done: break
    case .literal: stepLiteral(head, byte, &work)
    case .number:
      if head.isItem { return stepItemNumber(head, byte, &work) }
      let number = grammar.numbers[Int(grammar.nodes[Int(head.node)].specification)]
      let symbol = NumberAutomaton.symbol(byte)
      if symbol >= 0 {
        let next = number.next[Int(head.state) * NumberAutomaton.symbolCount + symbol]
        if next >= 0 {
          var result = head
          result.state = next
          emit(result, &work)
        }
      }
      if number.isAccepting[Int(head.state)] { resume(head.parent, head.captures, Int(byte), &work) }
    case .text: stepText(head, byte, &work)
    case .objectOpen, .objectKey, .key, .objectColon, .objectValue, .objectNext: stepObject(head, byte, &work)
    case .arrayOpen, .arrayItem, .arrayNext: stepArray(head, byte, &work)
    case .rules: stepRules(head, byte, &work)
    }
  }

  /// Whether the text may end with `head` as it stands.
  func canEnd(_ head: Head, _ work: borrowing Workspace) -> Bool {
    switch head.phase {
    case .done: true
    case .start: grammar.nodes[Int(head.node)].isNullable && canEnd(below: head.parent, work)
    case .literal: grammar.literalNodes[Int(head.state)].entry >= 0 && canEnd(below: head.parent, work)
    case .number:
      grammar.numbers[Int(grammar.nodes[Int(head.node)].specification)].isAccepting[Int(head.state)]
        && canEnd(below: head.parent, work)
    case .text:
      !grammar.texts[Int(grammar.nodes[Int(head.node)].specification)].hasStop && head.digits & 15 == 0
        && canEnd(below: head.parent, work)
    case .rules: canEndInRules(head) && canEnd(below: head.parent, work)
    default: false
    }
  }

  func canEnd(below frame: Int32, _ work: borrowing Workspace) -> Bool {
    var index = frame
    while index >= 0 {
      let frame = work.frames[Int(index)]
      let node = grammar.nodes[Int(frame.node)]
      switch node.kind {
      case .sequence:
        let list = grammar.sequences[Int(node.specification)]
        for part in frame.position + 1..<max(list.count, frame.position + 1)
        where !grammar.nodes[Int(grammar.lists[Int(list.first + part)])].isNullable { return false }
      case .repetition:
        if frame.position + 1 < grammar.repetitions[Int(node.specification)].minimum { return false }
      case .capture: break
      case .rules: return canEndBelowRules(frame)
      default: return false
      }
      index = frame.parent
    }
    return true
  }

  @inline(__always)
  func emit(_ head: Head, _ work: inout Workspace) {
    if work.headCount - work.outputStart < Self.maximumOutput { work.appendIfNew(head) }
  }

  /// A node may begin inside `depth` open containers if it can be completed within the limit.
  @inline(__always)
  func canStart(_ node: Int32, _ depth: UInt8) -> Bool {
    Int(grammar.nodes[Int(node)].height) + Int(depth) <= grammar.maximumDepth
  }

  // MARK: Beginning and completing

  /// Starts `node` with its first byte; the empty text is the caller's matter.
  func begin(
    _ index: Int32, below parent: Int32, _ captures: Int32, _ depth: UInt8, _ byte: UInt8, _ work: inout Workspace
  ) {
    let node = grammar.nodes[Int(index)]
    guard node.first.contains(byte), canStart(index, depth) else { return }
    var head = Head(parent: parent, node: index, phase: .start)
    head.captures = captures
    head.depth = depth
    head.isItem = isCompared(below: parent, work)
    switch node.kind {
    case .literals:
      head.phase = .literal
      head.state = node.specification
      step(head, byte, &work)
    case .string:
      head.phase = .string
      if head.isItem, !hasFreshValue(index, UsedValues(usedItems(head, work), work), depth) { return }
      emit(head, &work)
    case .number:
      head.phase = .number
      step(head, byte, &work)
    case .object:
      if head.isItem, !hasFreshValue(index, UsedValues(usedItems(head, work), work), depth) { return }
      head.phase = .objectOpen
      head.depth += 1
      emit(head, &work)
    case .array:
      if head.isItem, !hasFreshValue(index, UsedValues(usedItems(head, work), work), depth) { return }
      head.phase = .arrayOpen
      head.depth += 1
      emit(head, &work)
    case .choice:
      let list = grammar.choices[Int(node.specification)]
      for part in list.first..<list.first + list.count {
        begin(grammar.lists[Int(part)], below: parent, captures, depth, byte, &work)
      }
    case .sequence:
      let list = grammar.sequences[Int(node.specification)]
      head.parent = pushFrame(parent, index, depth, position: 0, &work)
      head.node = grammar.lists[Int(list.first)]
      step(head, byte, &work)
    case .repetition:
      let frame = pushFrame(parent, index, depth, position: 0, &work)
      begin(grammar.repetitions[Int(node.specification)].child, below: frame, captures, depth, byte, &work)
    case .text:
      head.phase = .text
      step(head, byte, &work)
    case .rules: beginRules(head, byte, &work)
    case .capture:
      let capture = grammar.captures[Int(node.specification)]
      head.captures = record(capture.label << 1, captures, &work)
      head.parent = pushFrame(parent, index, depth, position: 0, &work)
      head.node = capture.child
      step(head, byte, &work)
    }
  }

  /// Goes on above a node that is complete; with a byte, that byte is read by what comes next.
  ///
  /// - Parameter value: the node's value, where it must differ from others or is part of such.
  func resume(
    _ parent: Int32, _ captures: Int32, _ byte: Int, value: ValueRecord = ValueRecord(hash: 0), _ work: inout Workspace
  ) {
    guard parent >= 0 else {
      var head = Head(parent: -1, node: -1, phase: .done)
      head.captures = captures
      deliver(head, byte, &work)
      return
    }
    let frame = work.frames[Int(parent)]
    let node = grammar.nodes[Int(frame.node)]
    var head = Head(parent: frame.parent, node: frame.node, phase: .start)
    head.captures = captures
    head.depth = frame.depth
    switch node.kind {
    case .object:
      head.phase = .objectNext
      head.extra = frame.extra
      if frame.isCompared {
        head.isItem = true
        var content = ContentState(frame.extra, work)
        content.parts = value.push(before: content.parts, key: content.key, &work)
        content.key = 0
        content.differing = -1
        head.extra = content.push(&work)
      }
      let object = grammar.objects[Int(node.specification)]
      head.position = object.isAnyOrder ? 0 : min(frame.position + 1, object.propertyCount)
      deliver(head, byte, &work)
    case .array:
      head.phase = .arrayNext
      head.position = frame.position
      head.extra = frame.extra
      let isUnique = grammar.arrays[Int(node.specification)].isUnique
      if isUnique || frame.isCompared {
        var content = ContentState(frame.extra, work)
        if isUnique {
          var state = ItemState(content.inner, work)
          state.finish(value, &work)
          content.inner = state.push(&work)
        }
        if frame.isCompared {
          head.isItem = true
          content.parts = value.push(before: content.parts, &work)
          content.differing = -1
        }
        head.extra = content.push(&work)
      }
      deliver(head, byte, &work)
    case .sequence:
      let list = grammar.sequences[Int(node.specification)]
      let next = frame.position + 1
      guard next < list.count else { return resume(frame.parent, captures, byte, &work) }
      head.parent = pushFrame(frame.parent, frame.node, frame.depth, position: next, &work)
      head.node = grammar.lists[Int(list.first + next)]
      deliver(head, byte, &work)
    case .repetition:
      let repetition = grammar.repetitions[Int(node.specification)]
      var turns = frame.position + 1
      if turns >= repetition.minimum { resume(frame.parent, captures, byte, &work) }
      if turns < repetition.maximum {
        if repetition.maximum == .max { turns = min(turns, repetition.minimum) }
        head.parent = pushFrame(frame.parent, frame.node, frame.depth, position: turns, &work)
        head.node = repetition.child
        deliver(head, byte, &work)
      }
    case .capture:
      let label = grammar.captures[Int(node.specification)].label
      // With a byte to read, the capture ended before it.
      resume(frame.parent, record(label << 1 | 1, captures, ended: byte >= 0, &work), byte, value: value, &work)
    case .rules: resumeRules(parent, captures, byte, &work)
    default: break
    }
  }

  @inline(__always)
  private func deliver(_ head: Head, _ byte: Int, _ work: inout Workspace) {
    if byte < 0 { emit(head, &work) } else { step(head, UInt8(truncatingIfNeeded: byte), &work) }
  }

  func pushFrame(
    _ parent: Int32, _ node: Int32, _ depth: UInt8, position: Int32, extra: Int32 = -1, isCompared: Bool = false,
    _ work: inout Workspace
  ) -> Int32 {
    var frame = Frame(parent: parent, node: node)
    frame.position = position
    frame.extra = extra
    frame.depth = depth
    frame.bits = isCompared ? 1 : 0
    frame.closing = closing(of: frame, work)
    return work.push(frame)
  }

  /// What `Frame.closing` is of a frame whose parents stand.
  @inline(__always)
  func closing(of frame: Frame, _ work: borrowing Workspace) -> Int32 {
    if frame.node >= 0, frame.isCaller || grammar.nodes[Int(frame.node)].kind == .rules {
      return closing(ofRules: frame, work)
    }
    return Cost.sum(
      afterChild(frame, work), frame.parent < 0 ? 0 : work.frames[Int(frame.parent)].closing)
  }

  /// Records that a capture begins at this byte, or ended after it (before it, with `ended`).
  private func record(_ event: Int32, _ previous: Int32, ended: Bool = false, _ work: inout Workspace) -> Int32 {
    var frame = Frame(parent: previous, node: event)
    frame.value = UInt64(event & 1 == 0 || ended ? offset : offset + 1)
    return work.push(frame)
  }

  // MARK: Literals and text

  private func stepLiteral(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if head.isItem { return stepItemLiteral(head, byte, &work) }
    let child = grammar.child(of: head.state, byte)
    if child >= 0 {
      let node = grammar.literalNodes[Int(child)]
      if node.childCount == 0 {
        resume(head.parent, head.captures, -1, &work)
      } else {
        var result = head
        result.state = child
        emit(result, &work)
      }
    }
    if grammar.literalNodes[Int(head.state)].entry >= 0 { resume(head.parent, head.captures, Int(byte), &work) }
  }

  private func stepText(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let text = grammar.texts[Int(grammar.nodes[Int(head.node)].specification)]
    if !text.hasStop, head.digits & 15 == 0 { resume(head.parent, head.captures, Int(byte), &work) }
    var result = head
    let missing = head.digits & 15
    if missing > 0 {
      guard byte & 0xC0 == 0x80 else { return }
      result.partial = head.partial << 6 | UInt32(byte & 0x3F)
      result.digits = head.digits - 1
      guard
        UTF8Prefix.range(value: result.partial, length: Int(head.digits >> 4), missing: Int(missing) - 1) != nil
      else { return }
      if missing == 1 {
        result.partial = 0
        result.digits = 0
      }
    } else if byte >= 0x80 {
      guard let length = UTF8Prefix.length(ofLead: byte) else { return }
      result.partial = UInt32(byte) & (0x7F >> UInt32(length))
      result.digits = UInt8(length << 4 | (length - 1))
    }
    switch text.next[Int(head.state) << 8 | Int(byte)] {
    case TextAutomaton.forbidden: return
    case TextAutomaton.stopped: resume(head.parent, head.captures, -1, &work)
    case let next:
      result.state = next
      emit(result, &work)
    }
  }
}
