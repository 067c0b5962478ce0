// SPDX-License-Identifier: Apache-2.0

/// Writes the `sentencepiece.ModelProto` that a GGUF vocabulary was once made from.
///
/// The file keeps pieces, scores and types, but the library wants its own format. Fields written (numbers in brackets):
/// pieces [1] of text [1], score [2], type [3]; trainer [2] with model_type [3], byte_fallback [35], unk_id [40];
/// normaliser [3] with name [1], charsmap [2], add_dummy_prefix [3], remove_extra_whitespaces [4], escape_whitespaces [5].
struct SentencePieceModel {
  let tokens: ByteStringTable
  /// (tokens.count), or empty where the file has none: then all scores are 0.
  let scores: [Float]
  let types: [TokenType]
  let unknownID: Int
  /// Whether the likeliest cut is looked for rather than merges by score.
  var isUnigram = false
  /// The library's compiled map of normalisation; empty for none.
  var charsMap: [UInt8] = []
  var addsSpacePrefix = false
  var removesExtraSpaces = false

  /// The library accepts byte pieces only if there is one for each byte.
  private var hasByteFallback: Bool {
    var found = Set<UInt8>()
    for (id, type) in types.enumerated() where type == .byte {
      if let byte = tokens.withBytes(at: id, byteValue(ofPiece:)) { found.insert(byte) }
    }
    return found.count == 256
  }

  /// The score of a token; one that is not a number would make the order undefined, and such a piece comes last.
  func score(of id: Int) -> Float {
    let score = scores.isEmpty ? 0 : scores[id]
    return score.isFinite ? score : -Float.greatestFiniteMagnitude
  }

  /// The serialised model.
  ///
  /// Text is given to the library only between special tokens, so it need know the text of ordinary pieces alone. All
  /// others go in under names that no text has (0xFF is not UTF-8): no input can become a control token, whatever the
  /// vocabulary calls them, and neither empty nor equal texts, which the library refuses, can occur among them.
  ///
  /// - Parameter omitting: ordinary tokens to treat like the others, as a second one of the same text.
  func serialized(omitting: Set<Int> = []) -> [UInt8] {
    var writer = ProtobufWriter(capacity: tokens.byteCount + tokens.count * 16)
    let byteFallback = hasByteFallback
    for (id, type) in types.enumerated() {
      let isOrdinary =
        switch type {
        case .normal, .unused: tokens.length(at: id) > 0
        case .byte: byteFallback && tokens.withBytes(at: id, byteValue(ofPiece:)) != nil
        case .unknown, .control, .userDefined: false
        }
      let safeScore = score(of: id)
      if id != unknownID, isOrdinary, !omitting.contains(id) {
        tokens.withBytes(at: id) { writer.writePiece($0, score: safeScore, type: type) }
      } else {
        let name = [0xFF] + Array(String(id).utf8)
        name.withUnsafeBufferPointer {
          writer.writePiece($0, score: safeScore, type: id == unknownID ? .unknown : .control)
        }
      }
    }
    var trainer = ProtobufWriter(capacity: 16)
    trainer.writeVarint(field: 3, isUnigram ? 1 : 2)
    trainer.writeVarint(field: 35, byteFallback ? 1 : 0)
    trainer.writeVarint(field: 40, UInt64(unknownID))
    writer.writeBytes(field: 2, trainer.bytes)
    var normalizer = ProtobufWriter(capacity: charsMap.count + 32)
    normalizer.writeBytes(field: 1, Array("identity".utf8))
    if !charsMap.isEmpty { normalizer.writeBytes(field: 2, charsMap) }
    normalizer.writeVarint(field: 3, addsSpacePrefix ? 1 : 0)
    normalizer.writeVarint(field: 4, removesExtraSpaces ? 1 : 0)
    normalizer.writeVarint(field: 5, 1)
    writer.writeBytes(field: 3, normalizer.bytes)
    return writer.bytes
  }

  /// Ordinary tokens whose text an earlier token has.
  func repeatedTokens() -> Set<Int> {
    let seen = ByteStringIndex(minimumCapacity: tokens.count, byteCapacity: tokens.byteCount)
    var repeated = Set<Int>()
    tokens.forEach { id, bytes in
      if types[id] != .control, seen.insert(bytes, Int32(id)) != Int32(id) { repeated.insert(id) }
    }
    return repeated
  }
}

/// The byte that a piece like `<0x0A>` stands for.
func byteValue(ofPiece text: UnsafeBufferPointer<UInt8>) -> UInt8? {
  guard text.count == 6, text.starts(with: "<0x".utf8), text[5] == UInt8(ascii: ">") else { return nil }
  func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
  guard let high = digit(text[3]), let low = digit(text[4]) else { return nil }
  return high << 4 | low
}

/// The few protobuf wire types that the model needs.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private func length(ofVarint value: UInt64) -> Int { value == 0 ? 1 : (70 - value.leadingZeroBitCount) / 7 }

  mutating func writeVarint(field: UInt64, _ value: UInt64) {
    append(varint: field << 3)
    append(varint: value)
  }

  mutating func writeBytes(field: UInt64, _ value: [UInt8]) {
    append(varint: field << 3 | 2)
    append(varint: UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Field 1 of the model: a message of text (field 1), score (field 2) and type (field 3).
  mutating func writePiece(_ text: UnsafeBufferPointer<UInt8>, score: Float, type: TokenType) {
    let textLength = UInt64(text.count)
    bytes.append(0x0A)
    append(varint: UInt64(1 + length(ofVarint: textLength) + text.count + 5 + 2))
    bytes.append(0x0A)
    append(varint: textLength)
    bytes.append(contentsOf: text)
    bytes.append(0x15)
    withUnsafeBytes(of: score.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(0x18)
    bytes.append(UInt8(type.rawValue))
  }
}
