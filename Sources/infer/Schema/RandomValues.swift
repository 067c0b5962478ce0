// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Generation
import OrderedJSON

/// `infer schema random`: values drawn by walking the grammar, each step one of the tokens that its mask allows.
///
/// A test of the whole engine rather than of a model: whatever is drawn must be of the schema.
struct RandomValues {
  let command: SchemaCommand
  let source: SchemaCommand.Source

  func run() throws -> ExitCode {
    let environment = command.environment
    let grammar = try source.compile(command.options(whitespace: .compact))
    let trie = try command.vocabulary() ?? .bytes
    let start = Constraint(grammar, trie)
    let minimum = start.minimumBudget
    let budget = environment.arguments.integer(.budget) ?? (minimum + 200)
    guard budget >= minimum else {
      throw CommandError(
        .incomplete,
        "\(source.name): the shortest value needs \(minimum) tokens, more than --budget \(budget); raise it")
    }
    let seed = environment.arguments.text(.seed).flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    environment.detail("seed", "\(seed)")
    var random = RandomSource(seed: seed)
    var mask = TokenMask(count: 0)
    for _ in 0..<(environment.arguments.integer(.valueCount) ?? 1) {
      guard let bytes = Self.walk(from: start, budget: budget, &mask, &random) else {
        throw CommandError(.failure, "\(source.name): a walk found no way on, which is a fault of infer (seed \(seed))")
      }
      try environment.output.write(line(bytes) + "\n")
    }
    return .success
  }

  /// A value on a line of its own: line breaks can only stand between tokens of JSON, where a space does as well. Text of a
  /// grammar is written as a string of JSON.
  private func line(_ bytes: [UInt8]) -> String {
    if source.isGrammar { return JSONValue.quoted(String(decoding: bytes, as: UTF8.self)) }
    return String(decoding: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  /// A random text of the grammar of at most `budget` tokens; nil where the engine broke its word.
  static func walk(
    from start: Constraint, budget: Int, _ mask: inout TokenMask, _ random: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    var constraint = start
    var text: [UInt8] = []
    var rest = budget
    while !constraint.mustEnd {
      constraint.fillMask(&mask, budget: rest)
      for token in constraint.trie.endOfGeneration { mask[token] = false }
      // Where the text may end, that is one choice more.
      let choices = mask.allowedCount + (constraint.canEnd ? 1 : 0)
      guard choices > 0 else { return nil }
      let choice = Int.random(in: 0..<choices, using: &random)
      if choice == mask.allowedCount { break }
      guard let token = mask.id(at: choice), constraint.accept(token) else { return nil }
      text += constraint.trie.bytes(of: token)
      rest -= 1
    }
    return constraint.finish() ? text : nil
  }
}

extension TokenMask {
  /// The allowed id that `index` smaller ones come before.
  fileprivate func id(at index: Int) -> Int? {
    var left = index
    for (place, word) in words.enumerated() {
      let count = word.nonzeroBitCount
      if left >= count {
        left -= count
        continue
      }
      var word = word
      for _ in 0..<left { word &= word - 1 }
      return place << 6 + word.trailingZeroBitCount
    }
    return nil
  }
}
