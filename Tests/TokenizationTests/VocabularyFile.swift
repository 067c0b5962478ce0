// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import TestSupport
import Tokenization

/// The vocabulary of a GGUF file, with the values of the file as they are: nothing is corrected on the way.
func vocabulary(ofFile path: String) throws -> VocabularyDescription {
  let file = try GGUFFile(path: path, options: .metadataOnly)
  let metadata = file.metadata
  func key(_ name: String) -> String { "tokenizer.ggml.\(name)" }
  func table(_ name: String) -> ByteStringTable? {
    guard let array = metadata.array(key(name)) else { return nil }
    var table = ByteStringTable(minimumCapacity: array.count, byteCapacity: array.bytes.count)
    array.forEachString { table.append($0) }
    return table
  }
  var description = VocabularyDescription(
    model: metadata.string(key("model")) ?? "", tokens: table("tokens") ?? ByteStringTable())
  description.pre = metadata.string(key("pre"))
  description.scores = metadata.array(key("scores"))?.floats
  description.types = metadata.array(key("token_type"))?.int32s
  description.merges = table("merges")
  description.bosID = metadata.int(key("bos_token_id"))
  description.eosID = metadata.int(key("eos_token_id"))
  description.eotID = metadata.int(key("eot_token_id"))
  description.eomID = metadata.int(key("eom_token_id"))
  description.unknownID = metadata.int(key("unknown_token_id"))
  description.addBOS = metadata.bool(key("add_bos_token"))
  description.addEOS = metadata.bool(key("add_eos_token"))
  description.addSpacePrefix = metadata.bool(key("add_space_prefix"))
  description.removeExtraWhitespaces = metadata.bool(key("remove_extra_whitespaces"))
  description.modelName = metadata.string("general.name")
  return description
}

/// A tokenizer for a file in the folder that `INFER_TEST_VOCABULARIES` names: vocabularies too large for the repository,
/// such as the `ggml-vocab-….gguf` of the PyPI source package `llama_cpp_python`, or whole models.
func tokenizer(named name: String) throws -> Tokenizer {
  try Tokenizer(vocabulary(ofFile: vocabularyFolder! + "/\(name).gguf"))
}

let vocabularyFolder = ProcessInfo.processInfo.environment["INFER_TEST_VOCABULARIES"]

func hasVocabulary(_ name: String) -> Bool {
  vocabularyFolder.map { FileManager.default.fileExists(atPath: $0 + "/\(name).gguf") } ?? false
}
