// SPDX-License-Identifier: Apache-2.0

/// Which scalars may stand side by side within a token: where two may not, no merge crosses, and text can be cut.
///
/// Exact for ASCII; for others pairs share bits, so that it may say yes too often, never no.
final class ScalarPairFilter: @unchecked Sendable {
  // SAFETY: written only while its owner is made.
  private let bits: UnsafeMutablePointer<UInt64>
  /// (128 · 128) bits for pairs of ASCII, then 2^20 for others.
  private static let asciiWords = 128 * 128 / 64
  private static let hashedWords = (1 << 20) / 64

  init() {
    bits = .allocate(capacity: Self.asciiWords + Self.hashedWords)
    bits.initialize(repeating: 0, count: Self.asciiWords + Self.hashedWords)
  }

  deinit { bits.deallocate() }

  @inline(__always)
  private func place(_ left: UInt32, _ right: UInt32) -> (word: Int, bit: UInt64) {
    if left | right < 128 {
      let index = Int(left << 7 | right)
      return (index >> 6, 1 << UInt64(index & 63))
    }
    let mixed = (UInt64(left) << 21 | UInt64(right)) &* 0x9E37_79B9_7F4A_7C15
    let index = Int(truncatingIfNeeded: mixed >> 44)
    return (Self.asciiWords + index >> 6, 1 << UInt64(index & 63))
  }

  func insert(_ left: UInt32, _ right: UInt32) {
    let (word, bit) = place(left, right)
    bits[word] |= bit
  }

  /// Adds all neighbours within a text.
  func insertPairs(of text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress, !text.isEmpty else { return }
    var (left, position) = decodeScalar(base, 0, text.count)
    while position < text.count {
      let (right, length) = decodeScalar(base, position, text.count)
      insert(left, right)
      left = right
      position += length
    }
  }

  @inline(__always)
  func mayJoin(_ left: UInt32, _ right: UInt32) -> Bool {
    let (word, bit) = place(left, right)
    return bits[word] & bit != 0
  }
}

/// The scalar at a position and its length in bytes. A byte that begins no whole sequence counts alone, as a value above
/// all scalars.
@inline(__always)
func decodeScalar(_ base: UnsafePointer<UInt8>, _ position: Int, _ end: Int) -> (value: UInt32, length: Int) {
  let first = UInt32(base[position])
  if first < 0x80 { return (first, 1) }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  let invalid: (UInt32, Int) = (0x11_0000 | first, 1)
  guard first >= 0xC2, first < 0xF5, position + length <= end else { return invalid }
  var value = first & (0x7F >> UInt32(length))
  for offset in 1..<length {
    let byte = UInt32(base[position + offset])
    guard byte & 0xC0 == 0x80 else { return invalid }
    value = value << 6 | byte & 0x3F
  }
  return (value, length)
}
