// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Tokenization

/// A small vocabulary of the fixtures.
struct SmallVocabulary {
  let fixture: JSONValue
  var description: VocabularyDescription

  /// The first 1,500 merges of a byte-level vocabulary, with 17 control tokens and a user-defined one, `<tool>`.
  static func byteLevel(pre: String?) throws -> SmallVocabulary {
    let fixture = try JSONValue(parsing: fixtureBytes("tokenization/byte-level.json"))
    var description = VocabularyDescription(model: "gpt2", tokens: ByteStringTable(strings(fixture["tokens"])))
    description.pre = pre
    description.types = integers(fixture["types"]).map { Int32($0) }
    description.merges = ByteStringTable(strings(fixture["merges"]))
    return SmallVocabulary(fixture: fixture, description: description)
  }

  /// A SentencePiece vocabulary of 900 pieces, `prefixed` with or `plain` without a space in front of text.
  static func sentencePiece(_ kind: String) throws -> SmallVocabulary {
    let fixture = try JSONValue(parsing: fixtureBytes("tokenization/sentencepiece.json"))
    var description = VocabularyDescription(model: "llama", tokens: ByteStringTable(strings(fixture[kind]?["tokens"])))
    description.types = integers(fixture[kind]?["types"]).map { Int32($0) }
    description.scores = fixture[kind]?["scores"]?.arrayValue?.compactMap { $0.doubleValue.map { Float($0) } }
    description.addSpacePrefix = kind == "prefixed"
    description.unknownID = 0
    return SmallVocabulary(fixture: fixture, description: description)
  }

  static func strings(_ value: JSONValue?) -> [String] { value?.arrayValue?.compactMap(\.stringValue) ?? [] }
  static func integers(_ value: JSONValue?) -> [Int] { value?.arrayValue?.compactMap(\.intValue) ?? [] }

  static func ids(_ value: JSONValue?) -> [[TokenID]] {
    (value?.arrayValue ?? []).map { integers($0).map { TokenID($0) } }
  }

  var texts: [String] { Self.strings(fixture["texts"]) }

  func tokenizer(_ change: (inout VocabularyDescription) -> Void = { _ in }) throws -> Tokenizer {
    var description = description
    change(&description)
    return try Tokenizer(description)
  }
}
