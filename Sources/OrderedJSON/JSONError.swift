// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The text ends inside a value, or is empty.
    case unexpectedEnd
    /// This byte cannot stand here.
    case unexpectedByte(UInt8)
    /// The value is followed by something other than white space.
    case trailingText
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A byte under 0x20 stands unescaped in a string.
    case controlCharacterInString(UInt8)
    /// A backslash is followed by no valid escape.
    case invalidEscape
    /// A number breaks JSON's grammar, as `01`, `1.` or `.5` do.
    case invalidNumber
    /// The bytes are not UTF-8.
    case invalidUTF8
  }

  package let kind: Kind
  /// Bytes before the fault.
  package let offset: Int
  /// Line of the fault, from 1.
  package let line: Int
  /// Byte in the line, from 1.
  package let column: Int

  package var description: String { "JSON, line \(line) column \(column) (byte \(offset)): \(reason)" }

  private var reason: String {
    switch kind {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .trailingText: "text after the value"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .controlCharacterInString(let byte): "unescaped control character \(Self.name(of: byte)) in a string"
    case .invalidEscape: "invalid escape in a string"
    case .invalidNumber: "invalid number"
    case .invalidUTF8: "invalid UTF-8"
    }
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

/// Bounds on what a parser accepts.
package struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may be open at once; the parser recurses once per level.
  package var depth: Int

  package init(depth: Int = 128) { self.depth = depth }

  package static let `default` = JSONLimits()
}
