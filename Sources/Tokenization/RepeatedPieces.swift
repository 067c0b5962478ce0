// SPDX-License-Identifier: Apache-2.0

/// Remembers, within one text, where a piece was encoded before, so that its tokens are copied and not merged again.
///
/// A table without chains: of pieces that share a place the last one stays.
struct RepeatedPieces {
  private struct Entry {
    var start: UInt32 = 0
    var tokens: UInt32 = 0
    var length: UInt16 = 0
    var count: UInt16 = 0
  }

  private var entries: [Entry]
  /// Differs in each process, as in other tables.
  private static let seed: UInt64 = .random(in: .min ... .max)

  /// - Parameter byteCount: of the text; short ones repeat too little to be worth a table.
  init(byteCount: Int) {
    let size = byteCount < 512 || byteCount > Int(UInt32.max) ? 0 : min(1 << 14, (byteCount / 8).roundedUpToPowerOfTwo)
    entries = Array(repeating: Entry(), count: size)
  }

  /// Appends the tokens of a piece: copied where it came before, else by `encode`.
  @inline(__always)
  mutating func append(
    _ base: UnsafePointer<UInt8>, _ piece: Range<Int>, _ output: inout [TokenID], _ encode: (inout [TokenID]) -> Void
  ) {
    guard !entries.isEmpty, piece.count < 256 else { return encode(&output) }
    let bytes = UnsafeBufferPointer(start: base + piece.lowerBound, count: piece.count)
    let place = Int(truncatingIfNeeded: hashBytes(bytes, seed: Self.seed)) & (entries.count - 1)
    let entry = entries[place]
    if Int(entry.length) == piece.count, isEqual(base + Int(entry.start), bytes) {
      for token in Int(entry.tokens)..<Int(entry.tokens) + Int(entry.count) { output.append(output[token]) }
      return
    }
    let first = output.count
    encode(&output)
    // A piece has no more tokens than bytes.
    guard output.count - first <= piece.count, first <= Int(UInt32.max) else { return }
    entries[place] = Entry(
      start: UInt32(piece.lowerBound), tokens: UInt32(first), length: UInt16(piece.count),
      count: UInt16(output.count - first))
  }

  @inline(__always)
  private func isEqual(_ other: UnsafePointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for i in 0..<bytes.count where other[i] != bytes[i] { return false }
    return true
  }
}
