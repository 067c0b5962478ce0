// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Tokenization

extension VocabularyDescription {
  /// Reads the `tokenizer.ggml.…` keys of a model file.
  ///
  /// - Throws: `GGUFError` naming the key that is missing or of a wrong type.
  package init(_ metadata: GGUFMetadata) throws(GGUFError) {
    let prefix = "tokenizer.ggml."
    let tokens = try metadata.optionalArray(prefix + "tokens", of: .string)
    guard let tokens else { throw GGUFError(.missingKey, subject: .key(prefix + "tokens")) }
    self.init(model: try metadata.requiredString(prefix + "model"), tokens: ByteStringTable(tokens))
    pre = try metadata.optionalString(prefix + "pre")
    scores = try metadata.optionalArray(prefix + "scores", of: .float32, .int32)
      .flatMap { $0.floats ?? $0.int32s?.map(Float.init) }
    types = try metadata.optionalArray(prefix + "token_type", of: .int32, .uint32).flatMap(\.int32s)
    merges = try metadata.optionalArray(prefix + "merges", of: .string).map(ByteStringTable.init)
    bosID = try metadata.optionalInt(prefix + "bos_token_id")
    eosID = try metadata.optionalInt(prefix + "eos_token_id")
    unknownID = try metadata.optionalInt(prefix + "unknown_token_id")
    paddingID = try metadata.optionalInt(prefix + "padding_token_id")
    eotID = try metadata.optionalInt(prefix + "eot_token_id")
    eomID = try metadata.optionalInt(prefix + "eom_token_id")
    classificationID = try metadata.optionalInt(prefix + "cls_token_id")
    // The name in files, as llama.cpp spells it.
    separatorID = try metadata.optionalInt(prefix + "seperator_token_id")
    addBOS = try metadata.optionalBool(prefix + "add_bos_token")
    addEOS = try metadata.optionalBool(prefix + "add_eos_token")
    addSpacePrefix = try metadata.optionalBool(prefix + "add_space_prefix")
    removeExtraWhitespaces = try metadata.optionalBool(prefix + "remove_extra_whitespaces")
    precompiledCharsMap = try metadata.optionalArray(prefix + "precompiled_charsmap", of: .uint8, .int8)
      .flatMap(\.byteArray)
    modelName = metadata.string("general.name")
  }
}

extension ByteStringTable {
  init(_ array: GGUFArray) {
    guard array.elementType == .string else {
      self.init()
      return
    }
    // Each string has its length before it.
    self.init(count: array.count, byteCount: array.bytes.count - 8 * array.count) { append in
      array.forEachString { append($0) }
    }
  }
}
