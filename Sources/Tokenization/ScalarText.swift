// SPDX-License-Identifier: Apache-2.0

/// Valid UTF-8 with a class for each scalar: what the pre-tokenizers scan.
///
/// Positions are byte offsets of scalars. At `end`, and only there, a scalar has no class and length 0.
struct ScalarText {
  let base: UnsafePointer<UInt8>
  let end: Int
  let classes: UnsafePointer<UInt8>

  /// The same text, ending sooner.
  func ending(at end: Int) -> ScalarText { ScalarText(base: base, end: end, classes: classes) }

  /// The byte at a position, or 0 at or past the end.
  @inline(__always) func byte(at position: Int) -> UInt8 { position < end ? base[position] : 0 }

  @inline(__always) func element(at position: Int) -> (class: UnicodeClass, length: Int) {
    guard position < end else { return ([], 0) }
    let first = base[position]
    if first < 0x80 { return (UnicodeClass(rawValue: classes[Int(first)]), 1) }
    return multibyteElement(at: position, first)
  }

  @inline(__always)
  private func multibyteElement(at position: Int, _ first: UInt8) -> (class: UnicodeClass, length: Int) {
    // SAFETY: the text is valid UTF-8 (it comes from a `String`), so the continuation bytes are there.
    let second = UInt32(base[position + 1] & 0x3F)
    if first < 0xE0 { return (UnicodeClass(rawValue: classes[Int(UInt32(first & 0x1F) << 6 | second)]), 2) }
    let third = UInt32(base[position + 2] & 0x3F)
    if first < 0xF0 {
      return (UnicodeClass(rawValue: classes[Int(UInt32(first & 0x0F) << 12 | second << 6 | third)]), 3)
    }
    let value = UInt32(first & 0x07) << 18 | second << 12 | third << 6 | UInt32(base[position + 3] & 0x3F)
    return (Unicode.Scalar(value).map { UnicodeClass($0) } ?? .other, 4)
  }

  /// The value of a scalar of which the length is known.
  @inline(__always) func scalar(at position: Int, length: Int) -> UInt32 {
    let first = UInt32(base[position])
    func low(_ offset: Int) -> UInt32 { UInt32(base[position + offset] & 0x3F) }
    switch length {
    case 1: return first
    case 2: return (first & 0x1F) << 6 | low(1)
    case 3: return (first & 0x0F) << 12 | low(1) << 6 | low(2)
    default: return (first & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3)
    }
  }

  /// The first position from `start` on whose scalar is in none of `classes`.
  @inline(__always) func skip(_ classes: UnicodeClass, from start: Int) -> Int {
    var position = start
    while true {
      let next = element(at: position)
      guard next.class.isAny(of: classes) else { return position }
      position += next.length
    }
  }

  /// The first position from `start` on whose scalar is in one of `classes`, or the end.
  @inline(__always) func find(_ classes: UnicodeClass, from start: Int) -> Int {
    var position = start
    while position < end {
      let next = element(at: position)
      if next.class.isAny(of: classes) { return position }
      position += next.length
    }
    return end
  }
}
