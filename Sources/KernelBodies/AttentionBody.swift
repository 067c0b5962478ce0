// SPDX-License-Identifier: Apache-2.0

/// What the maximum of no score at all is: finite, so that differences stay numbers.
@inlinable @inline(__always) public var emptyMaximum: Float { -1e30 }

/// Scores, softmax and weighted values of one tile of queries over one block of positions.
///
///     s = q·k (soft-capped, masked),  m = max s,  p = exp(s − m),  l = Σ p,  o = Σ p·v
///
/// A column's arithmetic depends on nothing but its query and the block, so that results are the same for one query and
/// for many. With `merges` the block's (m, l, o) is folded into the running one as `mergePartial` does.
/// - Precondition: `S` has 16 lanes and 128 is a multiple of the lanes of `T.V`, which divide 32; the width of `T` divides 8.
@inlinable @inline(__always)
public func attendBlock<S: VectorISA, T: ColumnTile, C: CacheFormat>(
  _: S.Type, _: T.Type, _: C.Type, width: Int, _ arguments: UnsafeRawPointer
) {
  let call = arguments.assumingMemoryBound(to: AttentionCall.self)
  let a = call.pointee
  typealias V = T.V
  // The groups of 32 positions that any column sees.
  var first = Int.max
  var last = -1
  for column in 0..<a.columnCount {
    first = Swift.min(first, a.firstVisible[column])
    last = Swift.max(last, a.lastVisible[column])
  }
  let begin = Swift.max(0, first &- a.firstPosition) & ~31
  let end = Swift.min(128, (last &- a.firstPosition &+ 32) & ~31)
  if begin >= end { return emptyPartial(call) }

  for part in 0..<(width / T.width) {
    let column = part &* T.width
    if column < a.columnCount {
      var group = begin
      while group < end {
        var lane = 0
        while lane < 32 {
          var tile = T()
          C.addScores(&tile, call, group: group, lane: lane, column: column, width: width)
          tile.forEach { index, accumulator in
            V.store(accumulator.partial, to: a.scores + ((column &+ index) &* 128 &+ group &+ lane))
          }
          lane &+= V.lanes
        }
        group &+= 32
      }
    }
  }

  withUnsafeTemporaryAllocation(of: Float.self, capacity: 32) { factors in
    for column in 0..<width { factors[column] = 1 }
    for column in 0..<a.columnCount {
      let scores = a.scores + column &* 128
      let low = a.firstVisible[column] &- a.firstPosition
      let high = a.lastVisible[column] &- a.firstPosition
      var maxima = S.broadcast(emptyMaximum)
      var offset = begin
      while offset < end {
        var s = S.load(scores + offset)
        if a.softCap > 0 {
          s = S.multiply(
            S.broadcast(a.softCap), S.hyperbolicTangent(S.divide(s, S.broadcast(a.softCap))))
        }
        let hidden = Swift.min(16, Swift.max(0, low &- offset))
        if hidden > 0 { s = S.add(s, S.load(a.mask + (32 &- hidden))) }
        let seen = Swift.min(16, Swift.max(0, high &- offset &+ 1))
        if seen < 16 { s = S.add(s, S.load(a.mask + (16 &- seen))) }
        S.store(s, to: scores + offset)
        maxima = S.max(s, maxima)
        offset &+= 16
      }
      let maximum = S.maximum(maxima)
      let reference = S.broadcast(maximum)
      var sums = S.zero()
      offset = begin
      while offset < end {
        let p = S.exponential(S.subtract(S.load(scores + offset), reference))
        sums = S.add(sums, p)
        S.store(p, to: scores + offset)
        offset &+= 16
      }
      let sum = S.sum(sums)
      if a.merges {
        let larger = Swift.max(a.maxima[column], maximum)
        let (old, new) = mergeFactors(S.self, a.maxima[column], maximum, larger)
        a.maxima[column] = larger
        a.sums[column] = a.sums[column] * old + sum * new
        factors[column] = old
        factors[8 &+ column] = new
      } else {
        a.maxima[column] = maximum
        a.sums[column] = sum
      }
    }

    for part in 0..<(width / T.width) {
      let column = part &* T.width
      if column < a.columnCount {
        var d = 0
        while d < a.valueStride {
          if d & 31 == 0 { C.prepareWeights(S.self, call, columns: column..<(column &+ T.width), d, begin..<end) }
          var tile = T()
          C.addOutputs(&tile, call, d: d, column: column, begin..<end)
          tile.forEach { index, accumulator in
            if column &+ index < a.columnCount {
              let target = a.outputs + ((column &+ index) &* a.valueStride &+ d)
              if a.merges {
                let kept = V.multiply(V.load(target), V.broadcast(factors[column &+ index]))
                V.store(V.fma(accumulator.partial, V.broadcast(factors[8 &+ column &+ index]), kept), to: target)
              } else {
                V.store(accumulator.partial, to: target)
              }
            }
          }
          d &+= V.lanes
        }
      }
    }
  }
}

/// The result of a block of which no column sees anything.
@inlinable @inline(__always)
func emptyPartial(_ call: UnsafePointer<AttentionCall>) {
  let a = call.pointee
  if a.merges { return }
  for column in 0..<a.columnCount {
    a.maxima[column] = emptyMaximum
    a.sums[column] = 0
    for d in 0..<a.valueStride { a.outputs[column &* a.valueStride &+ d] = 0 }
  }
}

/// exp(old − larger) and exp(new − larger).
@inlinable @inline(__always)
func mergeFactors<S: VectorISA>(_: S.Type, _ old: Float, _ new: Float, _ larger: Float) -> (Float, Float) {
  withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { lanes in
    for lane in 0..<16 { lanes[lane] = 0 }
    lanes[0] = old - larger
    lanes[1] = new - larger
    S.store(S.exponential(S.load(lanes.baseAddress!)), to: lanes.baseAddress!)
    return (lanes[0], lanes[1])
  }
}

/// Folds the partial result (maximum, sum, outputs) of a later block into that of the earlier ones.
///
///     M = max(m₁, m₂),  l = l₁·exp(m₁ − M) + l₂·exp(m₂ − M),  o = o₁·exp(m₁ − M) + o₂·exp(m₂ − M)
@inlinable @inline(__always)
public func mergePartial<S: VectorISA>(
  _: S.Type, _ maximum: UnsafeMutablePointer<Float>, _ sum: UnsafeMutablePointer<Float>,
  _ outputs: UnsafeMutablePointer<Float>, _ newMaximum: Float, _ newSum: Float, _ newOutputs: UnsafePointer<Float>,
  _ count: Int
) {
  let larger = Swift.max(maximum.pointee, newMaximum)
  let (old, new) = mergeFactors(S.self, maximum.pointee, newMaximum, larger)
  maximum.pointee = larger
  sum.pointee = sum.pointee * old + newSum * new
  var d = 0
  while d < count {
    let kept = S.multiply(S.load(outputs + d), S.broadcast(old))
    S.store(S.fma(S.load(newOutputs + d), S.broadcast(new), kept), to: outputs + d)
    d &+= 16
  }
}
