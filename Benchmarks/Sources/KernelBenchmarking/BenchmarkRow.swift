// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One measured kernel.
struct BenchmarkRow: Sendable {
  /// The operation, such as `multiply`.
  var kernel: String
  /// The instruction set it ran with.
  var instructionSet: String
  /// The type of the weights or other data.
  var type: String
  /// Rows × columns × tokens, or what describes the work.
  var shape: String
  var threads: Int
  /// Median time of one run, in seconds.
  var seconds: Double
  /// Bytes that must come from memory in one run; 0 when the work is not bound by memory.
  var bytes: Double
  /// Multiplications and additions of one run; 0 when they are not the point.
  var operations: Double
  /// What bounds the kernel, measured beside it.
  var limit: BenchmarkLimit
  /// Largest deviation from the reference, relative to the reference's root mean square.
  var error: Double
  /// What `error` may be.
  var tolerance: Double

  var isRight: Bool { error <= tolerance }

  /// Achieved part of the limit.
  var shareOfLimit: Double {
    switch limit {
    case .bandwidth(let value): gigabytesPerSecond / value
    case .arithmetic(let value): gigaoperationsPerSecond / value
    }
  }

  /// Achieved memory traffic in GB/s.
  var gigabytesPerSecond: Double { bytes / seconds * 1e-9 }

  /// Achieved arithmetic in GFLOP/s (for integer kernels: GOP/s).
  var gigaoperationsPerSecond: Double { operations / seconds * 1e-9 }
}

extension BenchmarkRow {
  /// The row as an object, for `--json`.
  var json: JSONValue {
    var object = JSONObject()
    object["kernel"] = .string(kernel)
    object["isa"] = .string(instructionSet)
    object["type"] = .string(type)
    object["shape"] = .string(shape)
    object["threads"] = .number(JSONNumber(threads))
    object["seconds"] = .number(JSONNumber(seconds))
    object["gb_per_s"] = bytes > 0 ? .number(JSONNumber(gigabytesPerSecond)) : .null
    object["gflop_per_s"] = operations > 0 ? .number(JSONNumber(gigaoperationsPerSecond)) : .null
    switch limit {
    case .bandwidth(let value): object["limit_gb_per_s"] = .number(JSONNumber(value))
    case .arithmetic(let value): object["limit_gflop_per_s"] = .number(JSONNumber(value))
    }
    object["of_limit"] = .number(JSONNumber(shareOfLimit))
    object["error"] = .number(JSONNumber(error))
    object["right"] = .bool(isRight)
    return .object(object)
  }
}
