// SPDX-License-Identifier: Apache-2.0

/// SentencePiece's compiled map of normalisation: texts and what they are replaced by.
///
/// The map is the size of a trie in bytes (32 bits, little-endian), a double-array trie of 32-bit units (darts-clone), and
/// replacements that end with a zero byte. A unit of the trie is a label (bits 0 to 7 and 31), an offset (bits 10 to 30,
/// shifted by 8 more where bit 9 is set) and whether a text ends there (bit 8), or, with bit 31, a value: where its replacement
/// begins.
struct NormalizationMap: Sendable {
  /// Longer replacements are refused: a short text could grow without bounds. The longest in use has 33 bytes.
  private static let maximumReplacement = 1024
  /// Longer texts are never looked for: a trie made for it could lead each position to the end. The longest in use has 12 bytes.
  private static let maximumText = 256

  private let units: [UInt32]
  private let replacements: [UInt8]

  /// - Returns: nil where the map is not one, or points beyond itself.
  init?(_ map: [UInt8]) {
    guard map.count >= 4 else { return nil }
    func word(_ index: Int) -> UInt32 {
      map.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)) }
    }
    let size = Int(word(0))
    guard size > 0, size % 1024 == 0, size < map.count - 4, map.last == 0 else { return nil }
    units = (1...size / 4).map(word)
    replacements = Array(map[(4 + size)...])
    // Where each replacement ends, by its beginning.
    var (end, ends) = (replacements.count, [Int](repeating: 0, count: replacements.count))
    for position in replacements.indices.reversed() {
      if replacements[position] == 0 { end = position }
      ends[position] = end
    }
    guard !Self.isValue(units[0]) else { return nil }
    for (index, unit) in units.enumerated() {
      if Self.isValue(unit) {
        let start = Self.value(unit)
        guard start < replacements.count, ends[start] - start <= Self.maximumReplacement else { return nil }
      } else {
        // Any byte of text may be looked up from here.
        guard (index ^ Self.offset(unit)) | 0xFF < units.count else { return nil }
      }
    }
  }

  /// The longest text of the map that stands at a position: its length, and its replacement; nil where none does.
  func longest(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (length: Int, replacement: ArraySlice<UInt8>)? {
    var found: (length: Int, value: Int)?
    var place = Self.offset(units[0])
    for position in start..<min(text.count, start + Self.maximumText) {
      place ^= Int(text[position])
      let unit = units[place]
      // The label of a value has bit 31, which no byte has.
      guard unit & 0x8000_00FF == UInt32(text[position]) else { break }
      place ^= Self.offset(unit)
      if unit & 0x100 != 0, Self.isValue(units[place]) { found = (position + 1 - start, Self.value(units[place])) }
    }
    guard let found else { return nil }
    let rest = replacements[found.value...]
    return (found.length, rest.prefix { $0 != 0 })
  }

  private static func isValue(_ unit: UInt32) -> Bool { unit >> 31 != 0 }
  private static func value(_ unit: UInt32) -> Int { Int(unit & 0x7FFF_FFFF) }
  private static func offset(_ unit: UInt32) -> Int { Int(unit >> 10) << Int((unit & 0x200) >> 6) }
}
