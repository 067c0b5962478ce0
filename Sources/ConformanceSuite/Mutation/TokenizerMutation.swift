// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import OrderedJSON
import Tokenization

/// Texts under vocabularies as they are, and under vocabularies changed in every field that a model file has for them.
struct TokenizerMutation: MutationKind {
  static let name = "tokenizer"
  /// Vocabularies of more entries are not changed: making their tokenizers takes longer than the rest of a case.
  private static let sizeLimit = 3000

  struct Input {
    /// A model file without tensors; nil for the vocabulary of this number as it is.
    var file: [UInt8]?
    var original: Int
    var text: [UInt8]
  }

  private struct Original {
    var name: String
    var fields: VocabularyFields
    var tokenizer: Tokenizer
    /// Texts of some tokens.
    var words: [[UInt8]]
    /// Whether any text can be written, so that decoding gives back what was encoded.
    var writesAnything: Bool
  }

  private let originals: [Original]
  private let small: [Int]

  init(_ corpus: MutationCorpus) throws {
    var originals: [Original] = []
    for (name, fields) in VocabularyFields.all(in: corpus.folder) {
      guard let tokenizer = try? fields.tokenizer() else { continue }
      let count = fields.tokens.count
      let step = max(1, count / 400)
      let words = stride(from: 0, to: count, by: step).map { fields.tokens[$0] } + fields.tokens.suffix(40)
      let writesAnything =
        fields.model == "gpt2"
        && (0..<256).allSatisfy { byte in
          tokenizer.decode(tokenizer.encode(continuation: [UInt8(byte)]))
            == String(decoding: [UInt8(byte)], as: UTF8.self)
        }
      originals.append(
        Original(name: name, fields: fields, tokenizer: tokenizer, words: words, writesAnything: writesAnything))
    }
    guard !originals.isEmpty else { throw SuiteError("no vocabulary below '\(corpus.folder)'") }
    self.originals = originals
    small = originals.indices.filter { originals[$0].fields.tokens.count <= Self.sizeLimit }
  }

  func input(_ random: inout MutationRandom) -> Input {
    let isChanged = !small.isEmpty && random.oneIn(2)
    let number = isChanged ? random.pick(small) : random.next(below: originals.count)
    let original = originals[number]
    var file: [UInt8]?
    if isChanged {
      var mutator = VocabularyMutator(random: MutationRandom(seed: random.next()))
      file = mutator.changed(original.fields).file()
      if random.oneIn(6) { file = FileMutator.mutated(file!, reach: 1 << 20, &random) }
    }
    var writer = TextWriter(random: MutationRandom(seed: random.next()), words: original.words)
    return Input(file: file, original: number, text: writer.text(limit: isChanged ? 1 << 17 : 1 << 18))
  }

  func byteCount(_ input: Input) -> Int { (input.file?.count ?? 0) + input.text.count }

  func run(_ input: Input) throws {
    var tokenizer = originals[input.original].tokenizer
    if let file = input.file {
      guard let file = try? GGUFFile(bytes: file), let description = try? VocabularyDescription(file.metadata),
        let changed = try? Tokenizer(description)
      else { return }
      tokenizer = changed
    }
    let text = String(decoding: input.text, as: UTF8.self)
    let plain = tokenizer.encode(text, parsingSpecialTokens: false)
    let half = input.text.count / 2
    let segments = [
      PromptSegment(String(decoding: input.text[..<half], as: UTF8.self), isTemplate: true),
      PromptSegment(String(decoding: input.text[half...], as: UTF8.self), isTemplate: false),
    ]
    let answers = [
      plain, tokenizer.encode(text, parsingSpecialTokens: true, addingSpecials: true),
      tokenizer.encode(continuation: input.text), tokenizer.encode(segments),
    ]
    guard answers.allSatisfy({ $0.allSatisfy(tokenizer.isValid) }) else {
      throw SuiteError("an id beyond the vocabulary")
    }
    let decoded = tokenizer.decode(plain)
    var decoder = tokenizer.makeStreamingDecoder()
    var streamed = ""
    for id in plain { streamed += decoder.append(id) }
    streamed += decoder.finish()
    guard streamed == decoded else { throw SuiteError("decoding token by token gives another text") }
    if input.file == nil, originals[input.original].writesAnything, !decoded.utf8.elementsEqual(text.utf8) {
      throw SuiteError("the text does not come back")
    }
  }

  func files(_ input: Input) -> [(suffix: String, bytes: [UInt8])] {
    [
      (".gguf", input.file ?? originals[input.original].fields.file()), (".txt", input.text),
      (".about", Array("vocabulary \(originals[input.original].name)\(input.file == nil ? "" : ", changed")\n".utf8)),
    ]
  }
}
