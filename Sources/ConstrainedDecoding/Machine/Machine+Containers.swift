// SPDX-License-Identifier: Apache-2.0

// Objects and arrays. White space between tokens is read here, by the container that is open, and counted so that it ends.
extension Machine {
  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  private func stepBlank(_ head: Head, _ work: inout Workspace) {
    guard head.blanks < grammar.maximumBlanks else { return }
    var result = head
    result.blanks += 1
    emit(result, &work)
  }

  // MARK: Objects

  func stepObject(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if head.phase != .key, Self.isBlank(byte) { return stepBlank(head, &work) }
    let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
    var result = head
    result.blanks = 0
    switch head.phase {
    case .objectOpen, .objectKey:
      if byte == UInt8(ascii: "\"") {
        beginKey(result, object, &work)
      } else if byte == UInt8(ascii: "}"), head.phase == .objectOpen, canClose(head, object) {
        resume(head.parent, head.captures, -1, &work)
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
      let frame = pushFrame(
        head.parent, head.node, head.depth, position: head.position, extra: head.extra, &work)
      begin(value, below: frame, head.captures, head.depth, byte, &work)
    case .objectNext:
      if byte == UInt8(ascii: ",") {
        guard canHaveKey(head, object) else { return }
        result.phase = .objectKey
        emit(result, &work)
      } else if byte == UInt8(ascii: "}"), canClose(head, object) {
        resume(head.parent, head.captures, -1, &work)
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
  private func canClose(_ head: Head, _ object: ObjectSpecification) -> Bool {
    nextRequired(head, object) == object.propertyCount
  }

  /// Other keys come after the declared ones.
  func canHave(kind: Int32, _ head: Head, _ object: ObjectSpecification) -> Bool {
    canClose(head, object) && canStart(grammar.keyKinds[Int(object.firstKind + kind)].value, head.depth)
  }

  private func canHaveKey(_ head: Head, _ object: ObjectSpecification) -> Bool {
    let last = min(nextRequired(head, object), object.propertyCount - 1)
    var index = head.position
    while index <= last {
      if canStart(grammar.properties[Int(object.firstProperty + index)].value, head.depth) { return true }
      index += 1
    }
    for kind in 0..<object.kindCount where canHave(kind: kind, head, object) { return true }
    return false
  }

  /// Whether a key that passes through node `key` of the key trie may come now.
  func isAllowed(_ key: Int32, _ head: Head, _ object: ObjectSpecification) -> Bool {
    let last = min(nextRequired(head, object), object.propertyCount - 1)
    let node = grammar.literalNodes[Int(key)]
    // The first entry at or after the present property.
    var low = node.firstEntry
    var high = node.firstEntry + node.entryCount
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if grammar.literalEntries[Int(middle)] < head.position { low = middle + 1 } else { high = middle }
    }
    while low < end, grammar.literalEntries[Int(low)] <= last {
      let index = grammar.literalEntries[Int(low)]
      if canStart(grammar.properties[Int(object.firstProperty + index)].value, head.depth) { return true }
      low += 1
    }
    return false
  }

  private func beginKey(_ head: Head, _ object: ObjectSpecification, _ work: inout Workspace) {
    let quote = grammar.child(of: object.keys, UInt8(ascii: "\""))
    if quote >= 0 {
      var result = head
      result.phase = .key
      stepKey(result, object, to: quote, &work)
    }
    for kind in 0..<object.kindCount where canHave(kind: kind, head, object) {
      var result = head
      result.phase = .string
      result.isKey = true
      result.state = 0
      result.count = 0
      result.hash = 0
      result.position = object.propertyCount + kind
      emit(result, &work)
    }
  }

  private func stepKey(_ head: Head, _ object: ObjectSpecification, to key: Int32, _ work: inout Workspace) {
    guard isAllowed(key, head, object) else { return }
    var result = head
    // Keys end in a quote, so that none is the beginning of another.
    let entry = grammar.literalNodes[Int(key)].entry
    if entry >= 0 {
      result.phase = .objectColon
      result.position = entry
      result.state = 0
    } else {
      result.state = key
    }
    emit(result, &work)
  }

  // MARK: Arrays

  func stepArray(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    if Self.isBlank(byte) { return stepBlank(head, &work) }
    let array = grammar.arrays[Int(grammar.nodes[Int(head.node)].specification)]
    var result = head
    result.blanks = 0
    if byte == UInt8(ascii: "]"), head.phase != .arrayItem {
      if head.position >= array.minimum { resume(head.parent, head.captures, -1, &work) }
      return
    }
    if head.phase == .arrayNext {
      guard byte == UInt8(ascii: ","), canHaveItem(head, array) else { return }
      result.phase = .arrayItem
      emit(result, &work)
      return
    }
    guard canHaveItem(head, array) else { return }
    let item = itemNode(head.position, array)
    guard grammar.nodes[Int(item)].first.contains(byte) else { return }
    var position = head.position + 1
    // Without an upper bound, "as many as matter or more" is all that needs to be known.
    if array.maximum == .max { position = min(position, max(array.minimum, array.prefixCount)) }
    let frame = pushFrame(head.parent, head.node, head.depth, position: position, &work)
    begin(item, below: frame, head.captures, head.depth, byte, &work)
  }

  @inline(__always)
  func itemNode(_ position: Int32, _ array: ArraySpecification) -> Int32 {
    position < array.prefixCount ? grammar.lists[Int(array.firstPrefix + position)] : array.item
  }

  private func canHaveItem(_ head: Head, _ array: ArraySpecification) -> Bool {
    guard head.position < array.maximum else { return false }
    let item = itemNode(head.position, array)
    return item >= 0 && canStart(item, head.depth)
  }
}
