// SPDX-License-Identifier: Apache-2.0

/// The type of a metadata value, numbered as in the file.
package enum GGUFValueType: Int32, CaseIterable, Sendable {
  case uint8 = 0
  case int8 = 1
  case uint16 = 2
  case int16 = 3
  case uint32 = 4
  case int32 = 5
  case float32 = 6
  case bool = 7
  case string = 8
  case array = 9
  case uint64 = 10
  case int64 = 11
  case float64 = 12

  /// Bytes of one value; nil for strings and arrays, whose size varies.
  package var byteCount: Int? {
    switch self {
    case .uint8, .int8, .bool: 1
    case .uint16, .int16: 2
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64: 8
    case .string, .array: nil
    }
  }

  /// The short name, such as `u32`.
  package var name: String {
    switch self {
    case .uint8: "u8"
    case .int8: "i8"
    case .uint16: "u16"
    case .int16: "i16"
    case .uint32: "u32"
    case .int32: "i32"
    case .float32: "f32"
    case .bool: "bool"
    case .string: "string"
    case .array: "array"
    case .uint64: "u64"
    case .int64: "i64"
    case .float64: "f64"
    }
  }
}
