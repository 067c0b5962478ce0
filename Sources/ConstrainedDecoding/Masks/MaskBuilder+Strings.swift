// SPDX-License-Identifier: Apache-2.0

// Inside a string, key or not: the tokens that stay in it, and those that close it. The first depend on nothing but the string
// and the place in it, so that they are kept apart from the masks they are part of.
extension MaskBuilder {
  mutating func addString(_ index: Int) {
    let head = work.heads[index]
    let string = machine.stringSpecification(head)
    let most = string.pointee.maximum == .max ? Int.max : Int(string.pointee.maximum - head.count)
    let strings = vocabulary.strings
    if machine.isFree(head, mostCharacters: strings.mostCharacters), addFreeString(head, string, most: most) { return }
    var walk = StringWalk(
      head, machine, limit: limit, ignoresText: head.isKey || head.isItem, mostCharacters: strings.mostCharacters)
    addInside(&walk, head)
    if mustAskClosers(head) {
      addAskedClosers(&walk, index)
    } else {
      addClosing(&walk)
    }
    if walk.isExhausted {
      addTokens(of: vocabulary.trie, index)
    } else {
      dearest = max(dearest, walk.dearest)
    }
    reset()
  }

  /// The tokens that stay in the string of `head`, where `walk` begins.
  mutating func addInside(_ walk: inout StringWalk, _ head: Head) {
    // Every token that stays in a string may be allowed already.
    if vocabulary.strings.inside[StringTokens.maximumCount + 1].isSubset(of: words) { return }
    guard let key = keptKey(.inside, head) else { return walkInside(&walk, head) }
    if let known = vocabulary.memo.find(key) { return known.formUnion(into: words) }
    var inside = TokenMask(count: vocabulary.vocabularySize)
    let target = words
    inside.withUnsafeMutableWords { own in
      words = own
      walkInside(&walk, head)
      words = target
    }
    if !walk.isExhausted { vocabulary.memo.insert(key, inside) }
    inside.formUnion(into: target)
  }

  private mutating func walkInside(_ walk: inout StringWalk, _ head: Head) {
    let string = machine.stringSpecification(head)
    let strings = vocabulary.strings
    let words = words
    if walk.isMostlyFree(vocabulary.trie, &work) {
      addMostlyFree(&walk)
    } else if limit == nil, case let open = Int(string.pointee.openness(head.state, head.count)),
      open >= StringTokens.longCount
    {
      strings.plain[min(open, StringTokens.maximumCount)].formUnion(into: words)
      walk.run(over: strings.odd, isPrefix: false, &work) { token, _ in
        words[token >> 6] |= 1 << UInt64(token & 63)
      }
    } else if limit == nil,
      walk.judge(vocabulary, &work, words, { token, _ in words[token >> 6] |= 1 << UInt64(token & 63) })
    {
      return
    } else {
      let takesWords = walk.takesWords(&work)
      if takesWords { strings.words.formUnion(into: words) }
      walk.run(over: vocabulary.trie, isPrefix: false, besidesWords: takesWords, &work) { token, _ in
        words[token >> 6] |= 1 << UInt64(token & 63)
      }
    }
  }

  /// Parts of masks that many states share.
  private enum KeptPart: UInt64 {
    /// Tokens that stay in a string.
    case inside
    /// Those that stay in one that must differ from others, and those of them that may leave too few texts.
    case differing
    case doubtful
  }

  /// By what a part of the mask of `head`, which is in a string, is kept; nil where it is not.
  private func keptKey(_ part: KeptPart, _ head: Head, used: Int = 0) -> [UInt64]? {
    guard let keptFor else { return nil }
    let string = UInt64(UInt(bitPattern: machine.stringSpecification(head) - machine.grammar.strings))
    // Texts that must differ from none are read otherwise than those that have others to differ from.
    let isAlone: UInt64 = usedTexts(head) < 0 ? 1 : 0
    return [
      keptFor << 3 | 3, part.rawValue | isAlone << 8 | UInt64(head.phase.rawValue) << 16 | string << 32,
      UInt64(UInt32(bitPattern: head.state)) << 32 | UInt64(UInt32(bitPattern: head.count)),
      UInt64(head.partial) << 8 | UInt64(head.digits), UInt64(used),
    ]
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
  mutating func addDiffering(_ index: Int) {
    let head = work.heads[index]
    var anonymous = head
    anonymous.hash = Self.noText
    let target = words
    var walk = StringWalk(
      anonymous, machine, limit: limit, ignoresText: true, mostCharacters: vocabulary.strings.mostCharacters)
    var (own, doubtful) = insideDiffering(&walk, head)
    own.withUnsafeMutableWords { own in
      words = own
      addClosing(&walk)
      if mustAskClosers(head) { askClosers(index) }
      func ask(_ token: Int) {
        own[token >> 6] &= ~(1 << UInt64(token & 63))
        if allows(token, index) { own[token >> 6] |= 1 << UInt64(token & 63) }
      }
      doubtful.forEachID(ask)
      (head.isKey ? vocabulary.structure.twoKeys : vocabulary.structure.twoItems).forEach(ask)
      let repeats = KeyRepeats(UnsafeBufferPointer(start: work.frames, count: frameCount))
      repeats.forEachToken(closing: head.hash, vocabulary.strings.closing, ask)
      words = target
    }
    if walk.isExhausted { return addTokens(of: vocabulary.trie, index) }
    dearest = max(dearest, walk.dearest)
    own.formUnion(into: target)
    reset()
  }

  /// The least number 2^n - 1, from 3 on, that is not below `count`.
  private static func bucket(_ count: Int) -> Int {
    max(3, (1 << (Int.bitWidth - count.leadingZeroBitCount)) - 1)
  }

  /// The tokens that stay in the string, and those of them after which too few texts may be left, or that end in a character.
  private mutating func insideDiffering(_ walk: inout StringWalk, _ head: Head) -> (TokenMask, doubtful: TokenMask) {
    // A few more used texts make no more than a few more tokens doubtful, so that not every count has masks of its own.
    let count = machine.count(of: usedTexts(head), work)
    let used = keptFor == nil ? count : Self.bucket(count)
    let key = keptKey(.differing, head, used: used)
    let doubtfulKey = keptKey(.doubtful, head, used: used)
    if let key, let doubtfulKey, let own = vocabulary.memo.find(key), let doubtful = vocabulary.memo.find(doubtfulKey) {
      return (own, doubtful)
    }
    var own = TokenMask(count: vocabulary.vocabularySize)
    var doubtful = TokenMask(count: vocabulary.vocabularySize)
    let string = machine.stringSpecification(head)
    let strings = vocabulary.strings
    own.withUnsafeMutableWords { own in
      func take(_ token: Int, _ place: Int) {
        if place >= 0 { own[token >> 6] |= 1 << UInt64(token & 63) } else { doubtful[token] = true }
      }
      // With three plain characters more there are more texts than are ever counted.
      if limit == nil, case let open = Int(string.pointee.openness(head.state, head.count)) - 3,
        open >= StringTokens.longCount
      {
        strings.plain[min(open, StringTokens.maximumCount)].formUnion(into: own)
        walk.run(over: strings.odd, isPrefix: false, mustDifferFrom: used, &work, take)
      } else if string.pointee.maximum == .max, walk.isMostlyFree(vocabulary.trie, &work) {
        strings.formInside(limit: .max, own)
        walk.refuse(in: vocabulary.trie, mustDifferFrom: used, &work) { token, isRefused in
          if isRefused { own[token >> 6] &= ~(1 << UInt64(token & 63)) } else { doubtful[token] = true }
        }
      } else if limit == nil, walk.judge(vocabulary, mustDifferFrom: used, &work, own, take) {
        return
      } else {
        let takesWords = walk.takesWords(mustDifferFrom: used, &work)
        if takesWords { strings.words.formUnion(into: own) }
        walk.run(
          over: vocabulary.trie, isPrefix: false, besidesWords: takesWords, mustDifferFrom: used, &work, take)
      }
    }
    if let key, let doubtfulKey, !walk.isExhausted {
      vocabulary.memo.insert(key, own)
      vocabulary.memo.insert(doubtfulKey, doubtful)
    }
    return (own, doubtful)
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

  /// Whether what the end costs after a closing quote depends on the text before it: a key or item that is used makes the next
  /// one dearer.
  func mustAskClosers(_ head: Head) -> Bool {
    guard let limit, limit < Cost.infinite - 1 else { return false }
    return head.isItem
      || head.isKey && machine.grammar.objects[Int(machine.grammar.nodes[Int(head.node)].specification)].hasState
  }

  /// The tokens that close the string of head `index`, each asked by itself.
  private mutating func addAskedClosers(_ walk: inout StringWalk, _ index: Int) {
    let target = words
    var own = TokenMask(count: vocabulary.vocabularySize)
    own.withUnsafeMutableWords { own in
      words = own
      addClosing(&walk)
      askClosers(index)
      words = target
    }
    own.formUnion(into: target)
  }

  private mutating func askClosers(_ index: Int) {
    for token in vocabulary.strings.closing.byTail.rows {
      let (word, bit) = (Int(token.token) >> 6, UInt64(1) << UInt64(token.token & 63))
      if words[word] & bit != 0, !allows(Int(token.token), index) { words[word] &= ~bit }
    }
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
