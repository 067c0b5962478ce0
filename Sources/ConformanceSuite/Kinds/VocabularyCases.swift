// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import Tokenization

/// Texts and their ids under a vocabulary, as llama.cpp keeps them.
///
/// Files: `NAME.gguf.inp`, texts between lines of `__ggml_vocab_test__`; `NAME.gguf.out`, a line of ids for each; `NAME.gguf`.
struct VocabularyCases: CaseKind {
  static let name = "vocabularies"
  private static let separator = "\n__ggml_vocab_test__\n"
  private let file: CaseFile

  init?(_ file: CaseFile) {
    guard file.path.hasSuffix(".gguf.inp") else { return nil }
    self.file = file
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    let path = String(file.path.dropLast(4))
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    do {
      let texts = try String(contentsOfFile: file.path, encoding: .utf8).components(separatedBy: Self.separator)
      let lines = try String(contentsOfFile: path + ".out", encoding: .utf8).components(separatedBy: "\n")
      let metadata = try GGUFFile(path: path, options: .metadataOnly).metadata
      let tokenizer = try Tokenizer(VocabularyDescription(metadata))
      for (index, (text, line)) in zip(texts, lines).enumerated() {
        let expected = line.split(separator: " ").compactMap { TokenID($0) }
        let found = tokenizer.encode(text, parsingSpecialTokens: false)
        report(
          "\(name)/\(index + 1)",
          found == expected ? .passed : .failed("\(text.debugDescription) is \(found) instead of \(expected)"))
      }
    } catch {
      report(name, .failed("\(error)"))
    }
  }
}
