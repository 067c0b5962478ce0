// SPDX-License-Identifier: Apache-2.0

/// What SentencePiece makes of a text before it is cut: replacements of its map, U+2581 for spaces, spaces added or removed.
struct UnigramNormalizer: Sendable {
  private static let space = UInt8(ascii: " ")
  private static let spaceSymbol: [UInt8] = [0xE2, 0x96, 0x81]
  private static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

  let map: NormalizationMap?
  /// Whether of spaces in a row one stays, and none at start and end.
  let removesExtraSpaces: Bool

  /// Appends the normalised text; bytes that are not UTF-8 become U+FFFD.
  func normalize(_ text: UnsafeBufferPointer<UInt8>, addsSpacePrefix: Bool, into output: inout [UInt8]) {
    let start = output.count
    var position = 0
    if removesExtraSpaces {
      while position < text.count {
        let next = element(of: text, at: position)
        guard next.bytes.elementsEqual(CollectionOfOne(Self.space)) else { break }
        position += next.length
      }
    }
    guard position < text.count else { return }
    if addsSpacePrefix { output.append(contentsOf: Self.spaceSymbol) }
    var followsSpace = removesExtraSpaces
    while position < text.count {
      let next = element(of: text, at: position)
      position += next.length
      var bytes = next.bytes
      if followsSpace { bytes = bytes.drop { $0 == Self.space } }
      for byte in bytes {
        if byte == Self.space { output.append(contentsOf: Self.spaceSymbol) } else { output.append(byte) }
      }
      if removesExtraSpaces, let last = bytes.last { followsSpace = last == Self.space }
    }
    guard removesExtraSpaces else { return }
    while output.count - start >= 3, output[(output.count - 3)...].elementsEqual(Self.spaceSymbol) {
      output.removeLast(3)
    }
  }

  /// What is normalised as one at a position: how many bytes of the text, and what becomes of them.
  private func element(
    of text: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (length: Int, bytes: ArraySlice<UInt8>) {
    if let found = map?.longest(in: text, at: position) { return (found.length, found.replacement) }
    let length = Self.lengthOfScalar(text, position)
    guard length > 0 else { return (1, Self.replacementCharacter[...]) }
    return (length, Array(text[position..<position + length])[...])
  }

  /// The bytes of the scalar at a position, or 0 where there is none.
  private static func lengthOfScalar(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
    let (value, length) = decodeScalar(text.baseAddress!, position, text.count)
    let least: UInt32 = length < 3 ? 0 : length == 3 ? 0x800 : 0x1_0000
    return value >= least && Unicode.Scalar(value) != nil ? length : 0
  }
}
