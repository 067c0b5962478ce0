// SPDX-License-Identifier: Apache-2.0

// Objects and arrays. White space between tokens is read here, by the container that is open, and counted so that it ends.
extension Machine {
  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  private func stepBlank(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if grammar.layout.isFixed {
      guard head.blanks < grammar.layout.gap(head.phase, depth: head.depth),
        byte == grammar.layout.byte(head.phase, at: head.blanks), head.blanks > 0 || canGoOn(head, work)
      else { return }
    } else if head.blanks >= grammar.maximumBlanks {
      return
    }
    var result = head
    result.blanks += 1
    emit(result, &work)
  }

  /// Whether that can come which the white space of a fixed layout leads to.
  private func canGoOn(_ head: Head, _ work: borrowing Workspace) -> Bool {
    let specification = Int(grammar.nodes[Int(head.node)].specification)
    switch head.phase {
    case .objectOpen: return canHaveKey(head, grammar.objects[specification], work)
    case .objectNext: return canClose(head, grammar.objects[specification], work)
    case .arrayOpen: return canHaveItem(head, grammar.arrays[specification], work)
    case .arrayNext: return canClose(head, grammar.arrays[specification], work)
    default: return true
    }
  }

  /// Whether the white space of a fixed layout has been read that stands before a byte that is none.
  @inline(__always)
  private func isReady(_ head: Head, _ byte: UInt8) -> Bool {
    guard grammar.layout.isFixed else { return true }
    switch head.phase {
    case .objectOpen, .arrayOpen:
      if byte | 0x20 == UInt8(ascii: "}") { return head.blanks == 0 }
    case .objectNext, .arrayNext:
      if byte == UInt8(ascii: ",") { return head.blanks == 0 }
    default: break
    }
    return head.blanks == grammar.layout.gap(head.phase, depth: head.depth)
  }

  // MARK: Objects

  func stepObject(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if head.phase != .key {
      if Self.isBlank(byte) { return stepBlank(head, byte, &work) }
      guard isReady(head, byte) else { return }
    }
    let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
    var result = head
    result.blanks = 0
    switch head.phase {
    case .objectOpen, .objectKey:
      if byte == UInt8(ascii: "\"") {
        beginKey(result, object, &work)
      } else if byte == UInt8(ascii: "}"), head.phase == .objectOpen, canClose(head, object, work) {
        resume(head.parent, head.captures, -1, value: self.value(of: head, .object, work), &work)
      }
    case .key:
      let child = grammar.child(of: head.state, byte)
      guard child >= 0 else { return }
      stepKey(head, object, to: child, &work)
    case .objectColon:
      guard byte == UInt8(ascii: ":") else { return }
      result.phase = .objectValue
      emit(result, &work)
    case .objectValue:
      let value = valueNode(head, object)
      guard grammar.nodes[Int(value)].first.contains(byte) else { return }
      let extra = head.isItem ? content(beginning: head, object, &work) : head.extra
      let frame = pushFrame(
        head.parent, head.node, head.depth, position: head.position, extra: extra, isCompared: head.isItem, &work)
      begin(value, below: frame, head.captures, head.depth, byte, &work)
    case .objectNext:
      if byte == UInt8(ascii: ",") {
        guard canHaveKey(head, object, work) else { return }
        result.phase = .objectKey
        emit(result, &work)
      } else if byte == UInt8(ascii: "}"), canClose(head, object, work) {
        resume(head.parent, head.captures, -1, value: self.value(of: head, .object, work), &work)
      }
    default: return
    }
  }

  @inline(__always)
  func valueNode(_ head: Head, _ object: ObjectSpecification) -> Int32 {
    head.position < object.propertyCount
      ? grammar.properties[Int(object.firstProperty + head.position)].value
      : grammar.keyKinds[Int(object.firstKind + head.position - object.propertyCount)].value
  }

  /// The first required property from the present one on; the count of properties where there is none.
  @inline(__always)
  func nextRequired(_ head: Head, _ object: ObjectSpecification) -> Int32 {
    grammar.nextRequired[Int(object.firstNextRequired + head.position)]
  }

  @inline(__always)
  func canClose(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Bool {
    guard object.hasState else {
      return nextRequired(head, object) == object.propertyCount && isNew(head, .object, work)
    }
    return isWhole(MemberState(head.extra, object, work), object) && isNew(head, .object, work)
  }

  /// Indices of the declared properties that may come next, were all else as it should be.
  @inline(__always)
  func propertyRange(_ head: Head, _ object: ObjectSpecification) -> Range<Int32> {
    if object.isAnyOrder { return 0..<object.propertyCount }
    return head.position..<max(head.position, min(nextRequired(head, object), object.propertyCount - 1) + 1)
  }

  func canHaveKey(_ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace) -> Bool {
    for kind in 0..<object.kindCount where canHave(kind: kind, head, object, work) { return true }
    for index in propertyRange(head, object) where canHave(property: index, head, object, work) { return true }
    return false
  }

  /// Whether a key that passes through node `key` of the key trie may come now.
  func isAllowed(
    _ key: Int32, _ head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> Bool {
    let range = propertyRange(head, object)
    let node = grammar.literalNodes[Int(key)]
    var low = firstEntry(node, from: range.lowerBound)
    let end = node.firstEntry + node.entryCount
    while low < end, grammar.literalEntries[Int(low)] < range.upperBound {
      if canHave(property: grammar.literalEntries[Int(low)], head, object, work) { return true }
      low += 1
    }
    return false
  }

  /// Where the entries of `node` from `index` on begin.
  func firstEntry(_ node: ByteTrie.Node, from index: Int32) -> Int32 {
    var low = node.firstEntry
    var high = node.firstEntry + node.entryCount
    while low < high {
      let middle = (low + high) / 2
      if grammar.literalEntries[Int(middle)] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func beginKey(_ head: Head, _ object: ObjectSpecification, _ work: inout Workspace) {
    let quote = grammar.child(of: object.keys, UInt8(ascii: "\""))
    if quote >= 0 {
      var result = head
      result.phase = .key
      stepKey(result, object, to: quote, &work)
    }
    for kind in 0..<object.kindCount where canHave(kind: kind, head, object, work) {
      var result = head
      result.phase = .string
      result.isKey = true
      result.state = 0
      result.count = 0
      result.hash = 0
      result.position = object.propertyCount + kind
      if head.isItem {
        let closed = closedKeys(ofKind: kind, head, object, work)
        if !closed.isEmpty {
          var content = ContentState(head.extra, work)
          content.differing = usedKeys(head.extra, work)
          for key in closed { content.differing = ValueRecord(hash: key).push(before: content.differing, &work) }
          result.extra = content.push(&work)
        }
      }
      emit(result, &work)
    }
  }

  private func stepKey(_ head: Head, _ object: ObjectSpecification, to key: Int32, _ work: inout Workspace) {
    guard isAllowed(key, head, object, work) else { return }
    var result = head
    // Keys end in a quote, so that none is the beginning of another.
    let entry = grammar.literalNodes[Int(key)].entry
    if entry >= 0 {
      result = self.head(afterKey: entry, head, object, &work)
    } else {
      result.state = key
    }
    emit(result, &work)
  }

  /// The head after the key of the declared property `index`.
  func head(
    afterKey index: Int32, _ head: Head, _ object: ObjectSpecification, _ work: inout Workspace
  ) -> Head {
    var result = head
    result.phase = .objectColon
    result.position = index
    result.state = 0
    if object.hasState {
      var state = MemberState(head.extra, object, work)
      state.add(index, isRequired: grammar.properties[Int(object.firstProperty + index)].isRequired)
      if object.isAnyOrder { state.insert(index, &work) }
      var content = ContentState(head.extra, work)
      content.inner = state.push(&work)
      result.extra = content.push(&work)
    }
    return result
  }

  func finishKey(_ head: Head, _ work: inout Workspace) { emit(self.head(afterAdditionalKey: head, &work), &work) }

  /// The head after the additional key that `head` has read.
  func head(afterAdditionalKey head: Head, _ work: inout Workspace) -> Head {
    let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
    var result = Head(parent: head.parent, node: head.node, phase: .objectColon)
    result.captures = head.captures
    result.depth = head.depth
    result.position = head.position
    var key = Frame(parent: usedKeys(head.extra, work), node: Frame.keyRecord)
    key.value = head.hash
    var content = ContentState(head.extra, work)
    content.differing = -1
    if object.hasState {
      var state = MemberState(head.extra, object, work)
      state.add(grammar.keyKinds[Int(object.firstKind + head.position - object.propertyCount)])
      state.keys = work.push(key)
      content.inner = state.push(&work)
    } else {
      content.inner = work.push(key)
    }
    result.extra = content.push(&work)
    if head.isItem {
      result.isItem = true
      result.hash = head.hash
    }
    return result
  }

  /// The head between the member that `head` is in, its key read, and the next.
  @inline(__always)
  func head(afterMemberOf head: Head, _ object: ObjectSpecification) -> Head {
    var next = head
    next.phase = .objectNext
    next.blanks = 0
    next.position = object.isAnyOrder ? 0 : min(head.position + 1, object.propertyCount)
    return next
  }

  /// What the frame of a member's value remembers, in an object whose parts are.
  private func content(
    beginning head: Head, _ object: ObjectSpecification, _ work: inout Workspace
  ) -> Int32 {
    var content = ContentState(head.extra, work)
    content.key = key(head, object)
    let forbidden = ties(valueOf: head, object, work).forbidden
    content.differing = list(forbidden, before: -1, &work)
    return content.push(&work)
  }

  /// The hash of the present key, in an object whose parts are remembered.
  private func key(_ head: Head, _ object: ObjectSpecification) -> UInt64 {
    head.position < object.propertyCount
      ? grammar.properties[Int(object.firstProperty + head.position)].key : head.hash
  }

  /// The same as `ties(property:)` once the key has been read.
  func ties(
    valueOf head: Head, _ object: ObjectSpecification, _ work: borrowing Workspace
  ) -> (forbidden: [Int32], count: Int32) {
    ties(property: head.position, key: key(head, object), isRead: true, head, object, work)
  }

  // MARK: Arrays

  func stepArray(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if Self.isBlank(byte) { return stepBlank(head, byte, &work) }
    guard isReady(head, byte) else { return }
    let array = grammar.arrays[Int(grammar.nodes[Int(head.node)].specification)]
    var result = head
    result.blanks = 0
    if byte == UInt8(ascii: "]"), head.phase != .arrayItem {
      if canClose(head, array, work) {
        resume(head.parent, head.captures, -1, value: value(of: head, .array, work), &work)
      }
      return
    }
    let planner = planner(array)
    let list = planner.alternatives(at: head.position)
    if head.phase == .arrayNext {
      guard byte == UInt8(ascii: ","), canHaveItem(head, array, work) else { return }
      result.phase = .arrayItem
      emit(result, &work)
      return
    }
    for index in list.first..<list.first + list.count {
      let item = grammar.items[Int(index)]
      guard grammar.nodes[Int(item.value)].first.contains(byte), let state = beginning(item, head, array, work) else {
        continue
      }
      var position = head.position + 1
      // Without an upper bound, "as many as matter or more" is all that needs to be known.
      if array.maximum == .max { position = min(position, max(array.minimum, array.prefixCount)) }
      var extra = array.hasState ? state.push(&work) : -1
      if head.isItem {
        var content = ContentState(head.extra, work)
        content.inner = extra
        let forbidden = ties(beginning: item, head, array, work).forbidden
        content.differing = self.list(forbidden, before: array.isUnique ? state.items : -1, &work)
        extra = content.push(&work)
      }
      let frame = pushFrame(
        head.parent, head.node, head.depth, position: position, extra: extra, isCompared: head.isItem, &work)
      begin(item.value, below: frame, head.captures, head.depth, byte, &work)
    }
  }

  func canHaveItem(_ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace) -> Bool {
    let list = planner(array).alternatives(at: head.position)
    for index in list.first..<list.first + list.count
    where beginning(grammar.items[Int(index)], head, array, work) != nil { return true }
    return false
  }

  func canClose(_ head: Head, _ array: ArraySpecification, _ work: borrowing Workspace) -> Bool {
    head.position >= array.minimum
      && (array.tallyCount == 0 || planner(array).missing(ItemState(head.extra, work)) == 0)
      && isNew(head, .array, work)
  }
}
