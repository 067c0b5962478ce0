// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars as a bracket of a regular expression names it: ASCII as bits, the rest by class and range.
struct ScalarSet: Sendable, Equatable {
  /// What of the scalars above ASCII belongs to one bracket.
  private struct Part: Sendable, Equatable {
    var classes: UnicodeClass = []
    var ranges: [ClosedRange<UInt32>] = []
    var isInverted = false

    func contains(_ scalar: UInt32, _ kind: UnicodeClass) -> Bool {
      (kind.isAny(of: classes) || ranges.contains { $0.contains(scalar) }) != isInverted
    }
  }

  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// A scalar must be in all of these; more than one only where sets were intersected.
  private var parts = [Part()]

  static let empty = ScalarSet()

  /// The ASCII that belongs to the set.
  var ascii: ASCIISet { ASCIISet(low: low, high: high) }

  mutating func insert(_ classes: UnicodeClass) {
    for value in 0..<UInt8(128) where UnicodeClass(Unicode.Scalar(value)).isAny(of: classes) { insertASCII(value) }
    parts[0].classes = UnicodeClass(rawValue: parts[0].classes.rawValue | classes.rawValue)
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    if range.lowerBound < 128 {
      for value in range.lowerBound...min(range.upperBound, 127) { insertASCII(UInt8(value)) }
    }
    if range.upperBound >= 128 { parts[0].ranges.append(max(range.lowerBound, 128)...range.upperBound) }
  }

  private mutating func insertASCII(_ value: UInt8) {
    if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
  }

  /// All scalars that are not in this set, which must not be an intersection.
  mutating func invert() {
    (low, high) = (~low, ~high)
    parts[0].isInverted.toggle()
  }

  mutating func formIntersection(_ other: ScalarSet) {
    low &= other.low
    high &= other.high
    parts += other.parts
  }

  /// Whether the scalar at a position, which lies before the end of the text, belongs to the set.
  @inline(__always)
  func contains(_ text: ScalarText, at position: Int, _ element: (class: UnicodeClass, length: Int)) -> Bool {
    let byte = text.base[position]
    if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
    if byte < 128 { return high & (1 << UInt64(byte - 64)) != 0 }
    let scalar = text.scalar(at: position, length: element.length)
    return parts.allSatisfy { $0.contains(scalar, element.class) }
  }
}
