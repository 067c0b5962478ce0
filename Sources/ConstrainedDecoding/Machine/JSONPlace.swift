// SPDX-License-Identifier: Apache-2.0

/// Where in JSON text reading stands after a byte. Every reading of the same text stands at the same place, whatever it
/// takes the text for; only whether a number has ended may be open among them.
struct JSONPlace: BitwiseCopyable, Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// Before or after the value, or in a part of the grammar that is no JSON.
    case outside
    /// Between the tokens of an object, or of an array.
    case object
    case array
    /// In a key: after its first quote, before its last.
    case key
    /// In a string, number or literal.
    case scalar
  }
  var kind: Kind
  /// Containers open.
  var depth: UInt8

  static let outside = JSONPlace(kind: .outside, depth: 0)
}

extension Head {
  /// The place at which this reading stands; of the parts of a grammar that are no JSON it means nothing.
  @inline(__always)
  var place: JSONPlace {
    let kind: JSONPlace.Kind =
      switch phase {
      case .string, .utf8, .escape, .hex, .lowBackslash, .lowMark, .lowHex: isKey ? .key : .scalar
      case .literal, .number: .scalar
      case .key: .key
      case .objectOpen, .objectKey, .objectColon, .objectValue, .objectNext: .object
      case .arrayOpen, .arrayItem, .arrayNext: .array
      case .start, .done, .text, .rules: .outside
      }
    return JSONPlace(kind: kind, depth: depth)
  }
}
