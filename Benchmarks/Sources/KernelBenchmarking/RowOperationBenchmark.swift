// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Operations on rows of activations, which lie in the cache.
struct RowOperationBenchmark {
  static let kernels = ["rms-norm", "swiglu", "geglu", "rope-halves", "rope-adjacent", "softmax", "quantize"]

  private let tokens = 128
  private let columns = 1536
  private let headLength = 128

  func run(_ contexts: [BenchmarkContext], _ limits: MachineLimits, report: (BenchmarkRow) -> Void) {
    for context in contexts {
      if context.wants("rms-norm") { report(norm(context, limits)) }
      if context.wants("swiglu") { report(gated(.silu, "swiglu", context, limits)) }
      if context.wants("geglu") { report(gated(.gelu, "geglu", context, limits)) }
      if context.wants("rope-halves") { report(rotate(.halves, "rope-halves", context, limits)) }
      if context.wants("rope-adjacent") { report(rotate(.adjacent, "rope-adjacent", context, limits)) }
      if context.wants("softmax") { report(softmaxRow(context, limits)) }
      if context.wants("quantize") { report(quantize(context, limits)) }
    }
  }

  private func norm(_ context: BenchmarkContext, _ limits: MachineLimits) -> BenchmarkRow {
    let input = FloatBlock(random: tokens * columns, seed: 1)
    let weight = FloatBlock(random: columns, seed: 2)
    let output = ActivationBuffer(maximumRows: tokens, columns: columns)
    let seconds = context.time {
      rmsNorm(
        input.values, stride: columns, weight: weight.values, epsilon: 1e-5, tokens: tokens, into: output.view,
        worker: $0)
    }
    var deviation = Deviation()
    for token in [0, tokens - 1] {
      let row = (0..<columns).map { Double(input[token * columns + $0]) }
      let scale = 1 / (row.reduce(0) { $0 + $1 * $1 } / Double(columns) + 1e-5).squareRoot()
      for column in 0..<columns {
        deviation.add(output.floats[token * columns + column], expected: row[column] * scale * Double(weight[column]))
      }
    }
    return row("rms-norm", context, limits, seconds, bytesPerElement: 8, deviation)
  }

  private func gated(_ function: Gate, _ name: String, _ context: BenchmarkContext, _ limits: MachineLimits)
    -> BenchmarkRow
  {
    let first = FloatBlock(random: tokens * columns, seed: 1)
    let second = FloatBlock(random: tokens * columns, seed: 2)
    for index in 0..<first.count { first.values[index] *= 8 }
    let output = ActivationBuffer(maximumRows: tokens, columns: columns)
    let seconds = context.time {
      gate(function, first.values, second.values, stride: columns, tokens: tokens, into: output.view, worker: $0)
    }
    var deviation = Deviation()
    for index in 0..<columns {
      let x = Double(first[index])
      let gated =
        switch function {
        case .silu: x / (1 + exponential(-x))
        // ½(1 + tanh y) = 1 / (1 + e^(−2y))
        case .gelu: x / (1 + exponential(-2 * (2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)))
        }
      deviation.add(output.floats[index], expected: gated * Double(second[index]))
    }
    return row(name, context, limits, seconds, bytesPerElement: 12, deviation)
  }

  private func rotate(_ style: RopeStyle, _ name: String, _ context: BenchmarkContext, _ limits: MachineLimits)
    -> BenchmarkRow
  {
    let input = FloatBlock(random: tokens * columns, seed: 1)
    let x = FloatBlock(random: tokens * columns, seed: 1)
    let table = RopeTable(
      maximumTokens: tokens, frequencies: RopeTable.frequencies(base: 10_000, dimensions: headLength))
    let headCount = columns / headLength
    func turn(_ worker: Worker) {
      rope(
        x.values, stride: columns, headCount: headCount, headLength: headLength, style: style, table: table,
        tokens: tokens, worker: worker)
    }
    context.pool.run { table.fill(position: 3, tokens: tokens, worker: $0) }
    context.pool.run(turn)
    var deviation = Deviation()
    let half = headLength / 2
    let token = tokens - 1
    for index in 0..<half {
      let (a, b) = style == .halves ? (index, index + half) : (2 * index, 2 * index + 1)
      let first = Double(input[token * columns + a])
      let second = Double(input[token * columns + b])
      let (cosine, sine) = turnOf(position: 3 + token, pair: index)
      deviation.add(x[token * columns + a], expected: first * cosine - second * sine)
      deviation.add(x[token * columns + b], expected: first * sine + second * cosine)
    }
    // Turning further changes the numbers, not the work.
    let seconds = context.time(turn)
    return row(name, context, limits, seconds, bytesPerElement: 8, deviation)
  }

  private func softmaxRow(_ context: BenchmarkContext, _ limits: MachineLimits) -> BenchmarkRow {
    let input = FloatBlock(random: 32_768, seed: 1)
    let x = FloatBlock(random: 32_768, seed: 1)
    let set = context.pool.instructionSet
    softmax(x.values, count: x.count, scale: 10, set)
    let weights = (0..<x.count).map { exponential(10 * Double(input[$0])) }
    let total = weights.reduce(0, +)
    var deviation = Deviation()
    for index in 0..<x.count { deviation.add(x[index], expected: weights[index] / total) }
    let seconds = Stopwatch.median(budget: context.budget) { softmax(x.values, count: x.count, set) }
    return BenchmarkRow(
      kernel: "softmax", instructionSet: context.instructionSet, type: "F32", shape: "\(x.count), cached", threads: 1,
      seconds: seconds, bytes: 8 * Double(x.count), operations: 0,
      limit: limits.cacheBandwidth(byteCount: 4 * x.count, threads: 1), error: deviation.relative,
      tolerance: 1e-4)
  }

  /// Activations to 8 bits; checked through a product in `MultiplyBenchmark`, here only timed.
  private func quantize(_ context: BenchmarkContext, _ limits: MachineLimits) -> BenchmarkRow {
    let input = FloatBlock(random: tokens * columns, seed: 1)
    let output = ActivationBuffer(maximumRows: tokens, columns: columns)
    let seconds = context.time { load(input.values, stride: columns, tokens: tokens, into: output.view, worker: $0) }
    var deviation = Deviation()
    for index in 0..<columns { deviation.add(output.floats[index], expected: Double(input[index])) }
    return row("quantize", context, limits, seconds, bytesPerElement: 9, deviation)
  }

  private func row(
    _ name: String, _ context: BenchmarkContext, _ limits: MachineLimits, _ seconds: Double, bytesPerElement: Double,
    _ deviation: Deviation
  ) -> BenchmarkRow {
    let byteCount = bytesPerElement * Double(tokens * columns)
    return BenchmarkRow(
      kernel: name, instructionSet: context.instructionSet, type: "F32", shape: "\(tokens)×\(columns), cached",
      threads: context.pool.threadCount, seconds: seconds, bytes: byteCount, operations: 0,
      limit: limits.cacheBandwidth(byteCount: Int(byteCount), threads: context.pool.threadCount),
      error: deviation.relative, tolerance: 1e-4)
  }

  private func turnOf(position: Int, pair: Int) -> (cosine: Double, sine: Double) {
    let angle = Double(position) * RopeTable.frequencies(base: 10_000, dimensions: headLength)[pair]
    return (cosineOf(angle), sineOf(angle))
  }
}
