// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Tokenization

/// Checks against large vocabularies, run where `INFER_TEST_VOCABULARIES` names a folder that has them.
@Suite(.enabled(if: vocabularyFolder != nil)) struct VocabularyConformanceTests {
  /// `NAME.gguf.inp` holds texts between separators, `NAME.gguf.out` their ids, a line each.
  @Test(arguments: [
    "llama-spm", "phi-3", "gpt-2", "mpt", "starcoder", "refact", "command-r", "llama-bpe", "qwen2", "qwen35",
    "falcon", "deepseek-coder", "deepseek-llm", "gemma-4", "bert-bge",
  ])
  func llamaCppCases(_ name: String) throws {
    guard hasVocabulary("ggml-vocab-\(name)") else { return }
    let path = vocabularyFolder! + "/ggml-vocab-\(name).gguf"
    let tokenizer = try tokenizer(named: "ggml-vocab-\(name)")
    let texts = try String(contentsOfFile: path + ".inp", encoding: .utf8)
      .components(separatedBy: "\n__ggml_vocab_test__\n")
    let lines = try String(contentsOfFile: path + ".out", encoding: .utf8).components(separatedBy: "\n")
    for (text, line) in zip(texts, lines) {
      let expected = line.split(separator: " ").map { TokenID($0)! }
      let ids = tokenizer.encode(text, parsingSpecialTokens: false)
      #expect(ids == expected, "\(name): \(text.debugDescription)")
      if !["phi-3", "llama-spm", "bert-bge"].contains(name) { #expect(tokenizer.decode(ids) == text) }
    }
  }

  /// The text of every id, encoded and decoded again, stays; and so does every scalar, in runs of a thousand.
  @Test(arguments: [
    "llama-spm", "phi-3", "baichuan", "gpt-2", "mpt", "starcoder", "refact", "command-r", "llama-bpe", "qwen2",
    "qwen35",
    "falcon", "deepseek-coder", "deepseek-llm", "gemma-4",
  ])
  func roundTrips(_ name: String) throws {
    guard hasVocabulary("ggml-vocab-\(name)") else { return }
    let tokenizer = try tokenizer(named: "ggml-vocab-\(name)")
    for id in 0..<TokenID(tokenizer.vocabularySize) where !tokenizer.isControl(id) {
      // Parts of characters, and a space that a prefix would take away, are no text of their own.
      let text = String(decoding: tokenizer.bytes(of: id), as: UTF8.self)
      guard !text.contains("\u{FFFD}"), !text.contains("\u{2581}") else { continue }
      let again = tokenizer.decode(tokenizer.encode(text, parsingSpecialTokens: false))
      guard again == text else {
        Issue.record("\(name): \(id) \(text.debugDescription) becomes \(again.debugDescription)")
        return
      }
    }
    // starcoder, refact and falcon lack the tokens of some bytes; a scalar that needs one cannot be written.
    let bytes = Set(
      (0..<TokenID(tokenizer.vocabularySize)).map { tokenizer.bytes(of: $0) }.filter { $0.count == 1 }.joined())
    var run = ""
    for value in UInt32(0)...0x10FFFF {
      if let scalar = Unicode.Scalar(value), value != 0x2581, bytes.isSuperset(of: String(scalar).utf8) {
        run.unicodeScalars.append(scalar)
      }
      guard value % 1000 == 999 || value == 0x10FFFF else { continue }
      let again = tokenizer.decode(tokenizer.encode(run, parsingSpecialTokens: false))
      guard Array(again.utf8) == Array(run.utf8) else {
        Issue.record("\(name): scalars up to \(value)")
        return
      }
      run = ""
    }
  }

  struct Probe {
    var model: String
    var text: String
    var ids: [TokenID]
    var isTemplate = false
  }

  @Test(arguments: [
    Probe(model: "qwen2.5-coder-0.5b", text: "Swift 社区非常活跃", ids: [55336, 76952, 122, 23836, 99491, 105266]),
    Probe(
      model: "smollm2-135m", text: "Swift 社区非常活跃",
      ids: [14395, 2706, 27709, 114, 139, 30158, 135, 45834, 248, 32947, 133, 177, 129, 136, 179, 132, 221]),
    Probe(model: "gemma3-270m", text: "Swift 社区非常活跃", ids: [53028, 236743, 56702, 13869, 164296]),
    Probe(model: "qwen2.5-coder-0.5b", text: "👨‍👩‍👧", ids: [145367, 378, 235, 145233, 378, 235, 145665]),
    Probe(
      model: "smollm2-135m", text: "👨‍👩‍👧",
      ids: [10813, 235, 118, 321, 231, 10813, 235, 119, 321, 231, 10813, 235, 117]),
    Probe(model: "gemma3-270m", text: "👨‍👩‍👧", ids: [243874, 237243, 243767, 237243, 244814]),
    Probe(model: "qwen2.5-coder-0.5b", text: "e\u{301}x", ids: [68, 53839, 87]),
    Probe(model: "smollm2-135m", text: "e\u{301}x", ids: [85, 151, 219, 104]),
    Probe(model: "ggml-vocab-llama-bpe", text: " Việt", ids: [101798]),
    Probe(model: "ggml-vocab-phi-3", text: " Hi", ids: [29871, 6324]),
    Probe(model: "ggml-vocab-phi-3", text: "Hi", ids: [6324]),
    Probe(model: "ggml-vocab-llama-spm", text: " ", ids: [259]),
    Probe(model: "gemma3-270m", text: "    Hello\n    Hello", ids: [140, 9259, 107, 140, 9259]),
    Probe(model: "qwen2.5-coder-0.5b", text: "1234567", ids: [16, 17, 18, 19, 20, 21, 22]),
    Probe(model: "qwen2.5-coder-0.5b", text: "don't DON'T", ids: [15007, 944, 44273, 17323]),
    Probe(model: "qwen2.5-coder-0.5b", text: "A<|im_end|>B", ids: [32, 27, 91, 318, 6213, 91, 29, 33]),
    Probe(model: "qwen2.5-coder-0.5b", text: "A<|im_end|>B", ids: [32, 151645, 33], isTemplate: true),
    Probe(
      model: "ggml-vocab-phi-3", text: "<|user|>\nHi<|end|>\n<|assistant|>\n", ids: [32010, 6324, 32007, 32001],
      isTemplate: true),
    Probe(model: "gemma3-270m", text: "<bos>Hi", ids: [2, 10979], isTemplate: true),
  ])
  func probe(_ probe: Probe) throws {
    guard hasVocabulary(probe.model) else { return }
    let tokenizer = try tokenizer(named: probe.model)
    #expect(tokenizer.encode(probe.text, parsingSpecialTokens: probe.isTemplate) == probe.ids)
    var decoder = tokenizer.makeStreamingDecoder()
    #expect(probe.ids.map { decoder.append($0) }.joined() + decoder.finish() == tokenizer.decode(probe.ids))
  }
}
