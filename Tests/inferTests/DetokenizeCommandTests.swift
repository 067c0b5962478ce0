// SPDX-License-Identifier: Apache-2.0
import Testing
import Tokenization

@testable import infer

@Suite struct DetokenizeCommandTests {
  @Test(
    arguments: [
      ("1 2 3", [1, 2, 3]), ("[1, 2,3]", [1, 2, 3]), ("\n7\n", [7]), ("", []), ("[]", []), ("-1", [-1]),
    ] as [(String, [TokenID])])
  func readsIDs(_ text: String, _ ids: [TokenID]) throws {
    #expect(try DetokenizeCommand.ids(in: text) == ids)
  }

  @Test(arguments: ["1 a", "1.5", "99999999999", "0x10"]) func refuses(_ text: String) {
    #expect(throws: UsageError.self) { try DetokenizeCommand.ids(in: text) }
  }

  /// All 256 bytes, merges for a few words, and a control token.
  static func tokenizer() throws -> Tokenizer {
    var description = VocabularyDescription(
      model: "gpt2", tokens: ByteStringTable(["<|end|>", "a", "b", "Ġ", "ab", "Ġab", "Ã", "©"]))
    description.types = [3, 1, 1, 1, 1, 1, 1, 1]
    description.merges = ByteStringTable(["a b", "Ġ ab"])
    description.pre = "gpt-2"
    return try Tokenizer(description)
  }

  @Test func text() throws {
    let tokenizer = try Self.tokenizer()
    #expect(try DetokenizeCommand.text(of: [4, 5, 0, 1], tokenizer, namesControl: false) == "ab aba")
    #expect(try DetokenizeCommand.text(of: [4, 5, 0, 1], tokenizer, namesControl: true) == "ab ab<|end|>a")
    // A character of two tokens, and half of one.
    for namesControl in [true, false] {
      #expect(try DetokenizeCommand.text(of: [6, 7, 1, 6], tokenizer, namesControl: namesControl) == "éa\u{FFFD}")
    }
    #expect(throws: CommandError(.failure, "there is no token 8: ids are 0 to 7")) {
      try DetokenizeCommand.text(of: [1, 8, -1], tokenizer, namesControl: false)
    }
  }
}
