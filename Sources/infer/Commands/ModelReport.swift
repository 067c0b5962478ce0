// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import OrderedJSON
import Quantization

/// What `infer show` says about a model file.
struct ModelReport {
  let file: GGUFFile
  let path: String

  // MARK: Summary

  /// Name and value of what most people want to know.
  var summary: [(name: String, value: String)] {
    let metadata = file.metadata
    let architecture = metadata.string("general.architecture") ?? "unknown"
    func hyperparameter(_ name: String) -> Int? { metadata.int("\(architecture).\(name)") }

    var rows: [(String, String)] = [("file", path)]
    func add(_ name: String, _ value: String?) { if let value { rows.append((name, value)) } }
    add("name", metadata.string("general.name").map { GGUFError.printable($0) })
    add("architecture", GGUFError.printable(architecture))
    add("parameters", Self.count(parameterCount))
    add("size", "\(Self.bytes(file.byteCount)), GGUF version \(file.version)" + (file.wasSwapped ? ", big-endian" : ""))
    add("weights", typeShares)
    add("context", hyperparameter("context_length").map { "\($0) tokens" })
    let shape = [
      hyperparameter("block_count").map { "\($0) blocks" },
      hyperparameter("embedding_length").map { "embedding \($0)" },
      hyperparameter("feed_forward_length").map { "feed-forward \($0)" },
      hyperparameter("attention.head_count").map { "\($0) heads" },
      hyperparameter("attention.head_count_kv").map { "\($0) KV heads" },
    ].compactMap(\.self)
    add("shape", shape.isEmpty ? nil : shape.joined(separator: ", "))
    if let tokens = metadata.array("tokenizer.ggml.tokens") {
      let kind = ["tokenizer.ggml.model", "tokenizer.ggml.pre"].compactMap { metadata.string($0) }
      add("vocabulary", "\(tokens.count) tokens (\(kind.map { GGUFError.printable($0) }.joined(separator: ", ")))")
    }
    add("chat template", metadata.string("tokenizer.chat_template").map { "\($0.utf8.count) bytes" } ?? "none")
    add("licence", metadata.string("general.license").map { GGUFError.printable($0) })
    return rows
  }

  private var parameterCount: Int { file.tensors.reduce(0) { $0 &+ $1.elementCount } }

  /// The tensor types by their share of the weights' bytes, largest first.
  private var typeShares: String {
    var bytes: [TensorType: Int] = [:]
    for tensor in file.tensors { bytes[tensor.type, default: 0] += tensor.byteCount }
    let total = max(1, bytes.values.reduce(0, +))
    return bytes.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
      .map { type, count in
        let share = Int((Double(count) / Double(total) * 100).rounded())
        return "\(type.name) \(share == 0 ? "<1" : "\(share)") %"
      }
      .joined(separator: ", ")
  }

  // MARK: Metadata

  func metadataRows(isComplete: Bool) -> [(name: String, value: String)] {
    file.metadata.entries.map { entry in
      (GGUFError.printable(entry.key), Self.text(of: entry.value, isComplete: isComplete))
    }
  }

  static func text(of value: GGUFValue, isComplete: Bool) -> String {
    let limit = isComplete ? Int.max : 60
    switch value {
    case .string(let string):
      let text = string.text
      let shown = GGUFError.printable(text, limit: limit)
      return !isComplete && text.unicodeScalars.count > limit
        ? "\(shown) (\(text.utf8.count) bytes)" : shown
    case .array(let array):
      let first = array.prefix(isComplete ? array.count : 4).map { text(of: $0, isComplete: isComplete) }
      let rest = array.count > first.count ? ", …" : ""
      return "[\(first.joined(separator: ", "))\(rest)] (\(array.count) × \(array.elementType.name))"
    default: return value.description
    }
  }

  // MARK: Tensors

  struct TensorRow: Equatable {
    var name: String
    var type: TensorType
    var dimensions: [Int]
    var count: Int
    var byteCount: Int
  }

  /// One row for each tensor, or for all those that differ only in the number of their block.
  func tensorRows(isComplete: Bool) -> [TensorRow] {
    var rows: [TensorRow] = []
    var places: [String: Int] = [:]
    for tensor in file.tensors {
      let name = GGUFError.printable(isComplete ? tensor.name : Self.withoutBlockNumber(tensor.name))
      let key = isComplete ? tensor.name : "\(name) \(tensor.type.name) \(tensor.dimensions)"
      if let place = places[key] {
        rows[place].count += 1
        rows[place].byteCount += tensor.byteCount
      } else {
        places[key] = rows.count
        rows.append(
          TensorRow(
            name: name, type: tensor.type, dimensions: tensor.dimensions, count: 1, byteCount: tensor.byteCount))
      }
    }
    return rows
  }

  /// `blk.17.attn_q.weight` as `blk.*.attn_q.weight`.
  static func withoutBlockNumber(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false)
      .map { !$0.isEmpty && $0.allSatisfy(\.isNumber) ? "*" : String($0) }
      .joined(separator: ".")
  }

  // MARK: JSON

  /// Everything as a value. Long arrays are told by their length and their first elements, unless `isComplete`.
  func json(isComplete: Bool) -> JSONValue {
    var metadata = JSONObject()
    for entry in file.metadata.entries { metadata[entry.key] = Self.json(of: entry.value, isComplete: isComplete) }
    let tensors = file.tensors.map { tensor -> JSONValue in
      [
        "name": .string(tensor.name), "type": .string(tensor.type.name),
        "dimensions": .array(tensor.dimensions.map { .number(JSONNumber($0)) }),
        "bytes": .number(JSONNumber(tensor.byteCount)), "shard": .number(JSONNumber(tensor.shard)),
        "offset": .number(JSONNumber(tensor.fileOffset)),
      ]
    }
    return [
      "file": .string(path), "version": .number(JSONNumber(Int(file.version))),
      "alignment": .number(JSONNumber(file.alignment)), "bytes": .number(JSONNumber(file.byteCount)),
      "parameters": .number(JSONNumber(parameterCount)), "metadata": .object(metadata), "tensors": .array(tensors),
    ]
  }

  static func json(of value: GGUFValue, isComplete: Bool) -> JSONValue {
    if let array = value.array {
      let limit = isComplete ? array.count : 64
      let first = JSONValue.array(array.prefix(limit).map { json(of: $0, isComplete: isComplete) })
      guard array.count > limit else { return first }
      return ["count": .number(JSONNumber(array.count)), "type": .string(array.elementType.name), "first": first]
    }
    if let text = value.text { return .string(text) }
    if let bool = value.bool { return .bool(bool) }
    if let integer = value.integer { return .number(JSONNumber(integer)) }
    // The shortest text that reads back as the same value: 1e-05, not the digits of the float widened to 64 bits.
    if let float = value.float, float.isFinite { return .number(JSONNumber(uncheckedText: value.description)) }
    return .string(value.description)
  }

  // MARK: Numbers

  /// `98.4 MB`, in powers of ten as file managers count.
  static func bytes(_ count: Int) -> String {
    scaled(count, units: [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")], plain: "bytes")
  }

  /// `134.5 M`.
  static func count(_ count: Int) -> String {
    scaled(count, units: [(1_000_000_000, "B"), (1_000_000, "M"), (1000, "k")], plain: "")
  }

  private static func scaled(_ count: Int, units: [(Int, String)], plain: String) -> String {
    for (size, name) in units where count >= size {
      let tenths = Int((Double(count) / Double(size) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return plain.isEmpty ? "\(count)" : "\(count) \(plain)"
  }
}
