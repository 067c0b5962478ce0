// SPDX-License-Identifier: Apache-2.0

/// Calls `body` with the vectors that cover `count` floats; a tail is completed with `fill` in a buffer of its own.
///
/// `body` gets the offset, and what it returns is stored to `target` when that is given.
/// - Precondition: `S.lanes` is 16.
@inlinable @inline(__always)
public func forEachVector<S: VectorISA>(
  _: S.Type, _ source: UnsafePointer<Float>, count: Int, fill: Float = 0, _ body: (Int, S.Floats) -> Void
) {
  var offset = 0
  while offset &+ 16 <= count {
    body(offset, S.load(source + offset))
    offset &+= 16
  }
  if offset < count {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { lanes in
      for lane in 0..<16 { lanes[lane] = offset &+ lane < count ? source[offset &+ lane] : fill }
      body(offset, S.load(lanes.baseAddress!))
    }
  }
}

/// Stores the lanes of `value` that lie before `count`, at `offset`.
@inlinable @inline(__always)
public func storeVector<S: VectorISA>(
  _: S.Type, _ value: S.Floats, to target: UnsafeMutablePointer<Float>, offset: Int, count: Int
) {
  if offset &+ 16 <= count {
    S.store(value, to: target + offset)
  } else {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { lanes in
      S.store(value, to: lanes.baseAddress!)
      for lane in 0..<(count &- offset) { target[offset &+ lane] = lanes[lane] }
    }
  }
}

/// Loads the lanes that lie before `count`, at `offset`; zero beyond.
@inlinable @inline(__always)
public func loadVector<S: VectorISA>(
  _: S.Type, _ source: UnsafePointer<Float>, offset: Int, count: Int
) -> S.Floats {
  if offset &+ 16 <= count { return S.load(source + offset) }
  return withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { lanes in
    for lane in 0..<16 { lanes[lane] = offset &+ lane < count ? source[offset &+ lane] : 0 }
    return S.load(lanes.baseAddress!)
  }
}

/// y = x / √(mean(x²) + ε) · w; `weight` nil stands for ones, `y` may be `x`.
@inlinable @inline(__always)
public func normalizeRow<S: VectorISA>(
  _: S.Type, _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int,
  _ epsilon: Float
) {
  var squares = S.zero()
  forEachVector(S.self, x, count: count) { _, value in squares = S.fma(value, value, squares) }
  let scale = S.broadcast(1 / (S.sum(squares) / Float(count) + epsilon).squareRoot())
  forEachVector(S.self, x, count: count) { offset, value in
    var result = S.multiply(value, scale)
    if let weight { result = S.multiply(result, loadVector(S.self, weight, offset: offset, count: count)) }
    storeVector(S.self, result, to: y, offset: offset, count: count)
  }
}

/// y = silu(gate) · up, or gelu(gate) · up.
@inlinable @inline(__always)
public func gateRow<S: VectorISA>(
  _: S.Type, gelu: Bool, _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>,
  _ count: Int
) {
  forEachVector(S.self, gate, count: count) { offset, value in
    var result = gelu ? S.gelu(value) : S.silu(value)
    if let up { result = S.multiply(result, loadVector(S.self, up, offset: offset, count: count)) }
    storeVector(S.self, result, to: y, offset: offset, count: count)
  }
}

/// x = softmax(x · scale), in place.
@inlinable @inline(__always)
public func softmaxRow<S: VectorISA>(_: S.Type, _ x: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float) {
  if count <= 0 { return }
  let factor = S.broadcast(scale)
  var maxima = S.broadcast(-Float.infinity)
  forEachVector(S.self, x, count: count, fill: -Float.infinity) { _, value in
    maxima = S.max(S.multiply(value, factor), maxima)
  }
  let maximum = S.broadcast(S.maximum(maxima))
  var sums = S.zero()
  forEachVector(S.self, x, count: count, fill: -Float.infinity) { offset, value in
    let power = S.exponential(S.subtract(S.multiply(value, factor), maximum))
    sums = S.add(sums, power)
    storeVector(S.self, power, to: x, offset: offset, count: count)
  }
  let inverse = S.broadcast(1 / S.sum(sums))
  forEachVector(S.self, x, count: count) { offset, value in
    storeVector(S.self, S.multiply(value, inverse), to: x, offset: offset, count: count)
  }
}

/// Quantises `blockCount` blocks of 32 floats to 8 bits, into one column of an activation tile.
///
///     scale = max|x| / 127,  quant = round(x · 127 / max|x|)
@inlinable @inline(__always)
public func quantizeRow<S: VectorISA>(
  _: S.Type, _ x: UnsafePointer<Float>, _ tile: UnsafeMutableRawPointer, _ column: Int, _ width: Int, _ blockCount: Int
) {
  let stride = ActivationTile.blockByteCount(width: width)
  var x = x
  var block = tile
  for _ in 0..<blockCount {
    let a = S.load(x)
    let b = S.load(x + 16)
    let magnitude = S.maximum(S.max(S.absolute(a), S.absolute(b)))
    let inverse = S.broadcast(magnitude > 0 ? 127 / magnitude : 0)
    let low = S.rounded(S.multiply(a, inverse))
    let high = S.rounded(S.multiply(b, inverse))
    S.storeInt8(low, to: block + ActivationTile.quants(column))
    S.storeInt8(high, to: block + (ActivationTile.quants(column) &+ 16))
    let scale = magnitude / 127
    let lowSum = S.sum(low)
    let highSum = S.sum(high)
    let sum = lowSum &+ highSum
    (block + ActivationTile.scale(column, width: width)).storeBytes(of: scale, as: Float.self)
    (block + ActivationTile.scaledSum(column, width: width)).storeBytes(of: scale * Float(sum), as: Float.self)
    (block + ActivationTile.negatedSum(column, width: width)).storeBytes(of: 0 &- sum, as: Int32.self)
    (block + ActivationTile.negatedLowSum(column, width: width)).storeBytes(of: 0 &- lowSum, as: Int32.self)
    (block + ActivationTile.negatedHighSum(column, width: width)).storeBytes(of: 0 &- highSum, as: Int32.self)
    x += 32
    block += stride
  }
}

/// Converts floats to halves.
@inlinable @inline(__always)
public func storeHalfRow<S: VectorISA>(
  _: S.Type, _ x: UnsafePointer<Float>, _ y: UnsafeMutableRawPointer, _ count: Int
) {
  forEachVector(S.self, x, count: count) { offset, value in
    if offset &+ 16 <= count {
      S.storeHalf(value, to: y + 2 &* offset)
    } else {
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 2) { lanes in
        S.storeHalf(value, to: lanes.baseAddress!)
        (y + 2 &* offset).copyMemory(from: lanes.baseAddress!, byteCount: 2 &* (count &- offset))
      }
    }
  }
}
