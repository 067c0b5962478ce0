// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import OrderedJSON
import Tokenization

/// A vocabulary as a model file has it, in a form that is easily changed.
struct VocabularyFields {
  var model: String
  var pre: String?
  var tokens: [[UInt8]] = []
  var scores: [Float]?
  var types: [Int32]?
  var merges: [[UInt8]]?
  var charsMap: [UInt8]?
  /// Ids and truth values, by the ends of their keys.
  var integers: [(key: String, value: Int64)] = []
  var flags: [(key: String, value: Bool)] = []

  private static let prefix = "tokenizer.ggml."
  static let integerKeys = [
    "bos_token_id", "eos_token_id", "unknown_token_id", "padding_token_id", "eot_token_id", "eom_token_id",
    "cls_token_id",
    "seperator_token_id",
  ]
  static let flagKeys = ["add_bos_token", "add_eos_token", "add_space_prefix", "remove_extra_whitespaces"]

  init(model: String) { self.model = model }

  /// Those of a file; nil where it has none.
  init?(_ metadata: GGUFMetadata) {
    func strings(_ key: String) -> [[UInt8]]? {
      guard let array = metadata.array(Self.prefix + key), array.elementType == .string else { return nil }
      var strings: [[UInt8]] = []
      array.forEachString { strings.append(Array($0)) }
      return strings
    }
    guard let model = metadata.string(Self.prefix + "model"), let tokens = strings("tokens") else { return nil }
    self.model = model
    self.tokens = tokens
    pre = metadata.string(Self.prefix + "pre")
    scores = metadata.array(Self.prefix + "scores")?.floats
    types = metadata.array(Self.prefix + "token_type")?.int32s
    merges = strings("merges")
    charsMap = metadata.array(Self.prefix + "precompiled_charsmap")?.byteArray
    for key in Self.integerKeys {
      if let value = metadata.int(Self.prefix + key) { integers.append((key, Int64(value))) }
    }
    for key in Self.flagKeys {
      if let value = metadata.bool(Self.prefix + key) { flags.append((key, value)) }
    }
  }

  /// Those of a fixture: `{"tokens": […], "types": […], "merges": […]}` or with `scores`.
  init?(_ fixture: JSONValue, named name: String) {
    guard let tokens = fixture["tokens"]?.arrayValue?.compactMap(\.stringValue), !tokens.isEmpty else { return nil }
    let merges = fixture["merges"]?.arrayValue?.compactMap(\.stringValue)
    self.init(model: merges == nil ? "llama" : "gpt2")
    pre = merges == nil ? nil : "llama-bpe"
    self.tokens = tokens.map { Array($0.utf8) }
    self.merges = merges.map { $0.map { Array($0.utf8) } }
    types = fixture["types"]?.arrayValue?.compactMap { $0.intValue.map { Int32(truncatingIfNeeded: $0) } }
    scores = fixture["scores"]?.arrayValue?.compactMap { $0.doubleValue.map { Float($0) } }
  }

  /// All vocabularies below a folder; those of fixtures as every kind that their pieces can serve.
  static func all(in folder: String) -> [(name: String, fields: VocabularyFields)] {
    var found: [(String, VocabularyFields)] = []
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }) ?? []
    for name in names.sorted() {
      let path = folder + "/" + name
      if name.hasSuffix(".gguf"), let file = try? GGUFFile(path: path, options: .metadataOnly) {
        if let fields = VocabularyFields(file.metadata) { found.append((name, fields)) }
      } else if name.hasSuffix(".json"), let data = FileManager.default.contents(atPath: path), data.count < 4 << 20,
        let content = try? JSONValue(parsing: [UInt8](data))
      {
        for (key, fixture) in [("", content)] + (content.objectValue.map { $0.map { ($0.0, $0.1) } } ?? []) {
          guard let fields = VocabularyFields(fixture, named: name) else { continue }
          found.append((name + "/" + key, fields))
          guard fields.model == "llama" else { continue }
          for model in ["t5", "bert", "gemma4"] {
            var other = fields
            other.model = model
            if model == "gemma4" { other.merges = other.pairs() }
            if model == "t5" { other.charsMap = VocabularyMutator.emptyMap }
            found.append(("\(name)/\(key) as \(model)", other))
          }
        }
      }
    }
    return found
  }

  /// Merges that make each token from its first character and the rest.
  private func pairs() -> [[UInt8]] {
    tokens.compactMap { token in
      let text = String(decoding: token, as: UTF8.self)
      return text.unicodeScalars.count < 2
        ? nil
        : Array(
          (String(text.unicodeScalars.first!) + " " + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst())))
            .utf8)
    }
  }

  /// A model file of these fields, without tensors.
  func file() -> [UInt8] {
    var writer = GGUFWriter()
    func set(_ key: String, _ value: GGUFWriter.Value?) { if let value { writer.set(Self.prefix + key, value) } }
    writer.set("general.architecture", .string("llama"))
    set("model", .string(model))
    set("pre", pre.map { .string($0) })
    set("tokens", .stringsBytes(tokens))
    set("scores", scores.map { .float32s($0) })
    set("token_type", types.map { .int32s($0) })
    set("merges", merges.map { .stringsBytes($0) })
    set("precompiled_charsmap", charsMap.map { .uint8s($0) })
    for (key, value) in integers { set(key, .int64(value)) }
    for (key, value) in flags { set(key, .bool(value)) }
    return writer.bytes()
  }

  func tokenizer() throws -> Tokenizer {
    try Tokenizer(VocabularyDescription(GGUFFile(bytes: file()).metadata))
  }
}
