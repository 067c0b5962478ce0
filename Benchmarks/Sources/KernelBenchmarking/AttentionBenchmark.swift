// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization

/// Attention over the key–value cache: one token late in a long context, and a whole prompt.
struct AttentionBenchmark {
  private struct Use {
    let name: String
    let position: Int
    let tokens: Int
  }

  private static let uses = [
    Use(name: "attention-decode", position: 4095, tokens: 1),
    Use(name: "attention-prefill", position: 0, tokens: 512),
  ]

  static let kernels = uses.map(\.name)

  /// Heads of qwen2.5-coder-1.5b.
  private let headCount = 12
  private let headCountKV = 2
  private let headLength = 128

  func run(_ contexts: [BenchmarkContext], _ limits: MachineLimits, report: (BenchmarkRow) -> Void) {
    for use in Self.uses {
      for context in contexts where context.wants(use.name) { report(measure(use, context, limits)) }
    }
  }

  private func measure(_ use: Use, _ context: BenchmarkContext, _ limits: MachineLimits) -> BenchmarkRow {
    let length = use.position + use.tokens
    let width = headCount * headLength
    let widthKV = headCountKV * headLength
    let keys = FloatBlock(random: length * widthKV, seed: 1)
    let values = FloatBlock(random: length * widthKV, seed: 2)
    let queries = FloatBlock(random: use.tokens * width, seed: 3)
    guard
      let cache = KeyValueCache(
        capacity: length, headCount: headCountKV, keyLength: headLength, valueLength: headLength)
    else { preconditionFailure("the benchmark's cache fits the address space") }
    let output = ActivationBuffer(maximumRows: use.tokens, columns: width)
    let scratch = AttentionScratch()
    let shape = AttentionShape(
      headCount: headCount, headCountKV: headCountKV, keyLength: headLength, valueLength: headLength, scale: 1)
    context.pool.run {
      cache.view.store(
        keys: keys.values, keyStride: widthKV, values: values.values, valueStride: widthKV, position: 0,
        tokens: length, worker: $0)
    }
    scratch.reserve(
      shape, position: use.position, tokens: use.tokens, workerCount: context.pool.threadCount)
    let seconds = context.time {
      attention(
        queries: queries.values, stride: width, cache: cache.view, shape: shape, position: use.position,
        tokens: use.tokens, scratch: scratch, into: output.view, worker: $0)
    }
    // A query at position p sees p + 1 keys: two products of headLength each.
    let pairs = (0..<use.tokens).reduce(0) { $0 + use.position + $1 + 1 }
    return BenchmarkRow(
      kernel: use.name, instructionSet: context.instructionSet, type: "F16",
      shape: "\(headCount)/\(headCountKV) heads×\(headLength), \(length) keys, cached",
      threads: context.pool.threadCount,
      seconds: seconds, bytes: use.tokens > 1 ? 0 : Double(2 * length * widthKV * 2),
      operations: 4 * Double(pairs * width), limit: limits.arithmetic(.floats, context),
      error: deviation(use, keys, values, queries, output).relative,
      tolerance: 5e-3)
  }

  private func deviation(
    _ use: Use, _ keys: FloatBlock, _ values: FloatBlock, _ queries: FloatBlock, _ output: ActivationBuffer
  ) -> Deviation {
    var deviation = Deviation()
    let widthKV = headCountKV * headLength
    for token in Set([0, use.tokens / 2, use.tokens - 1]) {
      for head in [0, headCount - 1] {
        let query = token * headCount * headLength + head * headLength
        let offset = head / (headCount / headCountKV) * headLength
        let scores = (0...(use.position + token)).map { position in
          (0..<headLength).reduce(0.0) {
            $0 + Double(queries[query + $1]) * half(keys[position * widthKV + offset + $1])
          }
        }
        let largest = scores.max() ?? 0
        let weights = scores.map { exponential($0 - largest) }
        let total = weights.reduce(0, +)
        for element in 0..<headLength {
          let sum = weights.indices.reduce(0.0) { $0 + weights[$1] * half(values[$1 * widthKV + offset + element]) }
          deviation.add(output.floats[query + element], expected: sum / total)
        }
      }
    }
    return deviation
  }

  /// What the cache keeps of a number.
  private func half(_ value: Float) -> Double { Double(Half.float(Half.bits(value))) }
}
