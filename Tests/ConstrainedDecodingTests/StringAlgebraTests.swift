// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ConstrainedDecoding

/// Random expressions against a matcher that tries every split of every text.
@Suite struct StringAlgebraTests {
  indirect enum Sample {
    case pattern(Pattern)
    case texts([String])
    case lengths(Int, Int?)
    case union(Sample, Sample)
    case intersection(Sample, Sample)
    case complement(Sample)

    func set(_ algebra: StringAlgebra) throws -> StringSet {
      switch self {
      case .pattern(let pattern): try algebra.set(ofPattern: pattern)
      case .texts(let texts): try algebra.set(of: texts)
      case .lengths(let low, let high): try algebra.lengths(minimum: low, maximum: high)
      case .union(let a, let b): try algebra.union(a.set(algebra), b.set(algebra))
      case .intersection(let a, let b): try algebra.intersection(a.set(algebra), b.set(algebra))
      case .complement(let a): try algebra.complement(of: a.set(algebra))
      }
    }

    func accepts(_ text: [UInt32]) -> Bool {
      switch self {
      case .pattern(let pattern):
        return text.indices.contains { !Brute.ends(pattern, text, $0).isEmpty }
          || !Brute.ends(pattern, text, text.count).isEmpty
      case .texts(let texts): return texts.contains { $0.unicodeScalars.map(\.value) == text }
      case .lengths(let low, let high): return text.count >= low && text.count <= high ?? .max
      case .union(let a, let b): return a.accepts(text) || b.accepts(text)
      case .intersection(let a, let b): return a.accepts(text) && b.accepts(text)
      case .complement(let a): return !a.accepts(text)
      }
    }
  }

  enum Brute {
    static func isWord(_ text: [UInt32], _ index: Int) -> Bool {
      text.indices.contains(index) && CodePointSet.asciiWord.contains(text[index])
    }

    /// Where matches of `pattern` that begin at `start` can end.
    static func ends(_ pattern: Pattern, _ text: [UInt32], _ start: Int) -> Set<Int> {
      switch pattern {
      case .empty: return [start]
      case .set(let set): return start < text.count && set.contains(text[start]) ? [start + 1] : []
      case .sequence(let parts):
        return parts.reduce([start]) { places, part in Set(places.flatMap { ends(part, text, $0) }) }
      case .choice(let parts): return Set(parts.flatMap { ends($0, text, start) })
      case .repetition(let part, let minimum, let maximum):
        var places: Set<Int> = [start]
        for _ in 0..<minimum { places = Set(places.flatMap { ends(part, text, $0) }) }
        var all = places
        for _ in 0..<min((maximum ?? .max) - minimum, text.count + 1) {
          places = Set(places.flatMap { ends(part, text, $0) })
          all.formUnion(places)
        }
        return all
      case .start: return start == 0 ? [start] : []
      case .end: return start == text.count ? [start] : []
      case .wordBoundary(let isBoundary):
        return (isWord(text, start - 1) != isWord(text, start)) == isBoundary ? [start] : []
      case .lookahead(let part, let isPositive): return ends(part, text, start).isEmpty != isPositive ? [start] : []
      }
    }
  }

  struct Samples {
    var random: SeededGenerator

    mutating func pattern(_ depth: Int, asserts: Bool) -> Pattern {
      let sets: [CodePointSet] = [
        CodePointSet("a"), CodePointSet("b"), CodePointSet("ab"), CodePointSet("a").complement, .all, .asciiWord,
        CodePointSet("-"),
      ]
      switch random.next(depth > 0 ? 11 : 3) {
      case 0, 1: return .set(random.pick(sets))
      case 2:
        return asserts
          ? random.pick([.start, .end, .wordBoundary(true), .wordBoundary(false), .empty]) : .set(random.pick(sets))
      case 3, 4, 5: return .sequence((0..<random.next(4)).map { _ in pattern(depth - 1, asserts: asserts) })
      case 6, 7: return .choice((0..<2).map { _ in pattern(depth - 1, asserts: asserts) })
      case 8 where asserts:
        return .sequence([
          .lookahead(pattern(depth - 1, asserts: true), isPositive: random.next(2) == 0),
          pattern(depth - 1, asserts: true),
        ])
      default:
        let (low, high) = random.pick(
          [(0, nil), (1, nil), (0, 1), (2, 2), (1, 3), (0, 2), (2, nil), (3, 5)] as [(Int, Int?)])
        return .repetition(pattern(depth - 1, asserts: asserts), minimum: low, maximum: high)
      }
    }

    mutating func next(_ depth: Int) -> Sample {
      switch random.next(depth > 0 ? 9 : 4) {
      case 0, 1: return .pattern(pattern(3, asserts: true))
      case 2:
        return .texts((0..<random.next(4)).map { _ in random.pick(["", "a", "ab", "abb", "b-", "-", "ba", "aaaa"]) })
      case 3:
        return random.next(2) == 0 ? .pattern(.sequence([.start, pattern(3, asserts: false), .end])) : .lengths(1, 3)
      case 4, 5: return .intersection(next(depth - 1), next(depth - 1))
      case 6, 7: return .union(next(depth - 1), next(depth - 1))
      default: return .complement(next(depth - 1))
      }
    }
  }

  static let letters: [UInt32] = ["a", "b", "-"].map { ($0 as Unicode.Scalar).value }
  static let texts: [[UInt32]] = {
    var texts: [[UInt32]] = [[]]
    var last = texts
    for _ in 0..<5 {
      last = last.flatMap { text in letters.map { text + [$0] } }
      texts += last
    }
    return texts
  }()

  static func string(_ text: [UInt32]) -> String {
    String(String.UnicodeScalarView(text.compactMap { Unicode.Scalar($0) }))
  }

  /// The state after `text`, or -1.
  static func state(_ matcher: StringMatcher, _ text: [UInt32]) -> Int32 {
    guard let automaton = matcher.specification.automaton else { return 0 }
    var state: Int32 = 0
    for value in text where state >= 0 { state = automaton.next(state, automaton.class(of: value)) }
    return state
  }

  @Test(arguments: 0..<6)
  func membershipIsThatOfTheMatcher(seed: Int) throws {
    var samples = Samples(random: SeededGenerator(seed: UInt64(seed)))
    var compared = 0
    for _ in 0..<150 {
      let algebra = StringAlgebra()
      let sample = samples.next(2)
      guard let set = try? sample.set(algebra) else { continue }
      compared += 1
      for text in Self.texts where algebra.accepts(set, Self.string(text)) != sample.accepts(text) {
        Issue.record("\(sample) on \(Self.string(text)): \(sample.accepts(text))")
        break
      }
      if Self.texts.contains(where: sample.accepts) { #expect(try !algebra.isEmpty(set)) }
    }
    #expect(compared > 100)
  }

  /// A live state leads to acceptance in as many steps as it says, and a dead one never does.
  @Test(arguments: 0..<6)
  func liveStatesCanEnd(seed: Int) throws {
    var samples = Samples(random: SeededGenerator(seed: UInt64(100 + seed)))
    for _ in 0..<120 {
      let algebra = StringAlgebra()
      let sample = samples.next(2)
      guard let set = try? sample.set(algebra), set != algebra.all else { continue }
      guard let matcher = try StringMatcher(set, minimum: 0, maximum: nil) else {
        #expect(!Self.texts.contains(where: sample.accepts), "\(sample)")
        continue
      }
      guard let automaton = matcher.specification.automaton else { continue }
      for text in Self.texts where text.count <= 3 {
        let state = Self.state(matcher, text)
        guard state >= 0 else {
          #expect(!Self.texts.contains { $0.starts(with: text) && sample.accepts($0) }, "\(sample): \(text)")
          continue
        }
        #expect(automaton.isAccepting(state) == sample.accepts(text), "\(sample): \(text)")
        var steps = 0
        var place = state
        while !automaton.isAccepting(place), steps < 100 {
          let shortest = automaton.state(place).pointee.shortest
          let next = (0..<automaton.classCount).map { automaton.next(place, $0) }
            .first { $0 >= 0 && automaton.state($0).pointee.shortest < shortest }
          guard let next else { break }
          place = next
          steps += 1
        }
        #expect(automaton.isAccepting(place), "\(sample): no end from \(text)")
        #expect(steps == automaton.state(state).pointee.shortest, "\(sample): \(text)")
        if automaton.state(state).pointee.isUniversal {
          #expect(Self.texts.allSatisfy { !$0.starts(with: text) || sample.accepts($0) })
        }
      }
    }
  }

  /// Within bounds, a place is live if and only if some text of the right length completes it.
  @Test(arguments: 0..<6)
  func boundsAreExact(seed: Int) throws {
    var samples = Samples(random: SeededGenerator(seed: UInt64(200 + seed)))
    for _ in 0..<120 {
      let algebra = StringAlgebra()
      // Over the letters alone, so that every text there can be is one of ours.
      let word = Pattern.repetition(.set(CodePointSet("ab-")), minimum: 0, maximum: nil)
      let only = try algebra.set(ofPattern: word, isWhole: true)
      let sample = samples.next(2)
      guard let set = try? algebra.intersection(sample.set(algebra), only) else { continue }
      let minimum = samples.random.next(5)
      let maximum = samples.random.next(3) == 0 ? 5 : min(minimum + samples.random.next(3), 5)
      let accepted = Self.texts.filter { $0.count >= minimum && $0.count <= maximum && sample.accepts($0) }
      guard let matcher = try StringMatcher(set, minimum: minimum, maximum: maximum) else {
        #expect(accepted.isEmpty, "\(sample) \(minimum)...\(maximum)")
        continue
      }
      #expect(!accepted.isEmpty, "\(sample) \(minimum)...\(maximum)")
      let specification = matcher.specification
      guard let automaton = specification.automaton else { continue }
      for text in Self.texts where text.count <= maximum {
        let state = Self.state(matcher, text)
        let isLive = state >= 0 && specification.isLive(automaton, state, Int32(text.count))
        #expect(
          isLive == accepted.contains { $0.starts(with: text) },
          "\(sample) \(minimum)...\(maximum): \(Self.string(text))")
      }
    }
  }

  /// Whatever plain characters come, as many as are promised leave the place live.
  @Test(arguments: 0..<6)
  func opennessKeepsItsPromise(seed: Int) throws {
    var samples = Samples(random: SeededGenerator(seed: UInt64(300 + seed)))
    var open = 0
    for _ in 0..<150 {
      let algebra = StringAlgebra()
      let sample = samples.next(2)
      guard let set = try? sample.set(algebra) else { continue }
      let minimum = samples.random.next(3)
      let maximum = samples.random.next(2) == 0 ? nil : minimum + 3
      guard let matcher = try StringMatcher(set, minimum: minimum, maximum: maximum) else { continue }
      let specification = matcher.specification
      guard let automaton = specification.automaton else { continue }
      for text in Self.texts where text.count <= 2 {
        let state = Self.state(matcher, text)
        guard state >= 0, specification.isLive(automaton, state, Int32(text.count)) else { continue }
        let openness = specification.openness(state, Int32(text.count))
        open += openness > 0 ? 1 : 0
        for more in Self.texts where more.count <= openness {
          let next = Self.state(matcher, text + more)
          let count = Int32(text.count + more.count)
          if next < 0 || !specification.isLive(automaton, next, count) {
            Issue.record("\(sample) \(minimum)...\(maximum ?? -1): \(text) + \(more) of \(openness)")
            break
          }
        }
      }
    }
    #expect(open > 100)
  }

  @Test(arguments: [
    ("^.{0,50}$", 48), ("^.{0,20}$", 20), ("^.{3,20}x?$", 20), ("", 48), ("^[^\\s]+$", 0), ("a", 48), ("^.{2}-", 2),
    ("^(?!foo).*$", 2), ("^(?=.*b).{0,30}$", 29), ("^[^<>]*$", 0), ("^(.|\\n)*$", 48),
  ])
  func opennessOfCommonPatterns(pattern: String, expected: Int) throws {
    let algebra = StringAlgebra()
    let matcher = try StringMatcher(algebra.set(ofPattern: Pattern(parsing: pattern)), minimum: 0, maximum: nil)
    #expect(try #require(matcher).specification.openness(0, 0) == expected)
  }

  struct ChoiceCase: Sendable {
    var pattern: String
    var minimum = 0
    var maximum: Int?
    var texts: Int32
    var characters: Int32
  }

  @Test(arguments: [
    ChoiceCase(pattern: "^[01]{1,3}$", texts: 14, characters: 3), ChoiceCase(pattern: "^a$", texts: 1, characters: 1),
    ChoiceCase(pattern: "^[0-9]+$", texts: 4_096, characters: 4),
    ChoiceCase(pattern: "^(a|b)c?$", texts: 4, characters: 2),
    ChoiceCase(pattern: "^.{2}$", texts: 4_096, characters: 2),
    ChoiceCase(pattern: "^[0-9]{2}x[ab]$", texts: 200, characters: 4),
    ChoiceCase(pattern: "^[01]{9}$", texts: 16, characters: 9),
    ChoiceCase(pattern: "^[01]+$", minimum: 1, texts: 16, characters: 5),
    ChoiceCase(pattern: "^[01]{1,8}$", minimum: 2, texts: 0, characters: 0),
    ChoiceCase(pattern: "^[01]+$", maximum: 3, texts: 0, characters: 0),
    ChoiceCase(pattern: "^[01]+$", maximum: 4, texts: 30, characters: 4),
    ChoiceCase(pattern: "^[01]{9}$", maximum: 9, texts: 16, characters: 9),
    ChoiceCase(pattern: "", maximum: 1, texts: 0, characters: 0),
    ChoiceCase(pattern: "", minimum: 3, maximum: 5, texts: 4_096, characters: 5),
    ChoiceCase(pattern: "^é+$", texts: 0, characters: 0), ChoiceCase(pattern: "^\\n+$", texts: 4, characters: 4),
  ])
  func textsLeft(_ test: ChoiceCase) throws {
    let algebra = StringAlgebra()
    let set = try algebra.set(ofPattern: Pattern(parsing: test.pattern))
    let matcher = try #require(try StringMatcher(set, minimum: test.minimum, maximum: test.maximum))
    let (texts, characters) = matcher.specification.choice(0, 0)
    #expect((texts, characters) == (test.texts, test.characters))
  }

  /// There are as many texts as are promised, and no longer ones are needed.
  @Test(arguments: 0..<6)
  func choiceKeepsItsPromise(seed: Int) throws {
    var samples = Samples(random: SeededGenerator(seed: UInt64(700 + seed)))
    var choices = 0
    for _ in 0..<150 {
      let algebra = StringAlgebra()
      let sample = samples.next(2)
      guard let set = try? sample.set(algebra) else { continue }
      let minimum = samples.random.next(3)
      let maximum = samples.random.next(2) == 0 ? nil : minimum + 3
      guard let matcher = try StringMatcher(set, minimum: minimum, maximum: maximum) else { continue }
      let (texts, characters) = matcher.specification.choice(0, 0)
      guard texts > 0 else { continue }
      choices += 1
      let found = TextSearch.texts(matcher, upTo: characters, atMost: texts)
      #expect(found == texts, "\(sample) \(minimum)...\(maximum ?? -1): \(texts) of \(characters)")
    }
    #expect(choices > 30)
  }

  @Test func lawsHold() throws {
    let algebra = StringAlgebra()
    var samples = Samples(random: SeededGenerator(seed: 9))
    for _ in 0..<100 {
      guard let a = try? samples.next(1).set(algebra), let b = try? samples.next(1).set(algebra) else { continue }
      let (notA, notB) = (try algebra.complement(of: a), try algebra.complement(of: b))
      #expect(try algebra.complement(of: notA) == a)
      #expect(try algebra.union(a, b) == algebra.union(b, a))
      #expect(try algebra.intersection(a, b) == algebra.intersection(b, a))
      #expect(
        try algebra.union(a, notA) == algebra.all || algebra.isEmpty(algebra.complement(of: algebra.union(a, notA))))
      #expect(try algebra.isEmpty(algebra.intersection(a, notA)))
      // De Morgan: the symmetric difference of both sides is empty.
      let left = try algebra.complement(of: algebra.union(a, b))
      let right = try algebra.intersection(notA, notB)
      #expect(try algebra.isEmpty(algebra.difference(left, right)) && algebra.isEmpty(algebra.difference(right, left)))
    }
  }

  /// Sessions on several threads make the states of one matcher together.
  @Test func sessionsShareStates() async throws {
    let algebra = StringAlgebra()
    let pattern = try Pattern(parsing: "^(?=.*b)(a|b-?){3,40}(?<x>-{0,20}a)*$")
    let set = try algebra.set(ofPattern: pattern)
    let matcher = try #require(try StringMatcher(set, minimum: 2, maximum: 60))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed))
          var wrong = 0
          for _ in 0..<200 {
            let text = (0..<random.next(60)).map { _ in random.pick(Self.letters) }
            let state = Self.state(matcher, text)
            let isAccepted = state >= 0 && matcher.specification.automaton?.isAccepting(state) == true
            if isAccepted != algebra.accepts(set, Self.string(text)) { wrong += 1 }
            if state >= 0 { _ = matcher.openness(state, Int32(text.count)) }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func longListsStaySmall() throws {
    let algebra = StringAlgebra()
    let texts = (0..<20_000).map { "key number \($0)" }
    let listed = try algebra.set(of: texts)
    let others = try algebra.complement(of: listed)
    #expect(algebra.accepts(listed, "key number 19999") && !algebra.accepts(others, "key number 19999"))
    #expect(!algebra.accepts(listed, "key number 20000") && algebra.accepts(others, "key number 20000"))
    let lower = try algebra.set(ofPattern: Pattern(parsing: "^[a-z ]+1234$"))
    #expect(try !algebra.isEmpty(algebra.intersection(listed, lower)))
    let upper = try algebra.set(ofPattern: Pattern(parsing: "^[A-Z]"))
    #expect(try algebra.isEmpty(algebra.intersection(listed, upper)))
  }

  @Test(arguments: [
    "(((a{1,1000}){1,1000}){1,1000}){1,1000}", "((a{1,1000}b){1,1000}c){1,1000}", "(a|a)*b{500}", "(a|b)*a(a|b){300}",
    "x.{0,400}y.{0,400}z", "(a*)*b", "((a|b)*c){50}", "(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e).{8,}", "(\\b\\w+\\b\\s*)+",
    "^((?!foo).)*$", "^(a?){500}a{500}$", "^(([a-z])+.)+[A-Z]([a-z])+$",
  ])
  func hostilePatternsWorkOrAreRefused(pattern: String) throws {
    let algebra = StringAlgebra()
    var random = SeededGenerator(seed: 4)
    do throws(PatternError) {
      let set = try algebra.set(ofPattern: Pattern(parsing: pattern))
      guard let matcher = try StringMatcher(set, minimum: 0, maximum: 600) else {
        Issue.record("empty: \(pattern)")
        return
      }
      let specification = matcher.specification
      guard let automaton = specification.automaton else { return }
      var state: Int32 = 0
      for count in 0..<Int32(300) {
        let next = (0..<automaton.classCount).map { automaton.next(state, $0) }
          .filter { $0 >= 0 && specification.isLive(automaton, $0, count + 1) }
        guard let chosen = next.randomElement(using: &random) else {
          #expect(automaton.isAccepting(state), "\(pattern): dead end after \(count)")
          return
        }
        state = chosen
      }
    } catch {
      #expect(error.kind == .tooComplex)
    }
  }
}

extension TextSearch {
  /// How many texts of at most `length` code points there are, counted up to `most`.
  fileprivate static func texts(_ matcher: StringMatcher, upTo length: Int32, atMost most: Int32) -> Int32 {
    let specification = matcher.specification
    guard let automaton = specification.automaton else { return most }
    var count: Int32 = 0
    var ways: [Int32: Int32] = [0: 1]
    for depth in 0...length {
      if depth >= specification.minimum, depth <= specification.maximum, depth > 0 {
        for (state, texts) in ways where automaton.isAccepting(state) { count = min(count + texts, most) }
      }
      var longer: [Int32: Int32] = [:]
      for (state, texts) in ways {
        for value in UInt32(0x08)...0x7E {
          let next = automaton.next(state, automaton.class(of: value))
          if next >= 0 { longer[next] = min(longer[next, default: 0] + texts, most) }
        }
      }
      ways = longer
    }
    return count
  }
}
