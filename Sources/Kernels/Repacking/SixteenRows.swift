// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Sixteen rows in a file, side by side: what interleaving reads of them, a vector's worth at a time.
struct SixteenRows {
  /// The rows' starts.
  let sources: UnsafePointer<UnsafeRawPointer>
  /// Where in each row the group begins.
  let offset: Int

  @inline(__always)
  init(_ sources: UnsafePointer<UnsafeRawPointer>, _ offset: Int) {
    self.sources = sources
    self.offset = offset
  }

  /// Writes four words of each row as four lines of 64 bytes: word w of row r to `target + 64·w + 4·r`.
  ///
  /// - Parameters:
  ///   - byte: of the first word within the group.
  ///   - flips: bits to turn over in every word.
  @inline(__always)
  func putFourWords(at byte: Int, flips: UInt32 = 0, to target: UnsafeMutableRawPointer) {
    let mask = SIMD4<UInt32>(repeating: flips)
    for quad in 0..<4 {
      let a = words(4 &* quad, byte) ^ mask
      let b = words(4 &* quad &+ 1, byte) ^ mask
      let c = words(4 &* quad &+ 2, byte) ^ mask
      let d = words(4 &* quad &+ 3, byte) ^ mask
      for word in 0..<4 {
        target.put(SIMD4(a[word], b[word], c[word], d[word]), 64 &* word &+ 16 &* quad)
      }
    }
  }

  @inline(__always)
  private func words(_ row: Int, _ byte: Int) -> SIMD4<UInt32> {
    (sources[row] + (offset &+ byte)).loadUnaligned(as: SIMD4<UInt32>.self)
  }

  /// One word of each row.
  @inline(__always)
  func word(at byte: Int) -> SIMD16<UInt32> {
    var words = SIMD16<UInt32>()
    for row in 0..<16 { words[row] = sources[row].word32(offset &+ byte) }
    return words
  }

  /// Writes two bytes of each row side by side.
  @inline(__always)
  func putHalves(at byte: Int, to target: UnsafeMutableRawPointer) {
    for row in 0..<16 { target.put(sources[row].word16(offset &+ byte), 2 &* row) }
  }
}
