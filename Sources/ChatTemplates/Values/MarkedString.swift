// SPDX-License-Identifier: Apache-2.0

/// A string each of whose scalars knows whether it came from a variable.
///
/// Marks travel with the scalars through concatenation, slices and filters, with no rule for any of them. Positions
/// count scalars, as in Python.
struct MarkedString: Sendable {
  /// Scalar values; `inputMark` is set on those from variables.
  var units: [UInt32]
  /// Whether the `safe` filter made this: Jinja then escapes for HTML what `+` joins to it.
  var isSafe = false

  static let inputMark: UInt32 = 1 << 31

  init(units: [UInt32] = []) { self.units = units }

  init(_ text: some StringProtocol, isInput: Bool = false) {
    let mark = isInput ? Self.inputMark : 0
    units = text.unicodeScalars.map { $0.value | mark }
  }

  var count: Int { units.count }
  var isEmpty: Bool { units.isEmpty }

  /// The text without marks.
  var text: String {
    var text = ""
    text.unicodeScalars.append(contentsOf: units.lazy.map { Self.scalar($0) })
    return text
  }

  /// The scalars without marks.
  var plain: [UInt32] { units.map { $0 & ~Self.inputMark } }

  var hasInput: Bool { units.contains { $0 & Self.inputMark != 0 } }

  @inline(__always) static func plain(_ unit: UInt32) -> UInt32 { unit & ~inputMark }

  @inline(__always) static func scalar(_ unit: UInt32) -> Unicode.Scalar {
    // Every unit was made from a scalar, so the substitute never shows.
    Unicode.Scalar(plain(unit)) ?? "\u{FFFD}"
  }

  static func + (a: MarkedString, b: MarkedString) -> MarkedString { MarkedString(units: a.units + b.units) }

  mutating func append(_ other: MarkedString) { units.append(contentsOf: other.units) }

  /// The runs of equal origin, each as text.
  var segments: [RenderedSegment] {
    var result: [RenderedSegment] = []
    var start = 0
    while start < units.count {
      let isInput = units[start] & Self.inputMark != 0
      var end = start + 1
      while end < units.count, (units[end] & Self.inputMark != 0) == isInput { end += 1 }
      result.append(RenderedSegment(MarkedString(units: Array(units[start..<end])).text, isInput: isInput))
      start = end
    }
    return result
  }
}

extension MarkedString: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }
}

/// Two strings are equal whatever their origins.
extension MarkedString: Hashable, Comparable {
  static func == (a: MarkedString, b: MarkedString) -> Bool {
    a.units.count == b.units.count && zip(a.units, b.units).allSatisfy { plain($0) == plain($1) }
  }

  static func < (a: MarkedString, b: MarkedString) -> Bool {
    a.units.lazy.map(plain).lexicographicallyPrecedes(b.units.lazy.map(plain))
  }

  func hash(into hasher: inout Hasher) {
    for unit in units { hasher.combine(Self.plain(unit)) }
  }
}
