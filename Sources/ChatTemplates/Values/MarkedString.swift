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
    var units: [UInt32] = []
    units.reserveCapacity(text.utf8.count)
    var text = String(text)
    text.withUTF8 { bytes in
      var decoder = Unicode.UTF8.ForwardParser()
      var position = 0
      while position < bytes.count {
        if bytes[position] < 0x80 {
          units.append(UInt32(bytes[position]) | mark)
          position += 1
          continue
        }
        var rest = bytes[position...].makeIterator()
        guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { break }
        units.append(Unicode.UTF8.decode(encoded).value | mark)
        position += encoded.count
        decoder = Unicode.UTF8.ForwardParser()
      }
    }
    self.units = units
  }

  var count: Int { units.count }
  var isEmpty: Bool { units.isEmpty }

  /// The text without marks.
  var text: String { Self.text(units[...]) }

  private static func text(_ units: ArraySlice<UInt32>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count)
    for unit in units {
      let value = plain(unit)
      if value < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar(unit))!)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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
      result.append(RenderedSegment(Self.text(units[start..<end]), isInput: isInput))
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
