// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct StreamingDecoderTests {
  /// Pieces of any length join to what decoding at once gives, and never hold half a character.
  @Test func piecesJoin() {
    var random = SeededGenerator(seed: 3)
    let alphabet: [[UInt8]] =
      ["a", " ", "é", "社", "😀", "\u{301}", "\u{10FFFF}"].map { Array($0.utf8) }
      + [
        [0x80], [0xC3], [0xE4], [0xE4, 0xBD], [0xF0, 0x9F], [0xF0, 0x9F, 0x98], [0xFF], [0xED, 0xA0], [0xC0, 0xAF],
        [0xF5],
      ]
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in alphabet.randomElement(using: &random)! }
      var decoder = UTF8StreamDecoder()
      var (text, rest) = ("", bytes[...])
      while !rest.isEmpty {
        let count = Int.random(in: 1...4, using: &random)
        text += decoder.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        // What is out is right already: it begins the text of all bytes.
        #expect(String(decoding: bytes, as: UTF8.self).unicodeScalars.starts(with: text.unicodeScalars))
      }
      text += decoder.finish()
      #expect(Array(text.utf8) == Array(String(decoding: bytes, as: UTF8.self).utf8), "\(bytes)")
    }
  }

  @Test func nothingIsHeldLongerThanNeeded() {
    var decoder = UTF8StreamDecoder()
    let steps: [([UInt8], String)] = [
      ([0x20, 0xE7, 0xA4], " "), ([0xBE], "社"), ([0xF0], ""), ([0x9F], ""), ([0x98], ""), ([0x80], "😀"),
      ([0xC3], ""), ([0x41], "\u{FFFD}A"), ([0xFF], "\u{FFFD}"), ([0xE4, 0xB8], ""), ([0xF0], "\u{FFFD}"),
      ([0x80], "\u{FFFD}\u{FFFD}"),
    ]
    for (bytes, text) in steps { #expect(decoder.append(bytes) == text, "\(bytes)") }
    #expect(decoder.append([0xE4, 0xB8]) == "")
    #expect(decoder.finish() == "\u{FFFD}")
    #expect(decoder.finish() == "")
  }

  @Test(arguments: ["smollm", "prefixed", "plain"])
  func tokensStream(_ kind: String) throws {
    let vocabulary =
      try kind == "smollm" ? SmallVocabulary.byteLevel(pre: kind) : SmallVocabulary.sentencePiece(kind)
    let tokenizer = try vocabulary.tokenizer()
    for text in vocabulary.texts {
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      var decoder = tokenizer.makeStreamingDecoder()
      let streamed = ids.map { decoder.append($0) }.joined() + decoder.finish()
      #expect(Array(streamed.utf8) == Array(tokenizer.decode(ids).utf8), "\(text.debugDescription)")
    }
  }
}
