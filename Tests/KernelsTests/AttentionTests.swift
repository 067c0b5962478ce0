// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@Suite struct AttentionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var heads: Int, kvHeads: Int, length: Int, valueLength: Int
    var window = 0
    var softCap: Float = 0
    var type = CacheType.f16
    var testDescription: String {
      "\(heads)/\(kvHeads) heads of \(length), window \(window), cap \(softCap), \(type.rawValue)"
    }
  }

  static let cases = CacheType.allCases.flatMap { type in
    shapes.map { shape in
      var shape = shape
      shape.type = type
      return shape
    }
  }

  private static let shapes = [
    Case(heads: 3, kvHeads: 1, length: 64, valueLength: 64),
    Case(heads: 4, kvHeads: 2, length: 8, valueLength: 8),
    Case(heads: 9, kvHeads: 3, length: 32, valueLength: 32, window: 50),
    Case(heads: 2, kvHeads: 2, length: 80, valueLength: 48, window: 200, softCap: 5),
    Case(heads: 12, kvHeads: 1, length: 16, valueLength: 32, softCap: 20),
  ]

  /// What a cache holds of rows of heads: the numbers that storing them again does not change.
  ///
  /// In Q8_0 a block's greatest magnitude is 127 times a half, so that its scale is exact.
  private func rounded(_ values: [Float], _ type: CacheType, length: Int) -> [Float] {
    if type == .f16 { return values.map { Half.float(Half.bits($0)) } }
    var values = values
    for head in stride(from: 0, to: values.count, by: length) {
      for first in stride(from: head, to: head + length, by: 32) {
        let block = first..<min(first + 32, head + length)
        let scale = Half.float(Half.bits((block.map { abs(values[$0]) }.max() ?? 0) / 127))
        for index in block { values[index] = scale * (values[index] / scale).rounded().clamped(to: -126...126) }
        values[block.lowerBound] = 127 * scale
      }
    }
    return values
  }

  /// Fills a cache with `total` positions and answers queries for the last `tokens` of them, in runs of `run`.
  func attend(
    _ c: Case, total: Int, tokens: Int, run: Int, pool: ThreadPool, capacity: Int? = nil,
    keysAndValues: CacheType? = nil
  ) -> (out: [UInt32], floats: [Float], queries: [Float], keys: [Float], values: [Float]) {
    var generator = Generator(seed: 50)
    let keys = rounded(
      generator.floats(total * c.kvHeads * c.length, scale: 2), keysAndValues ?? c.type, length: c.length)
    let values = rounded(
      generator.floats(total * c.kvHeads * c.valueLength), keysAndValues ?? c.type, length: c.valueLength)
    let queries = generator.floats(total * c.heads * c.length, scale: 2)
    let shape = AttentionShape(
      headCount: c.heads, headCountKV: c.kvHeads, keyLength: c.length, valueLength: c.valueLength, scale: 0.25,
      window: c.window, softCap: c.softCap)
    let cache = KeyValueCache(
      capacity: capacity ?? total, headCount: c.kvHeads, keyLength: c.length, valueLength: c.valueLength,
      type: c.type)!
    let scratch = AttentionScratch()
    let columns = c.heads * c.valueLength
    var result: [Float] = []
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        queries.withUnsafeBufferPointer { queries in
          nonisolated(unsafe) let (k, v, q) = (keys.baseAddress!, values.baseAddress!, queries.baseAddress!)
          func store(_ position: Int, _ count: Int) {
            pool.run { worker in
              cache.view.store(
                keys: k + position * c.kvHeads * c.length, keyStride: c.kvHeads * c.length,
                values: v + position * c.kvHeads * c.valueLength, valueStride: c.kvHeads * c.valueLength,
                position: position, tokens: count, worker: worker)
            }
          }
          let start = total - tokens
          if start > 0 { store(0, start) }
          var position = start
          while position < total {
            let count = min(run, total - position)
            store(position, count)
            let out = ActivationBuffer(maximumRows: count, columns: columns)
            let first = position
            scratch.reserve(shape, position: first, tokens: count, workerCount: pool.threadCount)
            pool.run { worker in
              attention(
                queries: q + first * c.heads * c.length, stride: c.heads * c.length, cache: cache.view, shape: shape,
                position: first, tokens: count, scratch: scratch, into: out.view, worker: worker)
            }
            result += (0..<(count * columns)).map { out.floats[$0] }
            position += count
          }
        }
      }
    }
    return (result.map { ($0 == 0 ? 0 : $0).bitPattern }, result, queries, keys, values)
  }

  @Test(arguments: cases)
  func agreesWithTheFormula(c: Case) {
    let shape = AttentionShape(
      headCount: c.heads, headCountKV: c.kvHeads, keyLength: c.length, valueLength: c.valueLength, scale: 0.25,
      window: c.window, softCap: c.softCap)
    for (total, tokens) in [(1, 1), (40, 40), (129, 1), (300, 33)] {
      for set in InstructionSet.supported {
        let result = attend(c, total: total, tokens: tokens, run: tokens, pool: pools[set]!)
        let start = (total - tokens) * c.heads * c.length
        let expected = attentionReference(
          queries: Array(result.queries[start...]), keys: result.keys, values: result.values, shape: shape,
          position: total - tokens, tokens: tokens)
        let worst = zip(result.floats, expected).map { abs($0 - $1) }.max()!
        #expect(worst < 2e-5, "\(set) total \(total) tokens \(tokens)")
      }
    }
  }

  @Test(arguments: cases)
  func doesNotDependOnBatchThreadsOrInstructionSet(c: Case) {
    var expected: [UInt32]?
    for set in InstructionSet.supported {
      for threads in [1, 2] {
        let pool = threads == 2 ? pools[set]! : ThreadPool(threadCount: 1, instructionSet: set)
        for run in [1, 3, 10, 47] {
          let out = attend(c, total: 280, tokens: 47, run: run, pool: pool).out
          if expected == nil { expected = out }
          #expect(out == expected, "\(set) threads \(threads) run \(run)")
        }
      }
    }
  }

  /// A Q8_0 cache answers as one whose keys and values are off by half a step of their blocks at most.
  @Test func bytesAreNearHalves() {
    let pool = pools[InstructionSet.supported.last!]!
    for shape in Self.cases where shape.type == .q8_0 {
      // Any numbers, not those that Q8_0 holds exactly.
      var halves = shape
      halves.type = .f16
      let exact = attend(halves, total: 200, tokens: 20, run: 20, pool: pool)
      let near = attend(shape, total: 200, tokens: 20, run: 20, pool: pool, keysAndValues: halves.type)
      let worst = zip(exact.floats, near.floats).map { abs($0 - $1) }.max()!
      // Values of at most 1 are off by 1/254, scores by Σ |q| · 2/254 · scale; random signs leave a tenth of that.
      #expect(worst > 1e-5 && worst < 0.05, "\(shape): \(worst)")
    }
  }

  @Test(arguments: CacheType.allCases) func cachesTakeTheirMemory(_ type: CacheType) {
    let cache = KeyValueCache(capacity: 200, headCount: 3, keyLength: 80, valueLength: 64, type: type)!
    let elements = 256 * 3 * (80 + 64)
    #expect(cache.byteCount == (type == .f16 ? 2 * elements : elements + 256 * 3 * 2 * (3 + 2)))
  }

  @Test(arguments: CacheType.allCases) func ringHoldsAWindow(_ type: CacheType) {
    let c = Case(heads: 2, kvHeads: 1, length: 32, valueLength: 32, window: 100, type: type)
    let pool = pools[InstructionSet.supported.last!]!
    // Stored as one run the ring would overwrite what is still visible, so both caches are filled in small runs.
    let whole = attend(c, total: 700, tokens: 700, run: 20, pool: pool)
    let ring = attend(c, total: 700, tokens: 700, run: 20, pool: pool, capacity: 256)
    #expect(whole.out == ring.out)
  }
}

extension Float {
  fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
