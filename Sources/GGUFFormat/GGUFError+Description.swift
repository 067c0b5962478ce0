// SPDX-License-Identifier: Apache-2.0
import Glibc

extension GGUFError: CustomStringConvertible {
  /// One line: file, part, what is wrong, place.
  package var description: String {
    var line = ""
    if let path { line += "\(Self.printable(path, limit: 4096)): " }
    switch subject {
    case .key(let name): line += "key '\(Self.printable(name))': "
    case .tensor(let name): line += "tensor '\(Self.printable(name))': "
    case nil: break
    }
    line += kind.description
    if let offset { line += " (at byte \(offset))" }
    return line
  }

  /// Text from a file made fit for one line: control characters escaped, cut after `limit` scalars.
  package static func printable(_ text: String, limit: Int = 100) -> String {
    var result = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        result += scalar.escaped(asASCII: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension GGUFError.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let code): "cannot open the file: \(Self.reason(code))"
    case .notRegularFile: "not a regular file"
    case .cannotRead(let code): "cannot read the file: \(Self.reason(code))"
    case .cannotWrite(let code): "cannot write the file: \(Self.reason(code))"
    case .notGGUF(let magic): Self.describeMagic(magic)
    case .unsupportedVersion(let version): "GGUF version \(version) is not supported, only 2 and 3"
    case .countTooLarge(let item, let found, let limit):
      "\(found) \(item.rawValue) announced, but \(limit) at most are possible"
    case .truncated(let needed, let available): "the file ends early: \(needed) bytes needed, \(available) left"
    case .emptyKey: "empty key"
    case .duplicateKey: "the key occurs twice"
    case .unknownValueType(let id): "unknown value type \(id)"
    case .nestedArray: "an array of arrays is not supported"
    case .missingKey: "the key is missing"
    case .wrongValueType(let found, let expected): "the value is \(found), expected \(expected)"
    case .valueOutOfRange(let value): "the value \(GGUFError.printable(value)) is out of range"
    case .invalidAlignment(let value, let limit): "alignment \(value) is not a power of two from 1 to \(limit)"
    case .tensorNameTooLong(let length, let limit):
      "the tensor's name has \(length) bytes, at most \(limit) are allowed"
    case .duplicateTensor: "the tensor occurs twice"
    case .tooManyDimensions(let count, let limit): "\(count) dimensions, at most \(limit) are supported"
    case .negativeDimension(let value, let index): "dimension \(index) is \(value)"
    case .elementCountOverflow: "the number of elements is too large"
    case .byteCountOverflow: "the size in bytes is too large"
    case .unknownTensorType(let id): "unknown tensor type \(id)"
    case .partialBlock(let row, let block, let type):
      "rows of \(row) elements are no whole number of \(type.name) blocks of \(block)"
    case .wrongTensorOffset(let found, let expected): "the data is at offset \(found), expected \(expected)"
    case .dataBeyondEnd(let end, let size): "the data ends at byte \(end), but the file has \(size) bytes"
    case .missingTensor: "the tensor is missing"
    case .notFirstShard(let index): "this is part \(index + 1) of a split model; open the first part"
    case .wrongShardName(let suffix): "the file name of this part of a split model must end in '\(suffix)'"
    case .wrongShardIndex(let found, let expected):
      "this part of a split model calls itself part \(found + 1), expected \(expected + 1)"
    case .tensorCountMismatch(let found, let expected):
      "the parts of this split model hold \(found) tensors, expected \(expected)"
    }
  }

  private static func describeMagic(_ magic: [UInt8]) -> String {
    let text = GGUFError.printable(String(decoding: magic, as: UTF8.self))
    return "not a GGUF file: it begins with '\(text)' instead of 'GGUF'"
  }

  private static func reason(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
