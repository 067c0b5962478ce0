// SPDX-License-Identifier: Apache-2.0

/// How one layer's keys and values lie in memory.
///
/// Positions are taken in blocks of 128; block `p / 128` of a context that outgrows `capacity` (a ring) lies where block
/// `p / 128 mod capacity / 128` does. Per KV head:
///
///     keys    (capacity / 32, keyLength, 32)       32 positions side by side, so that scores need no sum over lanes
///     values  (capacity, valueLength rounded up to 32)
///
/// The elements are IEEE halves, or signed bytes with a half as the scale of each 32 elements of one position's head:
///
///     key scales    (capacity / 32, keyLength / 32 rounded up, 32)
///     value scales  (capacity / 128, valueLength / 32 rounded up, 128)
///
/// Memory starts as zeros: a product with a value not yet written must not give a NaN.
@frozen public enum CacheLayout {
  /// Positions whose softmax is computed together; the unit in which all partial results are formed.
  @inlinable @inline(__always) public static var blockLength: Int { 128 }
  @inlinable @inline(__always) public static var group: Int { 32 }
  @inlinable @inline(__always) public static func valueStride(_ valueLength: Int) -> Int {
    (valueLength &+ 31) & ~31
  }
  /// Scales of one position's head.
  @inlinable @inline(__always) public static func scaleCount(_ length: Int) -> Int { (length &+ 31) / 32 }
}
