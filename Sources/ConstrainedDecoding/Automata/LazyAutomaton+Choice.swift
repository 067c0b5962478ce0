// SPDX-License-Identifier: Apache-2.0

// How many texts are left: where there are more than have been used, one that has not been used need not be searched for.
extension LazyAutomaton {
  /// What is certain of the texts that can follow a state, bounds on the count of code points aside.
  struct Choice: BitwiseCopyable {
    static let none = Choice(texts: 0, long: 0, characters: 0, isEndless: false)
    /// Different texts; at most `mostTexts`.
    var texts: Int32
    /// Those of `choiceDepth` characters or more.
    var long: Int32
    /// Code points that each of them needs at most.
    var characters: Int32
    /// Whether each of the long ones can be made as long as is asked.
    var isEndless: Bool
  }

  /// ASCII characters that are looked ahead.
  static let choiceDepth: Int32 = 4
  /// Texts that are counted; more are as good as these.
  static let mostTexts: Int32 = 4_096
  private static let choiceBudget = 400

  /// The texts that begin with so many ASCII characters, each spelled with a byte or a short escape; memoised.
  ///
  /// Of those that differ in the first `choiceDepth` characters, one each is counted.
  func choice(_ start: Int32, _ graph: inout ExpressionGraph) -> Choice {
    if let known = choices[start] { return known }
    var charactersOfClass: [Int: Int32] = [:]
    for value in [8, 9, 10, 12, 13] + Array(0x20...0x7E) {
      charactersOfClass[Int(asciiClasses[value]), default: 0] += 1
    }
    var rest = Self.choiceBudget
    var result = Choice.none
    // Texts of one length that come to the same state are counted together.
    var ways: [Int32: Int32] = [start: 1]
    for depth in 1...Self.choiceDepth {
      var longer: [Int32: Int32] = [:]
      for (state, texts) in ways where rest > 0 {
        for (number, characters) in charactersOfClass {
          rest -= 1
          guard rest > 0, !graph.isFull else { break }
          let target = fill(state, number, &graph)
          guard target >= 0 else { continue }
          longer[target] = min(longer[target, default: 0] + min(texts * characters, Self.mostTexts), Self.mostTexts)
        }
      }
      ways = longer
      for (state, texts) in ways where depth < Self.choiceDepth && self[state].isAccepting {
        result.texts = min(result.texts + texts, Self.mostTexts)
        result.characters = depth
      }
    }
    result.isEndless = true
    for (state, texts) in ways {
      result.long = min(result.long + texts, Self.mostTexts)
      result.characters = max(result.characters, Self.choiceDepth + self[state].shortest)
      if !(self[state].isExact && self[state].longest == ExpressionGraph.unbounded) { result.isEndless = false }
    }
    result.texts = min(result.texts + result.long, Self.mostTexts)
    choices[start] = result
    return result
  }
}

extension StringSpecification {
  /// How many different texts can follow `state`, reached by `count` code points: at least, and at most
  /// `LazyAutomaton.mostTexts`; and the code points that each of them needs at most.
  func choice(_ state: Int32, _ count: Int32) -> (texts: Int32, characters: Int32) {
    let missing = max(minimum - count, 0)
    let most = maximum == .max ? Int32.max : maximum - count
    guard let automaton, !automaton.isUniversal(state) else {
      // Two characters alone make some nine thousand.
      return most - 2 >= missing ? (LazyAutomaton.mostTexts, missing + 2) : (0, 0)
    }
    let choice = automaton.matcher._withUnsafeGuaranteedRef { $0.choice(state) }
    if missing == 0 { return choice.characters <= most ? (choice.texts, choice.characters) : (0, 0) }
    return choice.isEndless && maximum == .max ? (choice.long, choice.characters + missing) : (0, 0)
  }
}
