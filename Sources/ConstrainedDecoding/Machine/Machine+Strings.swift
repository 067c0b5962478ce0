// SPDX-License-Identifier: Apache-2.0

// Strings: escapes and UTF-8 are taken apart to code points, which the automaton and the counter see.
extension Machine {
  @inline(__always)
  func stringSpecification(_ head: Head) -> UnsafePointer<StringSpecification> {
    let node = grammar.nodes[Int(head.node)]
    guard head.isKey else { return grammar.strings + Int(node.specification) }
    let object = grammar.objects[Int(node.specification)]
    return grammar.strings + Int(grammar.keyKinds[Int(object.firstKind + head.position - object.propertyCount)].key)
  }

  func stepString(_ head: Head, _ byte: UInt8, _ work: inout Workspace) {
    let string = stringSpecification(head)
    var result = head
    switch head.phase {
    case .string:
      switch byte {
      case UInt8(ascii: "\""): closeString(head, string, &work)
      case UInt8(ascii: "\\"):
        guard canEscape(head, string, work) else { return }
        result.phase = .escape
        emit(result, &work)
      case 0..<0x20: return
      case 0x80...:
        guard let length = UTF8Prefix.length(ofLead: byte) else { return }
        result.partial = UInt32(byte) & (0x7F >> UInt32(length))
        result.digits = UInt8(length << 4 | (length - 1))
        guard let range = UTF8Prefix.range(value: result.partial, length: length, missing: length - 1),
          canGoOn(head, range, string, work)
        else { return }
        result.phase = .utf8
        emit(result, &work)
      default: character(head, UInt32(byte), string, &work)
      }
    case .utf8:
      guard byte & 0xC0 == 0x80 else { return }
      let missing = Int(head.digits & 15) - 1
      result.partial = head.partial << 6 | UInt32(byte & 0x3F)
      result.digits = head.digits - 1
      guard let range = UTF8Prefix.range(value: result.partial, length: Int(head.digits >> 4), missing: missing) else {
        return
      }
      if missing == 0 {
        character(head, result.partial, string, &work)
      } else if canGoOn(head, range, string, work) {
        emit(result, &work)
      }
    case .escape, .hex, .lowBackslash, .lowMark, .lowHex: stepEscape(head, byte, string, &work)
    default: return
    }
  }

  private func stepEscape(
    _ head: Head, _ byte: UInt8, _ string: UnsafePointer<StringSpecification>, _ work: inout Workspace
  ) {
    var result = head
    switch StringEscape(phase: head.phase, partial: head.partial, digits: head.digits).reading(byte) {
    case .invalid: return
    case .character(let value):
      if needsEscapes(head, string),
        head.phase == .escape ? byte == UInt8(ascii: "/") : value > Self.controls.upperBound
      {
        return
      }
      character(head, value, string, &work)
    case .more(let next):
      (result.phase, result.partial, result.digits) = (next.phase, next.partial, next.digits)
      if canGoOn(result, in: next, string, work) { emit(result, &work) }
    }
  }

  /// Whether the unfinished escape `escape` can become a character that can come next.
  private func canGoOn(
    _ head: Head, in escape: StringEscape, _ string: UnsafePointer<StringSpecification>, _ work: borrowing Workspace
  ) -> Bool {
    switch escape.phase {
    case .hex where escape.digits == 0:
      canGoOn(head, needsEscapes(head, string) ? Self.controls : 0...0x10FFFF, string, work)
    case .hex: canGoOnWithUnits(head, string, work)
    case .lowMark: true
    default:
      StringEscape.pairs(high: escape.partial >> 16, low: escape.partial & 0xFFFF, digits: Int(escape.digits)).map {
        !needsEscapes(head, string) && canGoOn(head, $0, string, work)
      } ?? false
    }
  }

  /// The characters that stand in a string only as escapes, besides the quote and the backslash.
  static let controls: ClosedRange<UInt32> = 0...0x1F

  /// Whether only characters that must be escaped may be. In a string where anything may come it does not matter.
  @inline(__always)
  func needsEscapes(_ head: Head, _ string: UnsafePointer<StringSpecification>) -> Bool {
    guard grammar.escapesOnlyWhereNeeded, let automaton = string.pointee.automaton else { return false }
    return !automaton.isUniversal(head.state)
  }

  /// Whether an escape can come next.
  private func canEscape(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, _ work: borrowing Workspace
  ) -> Bool {
    guard needsEscapes(head, string) else { return canGoOn(head, 0...0x10FFFF, string, work) }
    return canGoOn(head, Self.controls, string, work) || canGoOn(head, 0x22...0x22, string, work)
      || canGoOn(head, 0x5C...0x5C, string, work)
  }

  /// Whether some code unit that begins with the digits of `head`, alone or paired, is a character that can come next.
  private func canGoOnWithUnits(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, _ work: borrowing Workspace
  ) -> Bool {
    let shift = UInt32(4 * (4 - Int(head.digits)))
    let lowest = head.partial << shift
    let highest = lowest | (1 << shift - 1)
    if needsEscapes(head, string) {
      guard lowest <= Self.controls.upperBound else { return false }
      return canGoOn(head, lowest...min(highest, Self.controls.upperBound), string, work)
    }
    if lowest <= 0xD7FF, canGoOn(head, lowest...min(highest, 0xD7FF), string, work) { return true }
    if highest >= 0xE000, canGoOn(head, max(lowest, 0xE000)...highest, string, work) { return true }
    let firstHigh = max(lowest, 0xD800)
    let lastHigh = min(highest, 0xDBFF)
    guard firstHigh <= lastHigh else { return false }
    return canGoOn(
      head, (0x10000 + (firstHigh - 0xD800) << 10)...(0x10000 + (lastHigh - 0xD800) << 10 + 0x3FF), string, work)
  }

  /// Whether one more code point of `range` can come, with a good end after it.
  func canGoOn(
    _ head: Head, _ range: ClosedRange<UInt32>, _ string: UnsafePointer<StringSpecification>,
    _ work: borrowing Workspace
  ) -> Bool {
    guard head.count < string.pointee.maximum else { return false }
    guard let automaton = string.pointee.automaton else {
      return string.pointee.maximum == .max || canDiffer(head, range, string, work)
    }
    if automaton.isUniversal(head.state), string.pointee.maximum == .max { return true }
    var interval = automaton.interval(of: range.lowerBound)
    while interval < automaton.intervalCount, automaton.starts[interval] <= range.upperBound {
      let next = automaton.next(head.state, Int(automaton.classOfInterval[interval]))
      if next >= 0, string.pointee.isLive(automaton, next, head.count + 1) {
        return canDiffer(head, range, string, work)
      }
      interval += 1
    }
    return false
  }

  /// Whether a code point of `range` can begin the rest of a text that has not been used.
  private func canDiffer(
    _ head: Head, _ range: ClosedRange<UInt32>, _ string: UnsafePointer<StringSpecification>,
    _ work: borrowing Workspace
  ) -> Bool {
    guard head.isKey || head.isItem else { return true }
    let used = mustDiffer(head, work)
    guard used >= 0 else { return true }
    return hasFresh(
      string, .init(state: head.state, count: head.count, hash: head.hash), next: range, used, work)
  }

  /// The code points read after `bytes`, where these are plain characters in a string that may hold any, so that nothing else
  /// changes; else nil.
  func count(afterPlain bytes: UnsafeBufferPointer<UInt8>, _ head: Head) -> Int32? {
    guard head.phase == .string, !head.isKey, !head.isItem else { return nil }
    let string = stringSpecification(head)
    guard string.pointee.automaton == nil, string.pointee.maximum == .max else { return nil }
    for byte in bytes where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      return nil
    }
    // "Minimum or more" is all that needs to be known.
    return max(head.count, min(head.count + Int32(bytes.count), string.pointee.minimum))
  }

  /// Reads one whole code point.
  @inline(__always)
  private func character(
    _ head: Head, _ value: UInt32, _ string: UnsafePointer<StringSpecification>, _ work: inout Workspace
  ) {
    var result = head
    guard head.count < string.pointee.maximum else { return }
    if let automaton = string.pointee.automaton {
      let next = automaton.next(head.state, automaton.class(of: value))
      guard next >= 0, string.pointee.isLive(automaton, next, head.count + 1) else { return }
      result.state = next
    }
    // Without an upper bound, "minimum or more" is all that needs to be known.
    if string.pointee.maximum != .max || head.count < string.pointee.minimum { result.count = head.count + 1 }
    if head.isKey || head.isItem {
      result.hash = Self.hash(head.hash, value)
      let used = mustDiffer(head, work)
      if used >= 0, !hasFresh(string, .init(state: result.state, count: result.count, hash: result.hash), used, work) {
        return
      }
    }
    result.phase = .string
    result.partial = 0
    result.digits = 0
    emit(result, &work)
  }

  private func closeString(_ head: Head, _ string: UnsafePointer<StringSpecification>, _ work: inout Workspace) {
    guard canClose(head, string, work) else { return }
    if head.isKey { return finishKey(head, &work) }
    resume(head.parent, head.captures, -1, value: ValueRecord(hash: head.hash), &work)
  }

  /// The records of texts that the string of `head` must differ from, wherever it can be made to; -1 for none.
  @inline(__always)
  func mustDiffer(_ head: Head, _ work: borrowing Workspace) -> Int32 {
    if head.isKey {
      let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
      if head.isItem, case let differing = ContentState(head.extra, work).differing, differing >= 0 { return differing }
      return object.hasState ? usedKeys(head.extra, work) : -1
    }
    return head.isItem ? usedItems(head, work) : -1
  }

  /// Whether the closing quote may come.
  func canClose(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, _ work: borrowing Workspace
  ) -> Bool {
    guard head.count >= string.pointee.minimum else { return false }
    if let automaton = string.pointee.automaton, !automaton.isAccepting(head.state) { return false }
    if head.isKey { return !isDuplicate(head, string, work) }
    return !head.isItem || !contains(head.hash, usedItems(head, work), work)
  }

  /// Additional keys of one object that are kept unique.
  static let checkedKeys = 64

  /// Whether the additional key read so far has been used in this object.
  ///
  /// In an object without a state, asked only where one more character of many leads to where any text may follow, and of the last `checkedKeys` keys:
  /// then some character always gives a key that is new, so that refusing this one leads to no dead end.
  func isDuplicate(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, _ work: borrowing Workspace
  ) -> Bool {
    let object = grammar.objects[Int(grammar.nodes[Int(head.node)].specification)]
    let differing = mustDiffer(head, work)
    if object.hasState || differing >= 0 { return contains(head.hash, differing, work) }
    if let automaton = string.pointee.automaton, !automaton.leavesChoice(head.state, moreThan: Self.checkedKeys) {
      return false
    }
    var seen = usedKeys(head.extra, work)
    var rest = Self.checkedKeys
    while seen >= 0, rest > 0 {
      let record = work.frames[Int(seen)]
      if record.value == head.hash { return true }
      seen = record.parent
      rest -= 1
    }
    return false
  }

  /// 64-bit FNV-1a over code points.
  static func hash(_ hash: UInt64, _ value: UInt32) -> UInt64 {
    ((hash == 0 ? 0xCBF2_9CE4_8422_2325 : hash) ^ UInt64(value)) &* 0x100_0000_01B3
  }
}
