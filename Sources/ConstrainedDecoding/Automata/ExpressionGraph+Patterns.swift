// SPDX-License-Identifier: Apache-2.0

// Patterns as expressions for whole texts.
//
// Translation works from the end: each part is put before *what follows*, which is known by then. So `$` keeps the empty text
// of what follows, and a lookahead is an intersection with it. What follows may differ by what stands before it (nothing, a
// word character, another), which is all that `^` and `\b` ask for.
extension ExpressionGraph {
  /// What follows, by what stands before it.
  private struct Rest {
    /// Where nothing has been read since the present turn of the innermost loop began (or the text, if there is no loop).
    var atStart: ID
    var afterWord: ID
    var afterOther: ID
    /// Where something has.
    var onAfterWord: ID
    var onAfterOther: ID

    init(_ id: ID) { (atStart, afterWord, afterOther, onAfterWord, onAfterOther) = (id, id, id, id, id) }

    init(atStart: ID, afterWord: ID, afterOther: ID) {
      (self.atStart, self.afterWord, self.afterOther) = (atStart, afterWord, afterOther)
      (onAfterWord, onAfterOther) = (afterWord, afterOther)
    }

    var isOne: Bool {
      atStart == afterOther && afterWord == afterOther && onAfterWord == afterOther && onAfterOther == afterOther
    }

    /// Each of the five, together with that of `other`.
    func combined(_ other: Rest, _ body: (ID, ID) -> ID) -> Rest {
      var result = self
      result.atStart = body(atStart, other.atStart)
      result.afterWord = body(afterWord, other.afterWord)
      result.afterOther = body(afterOther, other.afterOther)
      result.onAfterWord = body(onAfterWord, other.onAfterWord)
      result.onAfterOther = body(onAfterOther, other.onAfterOther)
      return result
    }
  }

  /// Largest count of a repetition whose part asks for what stands around it, since it is copied.
  private static let maximumCopies = 200

  /// The expression of texts that contain a match of `pattern`, or with `isWhole` are one.
  mutating func translate(_ pattern: Pattern, isWhole: Bool) throws(PatternError) -> ID {
    hasFailed = false
    let splits = pattern.usesWordBoundary
    var result = try put(pattern, before: Rest(isWhole ? Self.empty : Self.all), splits)
    if !isWhole {
      result = try put(.repetition(.set(.all), minimum: 0, maximum: nil), before: result, splits)
    }
    try check()
    return result.atStart
  }

  private func check() throws(PatternError) {
    if hasFailed || isFull { throw PatternError(kind: .tooComplex, offset: 0) }
  }

  private mutating func put(_ pattern: Pattern, before rest: Rest, _ splits: Bool) throws(PatternError) -> Rest {
    try check()
    if !pattern.asksAround { return try putPlain(pattern, before: rest, splits) }
    switch pattern {
    case .empty, .set: return rest
    case .sequence(let parts):
      var result = rest
      for part in parts.reversed() { result = try put(part, before: result, splits) }
      return result
    case .choice(let parts):
      var result = Rest(Self.none)
      for part in parts { result = union(result, try put(part, before: rest, splits)) }
      return result
    case .repetition(let part, let minimum, let maximum):
      return try putRepetition(part, minimum, maximum, before: rest, splits)
    case .start: return Rest(atStart: rest.atStart, afterWord: Self.none, afterOther: Self.none)
    case .end: return rest.combined(rest) { id, _ in self[id].isNullable ? Self.empty : Self.none }
    case .wordBoundary(let isBoundary):
      let word = sequence(set(.asciiWord), Self.all)
      let other = union(Self.empty, sequence(set(CodePointSet.asciiWord.complement), Self.all))
      let (next, same) = isBoundary ? (word, other) : (other, word)
      return rest.combined(Rest(atStart: next, afterWord: same, afterOther: next)) { intersection($0, $1) }
    case .lookahead(let part, let isPositive):
      let ahead = try put(part, before: Rest(Self.all), splits)
      return rest.combined(Rest(atStart: ahead.atStart, afterWord: ahead.afterWord, afterOther: ahead.afterOther)) {
        intersection($0, isPositive ? $1 : complement($1))
      }
    }
  }

  private mutating func union(_ a: Rest, _ b: Rest) -> Rest { a.combined(b) { union($0, $1) } }

  /// A part that asks nothing about its surroundings.
  private mutating func putPlain(
    _ pattern: Pattern, before rest: Rest, _ splits: Bool
  ) throws(PatternError) -> Rest {
    let consumed: ID
    if !splits || rest.onAfterWord == rest.onAfterOther {
      let whole = try plain(pattern)
      if rest.isOne || !self[whole].isNullable { return Rest(sequence(whole, rest.onAfterOther)) }
      consumed = sequence(try ending(pattern, .all), rest.onAfterOther)
    } else {
      consumed = union(
        sequence(try ending(pattern, .asciiWord), rest.onAfterWord),
        sequence(try ending(pattern, CodePointSet.asciiWord.complement), rest.onAfterOther))
    }
    guard pattern.mayBeEmpty else { return Rest(consumed) }
    return union(Rest(consumed), rest)
  }

  private mutating func plain(_ pattern: Pattern) throws(PatternError) -> ID {
    try check()
    switch pattern {
    case .set(let set): return self.set(set)
    case .sequence(let parts):
      var result = Self.empty
      for part in parts.reversed() { result = sequence(try plain(part), result) }
      return result
    case .choice(let parts):
      var choices: [ID] = []
      var texts: [String] = []
      for part in parts {
        if parts.count > 3, let text = part.text { texts.append(text) } else { choices.append(try plain(part)) }
      }
      if !texts.isEmpty { choices.append(trie(TextTrie(texts))) }
      return union(choices)
    case .repetition(let part, let minimum, let maximum):
      return repetition(
        try plain(part), Int32(clamping: minimum), maximum.map { Int32(clamping: $0) } ?? Self.unbounded)
    case .empty, .start, .end, .wordBoundary, .lookahead: return Self.empty
    }
  }

  /// The matches of a plain pattern that are not empty and end in a code point of `set`.
  private mutating func ending(_ pattern: Pattern, _ set: CodePointSet) throws(PatternError) -> ID {
    switch pattern {
    case .set(let own): return self.set(own.intersection(set))
    case .sequence(let parts):
      var result = Self.none
      var before: [ID] = []
      for part in parts { before.append(try plain(part)) }
      for index in parts.indices.reversed() {
        var item = try ending(parts[index], set)
        for head in before[..<index].reversed() { item = sequence(head, item) }
        result = union(result, item)
        guard parts[index].mayBeEmpty else { break }
      }
      return result
    case .choice(let parts):
      var choices: [ID] = []
      for part in parts { choices.append(try ending(part, set)) }
      return union(choices)
    case .repetition(let part, let minimum, let maximum):
      if maximum == 0 { return Self.none }
      let before = repetition(
        try plain(part), Int32(clamping: max(minimum - 1, 0)),
        maximum.map { Int32(clamping: $0 - 1) } ?? Self.unbounded)
      return sequence(before, try ending(part, set))
    case .empty, .start, .end, .wordBoundary, .lookahead: return Self.none
    }
  }

  // MARK: Repetitions of parts that ask

  private mutating func putRepetition(
    _ part: Pattern, _ minimum: Int, _ maximum: Int?, before rest: Rest, _ splits: Bool
  ) throws(PatternError) -> Rest {
    guard max(minimum, maximum ?? 0) <= Self.maximumCopies else { throw PatternError(kind: .tooComplex, offset: 0) }
    var result = rest
    if let maximum {
      for _ in minimum..<max(maximum, minimum) { result = union(rest, try put(part, before: result, splits)) }
    } else {
      // Each turn reads something, so that each loop is met again behind at least one code point.
      let word = makeLoop(rest: rest.onAfterWord)
      let other = splits ? makeLoop(rest: rest.onAfterOther) : word
      var turn = Rest(Self.none)
      (turn.onAfterWord, turn.onAfterOther) = (word, other)
      let next = try put(part, before: turn, splits)
      setBody(of: word, union(rest.onAfterWord, next.afterWord))
      if splits { setBody(of: other, union(rest.onAfterOther, next.afterOther)) }
      result.atStart = union(rest.atStart, next.atStart)
      result.afterWord = union(rest.afterWord, next.afterWord)
      result.afterOther = union(rest.afterOther, next.afterOther)
      (result.onAfterWord, result.onAfterOther) = (word, other)
    }
    for _ in 0..<minimum { result = try put(part, before: result, splits) }
    return result
  }
}

extension Pattern {
  /// Whether it has an assertion in it.
  var asksAround: Bool {
    switch self {
    case .empty, .set: false
    case .sequence(let parts), .choice(let parts): parts.contains { $0.asksAround }
    case .repetition(let part, _, _): part.asksAround
    case .start, .end, .wordBoundary, .lookahead: true
    }
  }

  /// The one text that it matches, where it is a plain text of two characters or more.
  var text: String? {
    guard case .sequence(let parts) = self else { return nil }
    var text = ""
    for part in parts {
      guard case .set(let set) = part, set.ranges.count == 1, set.ranges[0].count == 1,
        let scalar = Unicode.Scalar(set.ranges[0].lowerBound)
      else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  var usesWordBoundary: Bool {
    switch self {
    case .empty, .set, .start, .end: false
    case .sequence(let parts), .choice(let parts): parts.contains { $0.usesWordBoundary }
    case .repetition(let part, _, _), .lookahead(let part, _): part.usesWordBoundary
    case .wordBoundary: true
    }
  }

  /// Whether it can match without reading a character.
  var mayBeEmpty: Bool {
    switch self {
    case .set: false
    case .empty, .start, .end, .wordBoundary, .lookahead: true
    case .sequence(let parts): parts.allSatisfy { $0.mayBeEmpty }
    case .choice(let parts): parts.contains { $0.mayBeEmpty }
    case .repetition(let part, let minimum, _): minimum == 0 || part.mayBeEmpty
    }
  }
}
