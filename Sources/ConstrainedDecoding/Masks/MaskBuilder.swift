// SPDX-License-Identifier: Apache-2.0

/// Computes a mask from the heads of a state: a union over heads, each by the shortest way for the place it is in.
struct MaskBuilder: ~Copyable {
  let machine: Machine
  let vocabulary: VocabularyTrie
  /// Highest cost that a state after a token may have; nil where costs do not matter.
  let limit: Int32?
  /// Whether additional keys are taken as if none had been used.
  let ignoresKeyText: Bool
  var work: Workspace
  /// Heads and frames of the state itself.
  let headCount: Int
  let frameCount: Int
  /// The mask, a bit for each token.
  var words: UnsafeMutablePointer<UInt64>
  /// A bound on the costs after the tokens allowed, where costs matter.
  var dearest: Int32 = 0
  /// The grammar's identity where parts of masks are kept, else nil.
  let keptFor: UInt64?

  /// - Parameters:
  ///   - work: the heads and frames of the state and nothing else.
  ///   - words: where the bits of the tokens allowed are set; as many words as a mask has.
  ///   - keptFor: the grammar's identity; nil where nothing is to be kept.
  init(
    _ machine: Machine, _ vocabulary: VocabularyTrie, limit: Int32?, ignoresKeyText: Bool,
    _ work: consuming Workspace, _ words: UnsafeMutablePointer<UInt64>, keptFor: UInt64? = nil
  ) {
    self.keptFor = limit == nil ? keptFor : nil
    self.machine = machine
    self.vocabulary = vocabulary
    self.limit = limit
    self.ignoresKeyText = ignoresKeyText
    self.work = work
    headCount = self.work.headCount
    // One more for `forgetUsedKeys`.
    frameCount = self.work.frameCount + (ignoresKeyText ? 1 : 0)
    self.words = words
    if ignoresKeyText { forgetUsedKeys() }
  }

  /// Stands for the hash of a text that does not matter: no other text has it, the empty one neither.
  static let noText: UInt64 = 0x5EED_0FF0_5EED_0FF0

  /// One record that no key matches stands for all keys used in an object, so that costs stay the same.
  private mutating func forgetUsedKeys() {
    var record = Frame(parent: -1, node: Frame.keyRecord)
    record.value = ~Self.noText
    let stand = work.push(record)
    /// The list `first` with `stand` in place of its keys; other records come before them.
    func replaced(_ first: Int32) -> Int32 {
      if work.frames[Int(first)].node == Frame.keyRecord { return stand }
      var index = first
      while case let next = work.frames[Int(index)].parent, next >= 0 {
        if work.frames[Int(next)].node == Frame.keyRecord {
          work.frames[Int(index)].parent = stand
          break
        }
        index = next
      }
      return first
    }
    for index in 0..<headCount {
      if machine.grammar.forgetsText(work.heads[index]) { work.heads[index].hash = Self.noText }
      guard machine.grammar.forgetsKeys(work.heads[index].node) else { continue }
      if work.heads[index].extra >= 0 { work.heads[index].extra = replaced(work.heads[index].extra) }
    }
    for index in 0..<frameCount - 1
    where work.frames[index].extra >= 0 && machine.grammar.forgetsKeys(work.frames[index].node) {
      work.frames[index].extra = replaced(work.frames[index].extra)
    }
  }

  mutating func run() {
    // Readings of rules share what they have in common: they are asked together.
    if (0..<headCount).contains(where: { work.heads[$0].phase == .rules }) {
      return addTokens(of: vocabulary.trie, 0..<headCount)
    }
    if limit == nil, ignoresKeyText, MaskKey.canSummarize(machine.grammar, vocabulary) { return runApart() }
    if headCount > Machine.fewHeads { return runTogether() }
    // A token is allowed if some reading takes it, so that each head can be asked by itself; first those that allow the
    // most, since they spare others a walk.
    for index in 0..<headCount where isFreeString(index) { run(index) }
    for index in 0..<headCount where !isFreeString(index) { run(index) }
  }

  /// Each reading by itself, and of those that no token can tell apart only one; what one allows is kept for other states.
  private mutating func runApart() {
    guard let keptFor else {
      for index in 0..<headCount { run(index) }
      return
    }
    var known: Set<[UInt64]> = []
    let target = words
    for index in 0..<headCount {
      // Few tokens can follow within a literal, and are found at once.
      let head = work.heads[index]
      if headCount == 1 || head.phase == .literal || head.phase == .key && headCount < Machine.fewHeads {
        run(index)
        continue
      }
      guard let key = summary(of: index, keptFor) else {
        run(index)
        continue
      }
      guard known.insert(key).inserted else { continue }
      if let mask = vocabulary.memo.find(key) {
        mask.formUnion(into: target)
        continue
      }
      var own = TokenMask(count: vocabulary.vocabularySize)
      own.withUnsafeMutableWords { own in
        words = own
        run(index)
        words = target
      }
      vocabulary.memo.insert(key, own)
      own.formUnion(into: target)
    }
  }

  private mutating func summary(of index: Int, _ identity: UInt64) -> [UInt64]? {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: MaskKey.capacity) { words in
      var key = MaskKey(words.baseAddress!)
      key.append(0)
      key.append(summaryOf: index..<index + 1, machine, vocabulary, &work)
      guard key.isWhole else { return nil }
      key.replace(at: 0, key.namesGrammar ? identity << 3 | 6 : 6)
      return Array(UnsafeBufferPointer(start: key.words, count: key.count))
    }
  }

  func isFreeString(_ index: Int) -> Bool {
    let head = work.heads[index]
    return head.phase == .string && machine.isFree(head, mostCharacters: vocabulary.strings.mostCharacters)
  }

  mutating func run(_ index: Int) {
    let head = work.heads[index]
    switch head.phase {
    case .done: break
    case .string where !head.isKey && !head.isItem || forgetsText(head): addString(index)
    case .string where ignoresKeyText && machine.count(of: usedTexts(head), work) < Int(LazyAutomaton.mostTexts):
      addDiffering(index)
    case .objectOpen, .objectKey, .objectColon, .objectValue, .objectNext, .arrayOpen, .arrayItem, .arrayNext,
      .number:
      // A fixed layout allows few tokens of white space, and those not by their count.
      if isWithinJSON(head), !machine.grammar.layout.isFixed {
        addStructure(index)
      } else {
        addTokens(of: vocabulary.trie, index)
      }
    default: addTokens(of: vocabulary.trie, index)
    }
  }

  /// Whether the text of the key or item that `head` is in is left out of account.
  func forgetsText(_ head: Head) -> Bool {
    ignoresKeyText && machine.grammar.forgetsText(head) || usedTexts(head) < 0
  }

  /// The records of the texts that the key or item that `head` is in must differ from.
  func usedTexts(_ head: Head) -> Int32 {
    guard head.isKey else { return machine.usedItems(head, work) }
    let differing = machine.mustDiffer(head, work)
    return differing >= 0 ? differing : machine.usedKeys(head.extra, work)
  }

  /// Whether nothing but JSON can follow `head`.
  func isWithinJSON(_ head: Head) -> Bool {
    var index = head.parent
    while index >= 0 {
      let frame = work.frames[Int(index)]
      switch machine.grammar.nodes[Int(frame.node)].kind {
      case .object, .array, .capture: index = frame.parent
      default: return false
      }
    }
    return true
  }

  mutating func reset() {
    work.headCount = headCount
    work.frameCount = frameCount
  }

  // MARK: Walks with the machine

  mutating func addTokens(of trie: FlatTrie, _ index: Int) { addTokens(of: trie, index..<index + 1) }

  mutating func addTokens(of trie: FlatTrie, _ range: Range<Int>) {
    let words = words
    let costs = machine.walk(trie, from: range, limit, &work) { token in
      words[token >> 6] |= 1 << UInt64(token & 63)
    }
    dearest = max(dearest, costs)
    reset()
  }

  // MARK: Between strings

  /// Tokens that begin with white space by how much of it there is and by what follows it; then the others.
  private mutating func addStructure(_ index: Int) {
    addTokens(of: vocabulary.structure.trie, index)
    let structure = vocabulary.structure
    let after = machine.read(UInt8(ascii: " "), from: index..<index + 1, &work)
    let (heads, frames) = (work.headCount, work.frameCount)
    for index in after {
      let head = work.heads[index]
      let most = Int32(1 + machine.blankRoom(head))
      let words = words
      func allow(_ rest: Int) {
        for row in Int(structure.firstOfRest.pointer[rest])..<Int(structure.firstOfRest.pointer[rest + 1]) {
          let entry = structure.blankLed.pointer[row]
          if entry.blanks > most { break }
          words[Int(entry.token) >> 6] |= 1 << UInt64(entry.token & 63)
        }
      }
      let cost = limit == nil ? 0 : machine.cost(head, work)
      if cost <= limit ?? .max {
        allow(0)
        dearest = max(dearest, cost)
      }
      let costs = machine.walk(structure.rests, from: index..<index + 1, limit, &work) { allow($0 + 1) }
      dearest = max(dearest, costs)
      work.headCount = heads
      work.frameCount = frames
    }
    reset()
  }
}

extension Machine {
  /// How much more a place inside a string in which anything may come can cost than one in which `missing` code points are
  /// still needed: there may be an escape to complete, and code points that need a token each.
  func detour(_ missing: Int) -> Int { missing / Int(costs.run) + Int(costs.run) + 14 }

  /// Whether that holds for the string of `head`: where texts must differ, a vocabulary without the digits of escapes can lack
  /// a way on.
  func hasDetour(_ head: Head) -> Bool { !head.isKey && !head.isItem || costs.hex == 0 && costs.continuation == 0 }

  /// How many different texts can follow in the string of `head`, at least, and what they cost more than the cheapest one.
  func choice(_ head: Head) -> (texts: Int32, cost: Int32) {
    guard head.phase == .string, costs.ascii == 0, costs.hex == 0, costs.continuation == 0 else { return (0, 0) }
    let (texts, characters) = stringSpecification(head).pointee.choice(head.state, head.count)
    return (texts, Cost.times(characters, Self.dearestCharacter))
  }

  /// Bytes of the longest spelling of a character.
  private static let dearestCharacter: Int32 = 12

  /// Whether any text may follow in the string of `head`, as long as a token can be.
  func isFree(_ head: Head, mostCharacters: Int) -> Bool {
    let string = stringSpecification(head)
    guard head.phase == .string, Int(string.pointee.maximum) - Int(head.count) >= mostCharacters else {
      return head.phase == .string && string.pointee.automaton == nil
    }
    guard let automaton = string.pointee.automaton else { return true }
    return automaton.isUniversal(head.state)
  }
}
