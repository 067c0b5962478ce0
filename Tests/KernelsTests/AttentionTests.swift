// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@Suite struct AttentionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var heads: Int, kvHeads: Int, length: Int, valueLength: Int
    var window = 0
    var softCap: Float = 0
    var testDescription: String { "\(heads)/\(kvHeads) heads of \(length), window \(window), cap \(softCap)" }
  }

  static let cases = [
    Case(heads: 3, kvHeads: 1, length: 64, valueLength: 64),
    Case(heads: 4, kvHeads: 2, length: 8, valueLength: 8),
    Case(heads: 9, kvHeads: 3, length: 32, valueLength: 32, window: 50),
    Case(heads: 2, kvHeads: 2, length: 80, valueLength: 48, window: 200, softCap: 5),
    Case(heads: 12, kvHeads: 1, length: 16, valueLength: 32, softCap: 20),
  ]

  /// Fills a cache with `total` positions and answers queries for the last `tokens` of them, in runs of `run`.
  func attend(
    _ c: Case, total: Int, tokens: Int, run: Int, pool: ThreadPool, capacity: Int? = nil
  ) -> (out: [UInt32], floats: [Float], queries: [Float], keys: [Float], values: [Float]) {
    var generator = Generator(seed: 50)
    func rounded(_ values: [Float]) -> [Float] { values.map { Half.float(Half.bits($0)) } }
    let keys = rounded(generator.floats(total * c.kvHeads * c.length, scale: 2))
    let values = rounded(generator.floats(total * c.kvHeads * c.valueLength))
    let queries = generator.floats(total * c.heads * c.length, scale: 2)
    let shape = AttentionShape(
      headCount: c.heads, headCountKV: c.kvHeads, keyLength: c.length, valueLength: c.valueLength, scale: 0.25,
      window: c.window, softCap: c.softCap)
    let cache = KeyValueCache(
      capacity: capacity ?? total, headCount: c.kvHeads, keyLength: c.length, valueLength: c.valueLength)!
    let scratch = AttentionScratch()
    let columns = c.heads * c.valueLength
    var result: [Float] = []
    keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        queries.withUnsafeBufferPointer { queries in
          nonisolated(unsafe) let (k, v, q) = (keys.baseAddress!, values.baseAddress!, queries.baseAddress!)
          func store(_ position: Int, _ count: Int) {
            pool.run { worker in
              cache.store(
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
            pool.run { worker in
              attention(
                queries: q + first * c.heads * c.length, stride: c.heads * c.length, cache: cache, shape: shape,
                position: first, tokens: count, scratch: scratch, into: out, worker: worker)
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

  @Test func ringHoldsAWindow() {
    let c = Case(heads: 2, kvHeads: 1, length: 32, valueLength: 32, window: 100)
    let pool = pools[InstructionSet.supported.last!]!
    // Stored as one run the ring would overwrite what is still visible, so both caches are filled in small runs.
    let whole = attend(c, total: 700, tokens: 700, run: 20, pool: pool)
    let ring = attend(c, total: 700, tokens: 700, run: 20, pool: pool, capacity: 256)
    #expect(whole.out == ring.out)
  }
}
