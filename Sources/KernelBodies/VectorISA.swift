// SPDX-License-Identifier: Apache-2.0

/// The vector vocabulary that every kernel body is written in; one conformance per instruction set.
///
/// A value of `Bytes` holds `lanes` groups of four bytes, `Ints` and `Floats` hold `lanes` elements. Every operation is
/// exact or correctly rounded, so that all conformances give the same bits for the same lane.
/// Pointers need no alignment beyond that of one element.
public protocol VectorISA: SendableMetatype {
  associatedtype Bytes
  associatedtype Ints
  /// Dot products under way: `Ints`, or narrower sums that are widened in time.
  associatedtype Sums
  associatedtype Floats

  /// Lanes of 32 bits: 8 or a multiple of it.
  static var lanes: Int { get }

  /// Asks for the cache line at `source`, which need not be memory that can be read.
  static func prefetch(_ source: UnsafeRawPointer)

  // MARK: Bytes

  /// Loads 4·lanes bytes.
  static func loadBytes(_ source: UnsafeRawPointer) -> Bytes
  static func storeBytes(_ value: Bytes, to target: UnsafeMutableRawPointer)
  /// Repeats the four bytes at `source` in every lane.
  static func broadcastBytes(_ source: UnsafeRawPointer) -> Bytes
  /// `(bytes >> shift) & mask` on every byte; `shift` and `mask` are constants with `mask` inside the shifted byte.
  static func bits(_ bytes: Bytes, shiftedRight shift: UInt32, mask: UInt8) -> Bytes
  /// `(bytes << shift) & mask` on every byte; `mask` has no bit below `shift`.
  static func bits(_ bytes: Bytes, shiftedLeft shift: UInt32, mask: UInt8) -> Bytes
  static func or(_ a: Bytes, _ b: Bytes) -> Bytes
  /// Replaces each byte, 0…15, by one of a table: eight bytes from the least of `low` on, then those of `high`; constants.
  static func lookup(_ indices: Bytes, low: UInt64, high: UInt64) -> Bytes
  /// Loads `lanes` unsigned 16-bit numbers, each into four bytes.
  static func loadWords(_ source: UnsafeRawPointer) -> Bytes

  // MARK: Integers

  static func zeroInts() -> Ints

  // MARK: Sums

  static func zeroSums() -> Sums
  /// A sum that begins at the Int32 at `source`, shifted left by a constant, once `finish` is given the same again.
  static func startSums(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Sums
  /// Adds to each lane the dot product of its four unsigned bytes with four signed ones in −127…127.
  ///
  /// The unsigned bytes of one place may add up to 128 before `widen`: eight calls with four bits, four with five, two
  /// with six.
  static func dot(_ sum: Sums, _ unsigned: Bytes, _ signed: Bytes) -> Sums
  /// The value a sum of `dotOffset` starts from; `negatedSum` points to the negated sum of all signed bytes to come.
  static func startOffset(_ negatedSum: UnsafeRawPointer) -> Sums
  /// As `dot` for weights stored as `w + 128`: adds Σ w·x, once the sum was started with `startOffset`; needs no `widen`.
  static func dotOffset(_ sum: Sums, _ offset128: Bytes, _ signed: Bytes) -> Sums
  /// Makes room for further calls of `dot`.
  static func widen(_ sum: Sums) -> Sums
  /// The sum of what was added since `zeroSums`.
  static func finish(_ sum: Sums) -> Ints
  /// The sum of what was added since `startSums` with the same source and shift, and of that start.
  static func finish(_ sum: Sums, startedWith source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints
  /// The sum of what was added by `dotOffset`.
  static func finishOffset(_ sum: Sums) -> Ints

  // MARK: More integers

  /// Repeats the Int32 at `source`, shifted left by a constant.
  static func broadcastInts(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints
  /// `(lane >> shift) & mask`, the lane unsigned.
  static func field(_ bytes: Bytes, shift: UInt32, mask: UInt32) -> Ints
  /// `lane << shift`, bitwise, with `or` of integers.
  static func shiftedLeft(_ value: Ints, by shift: UInt32) -> Ints
  static func or(_ a: Ints, _ b: Ints) -> Ints
  /// Loads `lanes` signed bytes and widens them.
  static func loadInt8(_ source: UnsafeRawPointer) -> Ints
  /// Keeps the low byte of each lane.
  static func storeInt8(_ value: Ints, to target: UnsafeMutableRawPointer)
  static func add(_ a: Ints, _ b: Ints) -> Ints
  /// Sum of all lanes, wrapping.
  static func sum(_ value: Ints) -> Int32

  // MARK: Floats

  static func zero() -> Floats
  static func load(_ source: UnsafeRawPointer) -> Floats
  static func store(_ value: Floats, to target: UnsafeMutableRawPointer)
  static func broadcast(_ value: Float) -> Floats
  /// Loads `lanes` IEEE half-precision numbers.
  static func loadHalf(_ source: UnsafeRawPointer) -> Floats
  /// Loads `lanes` bfloat16 numbers.
  static func loadBFloat16(_ source: UnsafeRawPointer) -> Floats
  /// Loads `lanes` E8M0 numbers, halved: 2^(code − 128).
  static func loadE8M0(_ source: UnsafeRawPointer) -> Floats
  /// Stores IEEE half-precision numbers, rounded to nearest even.
  static func storeHalf(_ value: Floats, to target: UnsafeMutableRawPointer)
  static func float(_ value: Ints) -> Floats
  /// Nearest integer, ties to even; |value| < 2²².
  static func rounded(_ value: Floats) -> Ints
  static func add(_ a: Floats, _ b: Floats) -> Floats
  static func subtract(_ a: Floats, _ b: Floats) -> Floats
  static func multiply(_ a: Floats, _ b: Floats) -> Floats
  static func divide(_ a: Floats, _ b: Floats) -> Floats
  /// `a · b + c`, rounded once.
  static func fma(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats
  /// The larger of each lane; `b` where either is not a number.
  static func max(_ a: Floats, _ b: Floats) -> Floats
  static func min(_ a: Floats, _ b: Floats) -> Floats
  static func absolute(_ value: Floats) -> Floats
  /// `2ⁿ`, 0 for n = −127; −127 ≤ n ≤ 127.
  static func powerOfTwo(_ exponent: Ints) -> Floats
  /// Sum of all lanes: halves added until one lane is left, so the order is the same for every conformance.
  static func sum(_ value: Floats) -> Float
  static func maximum(_ value: Floats) -> Float
}
