// SPDX-License-Identifier: Apache-2.0

/// The white space that must stand between the tokens of JSON, where it is not left to the model.
struct TextLayout: BitwiseCopyable, Sendable {
  enum Kind: UInt8, Sendable { case free, pretty, python }
  var kind: Kind
  /// Spaces a level.
  var indentation: Int32
  private static let maximumIndentation = 16

  init(_ whitespace: GrammarOptions.Whitespace) {
    (kind, indentation) = (.free, 0)
    switch whitespace {
    case .compact, .flexible: break
    case .pretty(let indent): (kind, indentation) = (.pretty, Int32(min(max(indent, 0), Self.maximumIndentation)))
    case .python: kind = .python
    }
  }

  var isFixed: Bool { kind != .free }

  /// Bytes of white space that a head in a container of so many levels reads before what follows: before a member or item,
  /// before a value, or, after a value, before the end.
  @inline(__always)
  func gap(_ phase: Head.Phase, depth: UInt8) -> UInt16 {
    if kind == .free { return 0 }
    return switch phase {
    case .objectOpen, .arrayOpen: kind == .pretty ? line(Int32(depth)) : 0
    case .objectKey, .arrayItem: kind == .pretty ? line(Int32(depth)) : 1
    case .objectValue: 1
    case .objectNext, .arrayNext: kind == .pretty ? line(Int32(depth) - 1) : 0
    default: 0
    }
  }

  /// The byte at `index` of such white space.
  @inline(__always)
  func byte(_ phase: Head.Phase, at index: UInt16) -> UInt8 {
    index == 0 && kind == .pretty && phase != .objectValue ? 0x0A : 0x20
  }

  /// A new line and its spaces.
  @inline(__always)
  private func line(_ level: Int32) -> UInt16 { UInt16(truncatingIfNeeded: 1 + max(level, 0) * indentation) }
}
