// SPDX-License-Identifier: Apache-2.0

// How parts of the 256-element types get from a row of a file into lines of sixteen rows, and back. `target` is that row's
// word of the first line; lines lie 64 bytes apart. What is extracted is added to bits that were zero. Here for the reason
// that `RawAccess` gives.

/// From 32 nibbles of one half of 32 bytes to four lines: elements 4g…4g+3 low, 16+4g… high.
@inlinable @inline(__always)
public func interleaveNibbles(_ source: UnsafeRawPointer, high: Bool, _ target: UnsafeMutableRawPointer) {
  let shift: UInt32 = high ? 4 : 0
  for group in 0..<4 {
    let first = (source.word32(4 &* group) &>> shift) & 0x0F0F_0F0F
    let second = (source.word32(16 &+ 4 &* group) &>> shift) & 0x0F0F_0F0F
    target.put(first | second &<< 4, 64 &* group)
  }
}

@inlinable @inline(__always)
public func extractNibbles(_ lines: UnsafeRawPointer, high: Bool, _ target: UnsafeMutableRawPointer) {
  let shift: UInt32 = high ? 4 : 0
  for group in 0..<4 {
    let word = lines.word32(64 &* group)
    let (first, second) = (4 &* group, 16 &+ 4 &* group)
    target.put(UnsafeRawPointer(target).word32(first) | (word & 0x0F0F_0F0F) &<< shift, first)
    target.put(UnsafeRawPointer(target).word32(second) | ((word &>> 4) & 0x0F0F_0F0F) &<< shift, second)
  }
}

/// From two bits of each of 32 bytes, those at bit 2·`quarter`, to two lines: groups 0…3 and 4…7, group g at bit 2·(g mod 4).
@inlinable @inline(__always)
public func interleaveTwoBits(_ source: UnsafeRawPointer, quarter: Int, _ target: UnsafeMutableRawPointer) {
  for half in 0..<2 {
    var bits: UInt32 = 0
    for part in 0..<4 {
      let two = source.word32(16 &* half &+ 4 &* part) &>> UInt32(truncatingIfNeeded: 2 &* quarter)
      bits |= (two & 0x0303_0303) &<< UInt32(truncatingIfNeeded: 2 &* part)
    }
    target.put(bits, 64 &* half)
  }
}

@inlinable @inline(__always)
public func extractTwoBits(_ lines: UnsafeRawPointer, quarter: Int, _ target: UnsafeMutableRawPointer) {
  for half in 0..<2 {
    let bits = lines.word32(64 &* half)
    for part in 0..<4 {
      let two = (bits &>> UInt32(truncatingIfNeeded: 2 &* part)) & 0x0303_0303
      let old = UnsafeRawPointer(target).word32(16 &* half &+ 4 &* part)
      target.put(old | two &<< UInt32(truncatingIfNeeded: 2 &* quarter), 16 &* half &+ 4 &* part)
    }
  }
}

/// From bit `plane` of each of 32 bytes to one line: bit g of byte k for element 4g + k.
@inlinable @inline(__always)
public func interleaveOneBit(_ source: UnsafeRawPointer, plane: Int, _ target: UnsafeMutableRawPointer) {
  var bits: UInt32 = 0
  for part in 0..<8 {
    let one = source.word32(4 &* part) &>> UInt32(truncatingIfNeeded: plane)
    bits |= (one & 0x0101_0101) &<< UInt32(truncatingIfNeeded: part)
  }
  target.put(bits, 0)
}

@inlinable @inline(__always)
public func extractOneBit(_ line: UnsafeRawPointer, plane: Int, _ target: UnsafeMutableRawPointer) {
  let bits = line.word32(0)
  for part in 0..<8 {
    let one = (bits &>> UInt32(truncatingIfNeeded: part)) & 0x0101_0101
    let old = UnsafeRawPointer(target).word32(4 &* part)
    target.put(old | one &<< UInt32(truncatingIfNeeded: plane), 4 &* part)
  }
}

/// From sixteen 6-bit numbers, a byte each in four words, to the lines of `SixBitLines`.
@inlinable @inline(__always)
public func interleaveSixBits(_ numbers: (UInt32, UInt32, UInt32, UInt32), _ target: UnsafeMutableRawPointer) {
  func byte(_ word: UInt32, _ index: UInt32) -> UInt32 { (word &>> (8 &* index)) & 0xFF }
  let last = byte(numbers.3, 3)
  var a: UInt32 = (last & 3) &<< 30
  var b: UInt32 = ((last &>> 2) & 3) &<< 30
  var c: UInt32 = ((last &>> 4) & 3) &<< 30
  a |= byte(numbers.0, 0) | byte(numbers.0, 1) &<< 6 | byte(numbers.0, 2) &<< 12 | byte(numbers.0, 3) &<< 18
  a |= byte(numbers.1, 0) &<< 24
  b |= byte(numbers.1, 1) | byte(numbers.1, 2) &<< 6 | byte(numbers.1, 3) &<< 12
  b |= byte(numbers.2, 0) &<< 18 | byte(numbers.2, 1) &<< 24
  c |= byte(numbers.2, 2) | byte(numbers.2, 3) &<< 6 | byte(numbers.3, 0) &<< 12 | byte(numbers.3, 1) &<< 18
  c |= byte(numbers.3, 2) &<< 24
  target.put(a, 0)
  target.put(b, 64)
  target.put(c, 128)
}

/// The inverse of `interleaveSixBits`.
@inlinable @inline(__always)
public func extractSixBits(_ lines: UnsafeRawPointer) -> (UInt32, UInt32, UInt32, UInt32) {
  let words = (lines.word32(0), lines.word32(64), lines.word32(128))
  func field(_ word: UInt32, _ index: UInt32) -> UInt32 { (word &>> (6 &* index)) & 63 }
  func bytes(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 { a | b &<< 8 | c &<< 16 | d &<< 24 }
  let last = words.0 &>> 30 | (words.1 &>> 30) &<< 2 | (words.2 &>> 30) &<< 4
  return (
    bytes(field(words.0, 0), field(words.0, 1), field(words.0, 2), field(words.0, 3)),
    bytes(field(words.0, 4), field(words.1, 0), field(words.1, 1), field(words.1, 2)),
    bytes(field(words.1, 3), field(words.1, 4), field(words.2, 0), field(words.2, 1)),
    bytes(field(words.2, 2), field(words.2, 3), field(words.2, 4), last)
  )
}
