// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import ConstrainedDecoding

func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

func options(
  _ whitespace: GrammarOptions.Whitespace = .compact, undeclared: Bool = false, formats: Bool = true
) -> GrammarOptions {
  var options = GrammarOptions()
  options.whitespace = whitespace
  options.allowsUndeclaredProperties = undeclared
  options.enforcesFormats = formats
  return options
}

/// Whether the grammar takes all of `text` and may end there.
func accepts(_ grammar: Grammar, _ text: String) -> Bool {
  var constraint = Constraint(grammar, .bytes)
  return constraint.accept(bytes: text.utf8) && constraint.canEnd
}

enum Vocabularies {
  /// 26 text tokens and an end of generation, few enough to check a mask by eye.
  static let toyTexts = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "a", "b", "0", "1", "2", "-", ".", "e", "n", "u", " ", "\n",
    "{\"", "\":", "\",\"", "ab", "12", "\"}",
  ]
  static let toy = VocabularyTrie(tokens: toyTexts.map { Array($0.utf8) } + [[]], endOfGeneration: [26])

  /// Every byte, common runs, tokens that cut characters and escapes, duplicates.
  static let mixed: VocabularyTrie = {
    var tokens = (0...255).map { [UInt8($0)] }
    let texts = [
      "{\"", "\":", "\":\"", "\",\"", "\"}", "\"]", "},{", "]]", "}}", ", \"", "\": ", "true", "false", "null", "name",
      "id",
      "aa", "aaaa", "aaaaaaaa", "ab", "abc", "12", "123", "00", "0.", "-1", "1e", "\\n", "\\u", "\\u00", "\\ud83d",
      "\\\"",
      "\\\\", "é", "京都", "😊", "\n  ", "    ", "\"a", "a\"", "a\",", "b\":", "\"\"", "[]", "{}", "[[", "[{\"", "1,",
      "2]", "x", "foo",
      "bar", "x\"}", ",\"a", "\",\"b", "\",\"c\":", ",\"a\":", "1,\"b", ",\"\\", "\",\"\"", "\"},\"k", "<tool_call>",
      "</tool_call>", "<tool", "e\":1", "ab",
    ]
    tokens += texts.map { Array($0.utf8) }
    tokens += [
      [0xC3], [0xE4, 0xBA], [0xAC, 0x61], [0x98, 0x8A], [0xF0, 0x9F], [0x61, 0xF0, 0x9F, 0x98], [0x80, 0x22], [],
    ]
    return VocabularyTrie(tokens: tokens, endOfGeneration: [tokens.count - 1])
  }()
}

extension SeededGenerator {
  mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }
}

// Expectations cannot hold calls that change their subject, so that these stand in their place.
extension Constraint {
  mutating func take(_ bytes: some Sequence<UInt8>, sourceLocation: SourceLocation = #_sourceLocation) {
    if !accept(bytes: bytes) { Issue.record("refused", sourceLocation: sourceLocation) }
  }

  mutating func take(_ token: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    if !accept(token) { Issue.record("refused token \(token)", sourceLocation: sourceLocation) }
  }

  func takes(_ bytes: some Sequence<UInt8>) -> Bool {
    var fork = self
    return fork.accept(bytes: bytes)
  }

  mutating func end(sourceLocation: SourceLocation = #_sourceLocation) {
    if !finish() { Issue.record("cannot end here", sourceLocation: sourceLocation) }
  }
}
