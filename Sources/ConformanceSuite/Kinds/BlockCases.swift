// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Quantization

/// Blocks of a type and the floats they stand for, which must come out to the bit.
///
/// A file: `{NAME: {"type_id": N, "block_elems": N, "block_bytes": N, "blocks_hex": HEX, "f32_le_b64": BASE64}, …}`.
struct BlockCases: CaseKind {
  static let name = "block types"
  private let types: JSONObject

  init?(_ file: CaseFile) {
    guard let object = file.content?.objectValue, !object.isEmpty,
      object.allSatisfy({ $1["blocks_hex"] != nil && $1["f32_le_b64"] != nil })
    else { return nil }
    types = object
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    for (name, blocks) in types { report(name, Self.verdict(blocks)) }
  }

  private static func verdict(_ blocks: JSONValue) -> CaseVerdict {
    guard let id = blocks["type_id"]?.intValue, let hex = blocks["blocks_hex"]?.stringValue,
      let stored = HexBytes.bytes(of: hex), let base64 = blocks["f32_le_b64"]?.stringValue,
      let golden = Data(base64Encoded: base64)
    else { return .failed("the case cannot be read") }
    guard let type = UInt32(exactly: id).flatMap(TensorType.init(rawValue:)) else {
      return .failed("unknown type \(id)")
    }
    for (key, found) in [("block_elems", type.blockLength), ("block_bytes", type.blockByteCount)] {
      if let expected = blocks[key]?.intValue, expected != found {
        return .failed("\(key) is \(found) instead of \(expected)")
      }
    }
    let expected = FloatBytes.floats(of: [UInt8](golden))
    guard type.byteCount(elements: expected.count) == stored.count else {
      return .failed("\(stored.count) bytes are no \(expected.count) elements of \(type.name)")
    }
    var values = [Float](repeating: 0, count: expected.count)
    stored.withUnsafeBytes { stored in
      values.withUnsafeMutableBufferPointer { values in
        guard let source = stored.baseAddress, let target = values.baseAddress else { return }
        dequantize(type, source, count: values.count, into: target)
      }
    }
    for (index, (value, wanted)) in zip(values, expected).enumerated()
    where value.bitPattern != wanted.bitPattern && !(value.isNaN && wanted.isNaN) {
      return .failed("element \(index) is \(value) instead of \(wanted)")
    }
    return .passed
  }
}
