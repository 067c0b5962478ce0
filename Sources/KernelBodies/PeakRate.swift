// SPDX-License-Identifier: Apache-2.0

/// Multiplies and adds bytes as fast as the vocabulary can, for comparison: four by two values in registers, nothing but
/// activations loaded, nothing scaled or widened.
///
/// - Parameters:
///   - source: 4096 bytes.
///   - sink: room for `V.lanes` floats, written so that nothing is left out.
/// - Returns: multiplications and additions done.
@inlinable @inline(__always)
public func multiplyBytesAtPeak<V: VectorISA>(
  _: V.Type, _ source: UnsafeRawPointer, rounds: Int, sink: UnsafeMutablePointer<Float>
) -> Double {
  let low = V.loadBytes(source)
  let high = V.loadBytes(source + 64)
  var a = V.zeroSums(), b = V.zeroSums(), c = V.zeroSums(), d = V.zeroSums()
  for _ in 0..<rounds {
    var offset = 0
    while offset < 2048 {
      let first = V.broadcastBytes(source + offset)
      let second = V.broadcastBytes(source + (offset &+ 4))
      a = V.dot(a, low, first)
      b = V.dot(b, high, first)
      c = V.dot(c, low, second)
      d = V.dot(d, high, second)
      offset &+= 8
    }
  }
  let sum = V.add(V.add(V.finish(a), V.finish(b)), V.add(V.finish(c), V.finish(d)))
  V.store(V.float(sum), to: sink)
  return Double(rounds) * 256 * 4 * Double(8 &* V.lanes)
}

/// As `multiplyBytesAtPeak` for floats: fused multiplications and additions.
@inlinable @inline(__always)
public func multiplyFloatsAtPeak<V: VectorISA>(
  _: V.Type, _ source: UnsafeRawPointer, rounds: Int, sink: UnsafeMutablePointer<Float>
) -> Double {
  let x = source.assumingMemoryBound(to: Float.self)
  let low = V.load(source)
  let high = V.load(source + 64)
  var a = V.zero(), b = V.zero(), c = V.zero(), d = V.zero()
  for _ in 0..<rounds {
    var index = 0
    while index < 512 {
      let first = V.broadcast(x[index])
      let second = V.broadcast(x[index &+ 1])
      a = V.fma(low, first, a)
      b = V.fma(high, first, b)
      c = V.fma(low, second, c)
      d = V.fma(high, second, d)
      index &+= 2
    }
  }
  V.store(V.add(V.add(a, b), V.add(c, d)), to: sink)
  return Double(rounds) * 256 * 4 * Double(2 &* V.lanes)
}
