// SPDX-License-Identifier: Apache-2.0

/// Computes a mask from the heads of a state: a union over heads, each by the shortest way for the place it is in.
struct MaskBuilder: ~Copyable {
  let machine: Machine
  let vocabulary: VocabularyTrie
  /// Highest cost that a state after a token may have; nil where costs do not matter.
  let limit: Int32?
  /// Whether additional keys are taken as if none had been used.
  private let ignoresKeyText: Bool
  var work: Workspace
  /// Heads and frames of the state itself.
  let headCount: Int
  let frameCount: Int
  /// The mask, a bit for each token.
  private(set) var words: UnsafeMutablePointer<UInt64>
  /// A bound on the costs after the tokens allowed, where costs matter.
  var dearest: Int32 = 0

  /// - Parameters:
  ///   - work: the heads and frames of the state and nothing else.
  ///   - words: where the bits of the tokens allowed are set; as many words as a mask has.
  init(
    _ machine: Machine, _ vocabulary: VocabularyTrie, limit: Int32?, ignoresKeyText: Bool,
    _ work: consuming Workspace, _ words: UnsafeMutablePointer<UInt64>
  ) {
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
  private static let noText: UInt64 = 0x5EED_0FF0_5EED_0FF0

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
    if headCount > Machine.fewHeads { return runTogether() }
    // A token is allowed if some reading takes it, so that each head can be asked by itself; first those that allow the
    // most, since they spare others a walk.
    for index in 0..<headCount where isFreeString(index) { run(index) }
    for index in 0..<headCount where !isFreeString(index) { run(index) }
  }

  private func isFreeString(_ index: Int) -> Bool {
    let head = work.heads[index]
    return head.phase == .string && machine.isFree(head, mostCharacters: vocabulary.strings.mostCharacters)
  }

  private mutating func run(_ index: Int) {
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
  private func usedTexts(_ head: Head) -> Int32 {
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

  private mutating func addTokens(of trie: FlatTrie, _ index: Int) { addTokens(of: trie, index..<index + 1) }

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

  // MARK: Strings

  private mutating func addString(_ index: Int) {
    let head = work.heads[index]
    let string = machine.stringSpecification(head)
    let most = string.pointee.maximum == .max ? Int.max : Int(string.pointee.maximum - head.count)
    let strings = vocabulary.strings
    if machine.isFree(head, mostCharacters: strings.mostCharacters), addFreeString(head, string, most: most) { return }
    var walk = StringWalk(
      head, machine, limit: limit, ignoresText: head.isKey || head.isItem, mostCharacters: strings.mostCharacters)
    addInside(&walk, head)
    addClosing(&walk)
    if walk.isExhausted {
      addTokens(of: vocabulary.trie, index)
    } else {
      dearest = max(dearest, walk.dearest)
    }
    reset()
  }

  /// The tokens that stay in the string of `head`, where `walk` begins.
  mutating func addInside(_ walk: inout StringWalk, _ head: Head) {
    let string = machine.stringSpecification(head)
    let strings = vocabulary.strings
    let words = words
    if strings.inside[StringTokens.maximumCount + 1].isSubset(of: words) {
      // Every token that stays in a string is allowed already.
    } else if walk.isMostlyFree(vocabulary.trie, &work) {
      addMostlyFree(&walk)
    } else if limit == nil, case let open = Int(string.pointee.openness(head.state, head.count)),
      open >= StringTokens.longCount
    {
      strings.plain[min(open, StringTokens.maximumCount)].formUnion(into: words)
      walk.run(over: strings.odd, isPrefix: false, &work) { token, _ in
        words[token >> 6] |= 1 << UInt64(token & 63)
      }
    } else {
      let takesWords = walk.takesWords(&work)
      if takesWords { strings.words.formUnion(into: words) }
      walk.run(over: vocabulary.trie, isPrefix: false, besidesWords: takesWords, &work) { token, _ in
        words[token >> 6] |= 1 << UInt64(token & 63)
      }
    }
  }

  /// All tokens that stay in a string but those that the walk refuses.
  private mutating func addMostlyFree(_ walk: inout StringWalk) {
    let count = (vocabulary.vocabularySize + 63) / 64
    let words = words
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count + 1) { inside in
      inside.initialize(repeating: 0)
      guard let base = inside.baseAddress else { return }
      vocabulary.strings.formInside(limit: .max, base)
      walk.refuse(in: vocabulary.trie, &work) { token, _ in base[token >> 6] &= ~(1 << UInt64(token & 63)) }
      for index in 0..<count { words[index] |= base[index] }
    }
  }

  /// A string whose text must differ from some: walked as if none were used. Tokens after which few texts can follow, and
  /// those that would write a used text to its end, are then asked one by one.
  private mutating func addDiffering(_ index: Int) {
    let head = work.heads[index]
    var anonymous = head
    anonymous.hash = Self.noText
    let count = (vocabulary.vocabularySize + 63) / 64
    let target = words
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count + 1) { own in
      own.initialize(repeating: 0)
      guard let own = own.baseAddress else { return }
      words = own
      var walk = StringWalk(
        anonymous, machine, limit: limit, ignoresText: true, mostCharacters: vocabulary.strings.mostCharacters)
      var doubtful: [Int] = []
      let used = machine.count(of: usedTexts(head), work)
      if machine.stringSpecification(head).pointee.maximum == .max, walk.isMostlyFree(vocabulary.trie, &work) {
        vocabulary.strings.formInside(limit: .max, own)
        walk.refuse(in: vocabulary.trie, mustDifferFrom: used, &work) { token, isRefused in
          if isRefused { own[token >> 6] &= ~(1 << UInt64(token & 63)) } else { doubtful.append(token) }
        }
      } else {
        let takesWords = walk.takesWords(mustDifferFrom: used, &work)
        if takesWords { vocabulary.strings.words.formUnion(into: own) }
        walk.run(
          over: vocabulary.trie, isPrefix: false, besidesWords: takesWords, mustDifferFrom: used, &work
        ) { token, place in
          if place >= 0 { own[token >> 6] |= 1 << UInt64(token & 63) } else { doubtful.append(token) }
        }
      }
      addClosing(&walk)
      let repeats = KeyRepeats(UnsafeBufferPointer(start: work.frames, count: frameCount))
      repeats.forEachToken(closing: head.hash, vocabulary.strings.closing) { doubtful.append($0) }
      doubtful += vocabulary.structure.twoKeys
      for token in doubtful {
        own[token >> 6] &= ~(1 << UInt64(token & 63))
        if allows(token, index) { own[token >> 6] |= 1 << UInt64(token & 63) }
      }
      words = target
      if walk.isExhausted { return addTokens(of: vocabulary.trie, index) }
      dearest = max(dearest, walk.dearest)
      for index in 0..<count { target[index] |= own[index] }
    }
    reset()
  }

  /// Whether a head of the state takes a token.
  private mutating func allows(_ token: Int, _ index: Int) -> Bool {
    let (heads, frames) = (work.headCount, work.frameCount)
    defer {
      work.headCount = heads
      work.frameCount = frames
    }
    var range = index..<index + 1
    for byte in vocabulary.text(of: token) {
      range = machine.read(byte, from: range, &work)
      if range.isEmpty { return false }
    }
    guard let limit else { return true }
    let cost = range.map { machine.cost(work.heads[$0], work) }.min() ?? Cost.infinite
    if cost <= limit { dearest = max(dearest, cost) }
    return cost <= limit
  }

  /// A string in which anything may come. False where costs forbid something.
  private mutating func addFreeString(
    _ head: Head, _ string: UnsafePointer<StringSpecification>, most: Int
  ) -> Bool {
    let missing = max(Int(string.pointee.minimum - head.count), 0)
    if let limit {
      guard machine.hasDetour(head) else { return false }
      let inside = Int(machine.cost(head, work)) + machine.detour(missing)
      guard inside <= Int(limit) else { return false }
      dearest = max(dearest, Int32(inside))
    }
    vocabulary.strings.formInside(limit: most, words)
    var ready = head
    ready.count = max(head.count, string.pointee.minimum)
    addTails(after: ready, missing...max(missing, most), prefixes: nil)
    reset()
    return true
  }

  /// The tokens that close the string at a place of `walk`.
  private mutating func addClosing(_ walk: inout StringWalk) {
    let closing = vocabulary.strings.closing
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: closing.prefixCount) { allowed in
      allowed.initialize(repeating: false)
      var ready: Int?
      if walk.closes(0, &work) {
        allowed[0] = true
        ready = 0
      }
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: closing.prefixCount) { places in
        places.initialize(repeating: -1)
        walk.run(over: closing.prefixes, isPrefix: true, &work) { entry, place in places[entry + 1] = Int32(place) }
        for (prefix, place) in places.enumerated() where place >= 0 && walk.closes(Int(place), &work) {
          allowed[prefix] = true
          if ready == nil { ready = Int(place) }
        }
      }
      if let ready { addTails(after: walk.head(of: ready), 0...Int.max, prefixes: UnsafeBufferPointer(allowed)) }
    }
  }

  /// The tokens that close the string, whose quote may come at `head`: those with a number of code points before the quote
  /// in `characters`, or with an allowed prefix.
  private mutating func addTails(
    after head: Head, _ characters: ClosedRange<Int>, prefixes: UnsafeBufferPointer<Bool>?
  ) {
    let closing = vocabulary.strings.closing
    let (heads, frames) = (work.headCount, work.frameCount)
    let closed = machine.read(UInt8(ascii: "\""), from: head, &work)
    guard !closed.isEmpty else { return }
    let words = words
    func allow(_ tail: Int) {
      for row in Int(closing.firstOfTail.pointer[tail])..<Int(closing.firstOfTail.pointer[tail + 1]) {
        let token = closing.byTail.pointer[row]
        let isAllowed = prefixes.map { $0[Int(token.prefix)] } ?? characters.contains(Int(token.characters))
        if isAllowed { words[Int(token.token) >> 6] |= 1 << UInt64(token.token & 63) }
      }
    }
    let cost = limit == nil ? 0 : closed.map { machine.cost(work.heads[$0], work) }.min() ?? 0
    var costs: Int32 = 0
    if cost <= limit ?? .max {
      allow(0)
      costs = cost
    }
    costs = max(costs, machine.walk(closing.tails, from: closed, limit, &work) { allow($0 + 1) })
    if !isWithinJSON(head) {
      costs = max(costs, machine.walk(closing.otherTails, from: closed, limit, &work) { allow($0 + 1) })
    }
    dearest = max(dearest, costs)
    work.headCount = heads
    work.frameCount = frames
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
