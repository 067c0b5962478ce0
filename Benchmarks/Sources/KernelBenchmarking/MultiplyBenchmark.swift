// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization

/// Products of a weight matrix with one token (decode) and with many (prefill).
struct MultiplyBenchmark {
  /// One use of the product.
  private struct Use {
    let name: String
    let tokens: Int
    let repack: Bool
    /// Bytes of the matrix in a file, about.
    let byteCount: Int
  }

  /// Decode and small batches read matrices beyond any cache, counted as their bytes in a file, which any engine must
  /// read; prefill works on one of a real model's size.
  private static let uses = [
    Use(name: "decode", tokens: 1, repack: true, byteCount: 256 << 20),
    Use(name: "decode-mapped", tokens: 1, repack: false, byteCount: 256 << 20),
    Use(name: "batch2", tokens: 2, repack: true, byteCount: 256 << 20),
    Use(name: "batch3", tokens: 3, repack: true, byteCount: 256 << 20),
    Use(name: "batch4", tokens: 4, repack: true, byteCount: 256 << 20),
    Use(name: "batch6", tokens: 6, repack: true, byteCount: 256 << 20),
    Use(name: "batch8", tokens: 8, repack: true, byteCount: 256 << 20),
    Use(name: "prefill", tokens: 512, repack: true, byteCount: 2 << 20),
  ]

  static let kernels = uses.map(\.name)

  private static let columns = 1536

  /// The types that are measured: those whose files are common first.
  static let types: [TensorType] = [
    .q4_1, .q8_0, .q5_0, .q4_K, .q6_K, .q4_0, .q5_1, .q5_K, .q2_K, .q3_K, .iq4_nl, .iq4_xs, .mxfp4, .f32, .f16, .bf16,
  ]

  let type: TensorType

  /// Measures all uses for one type.
  func run(_ contexts: [BenchmarkContext], _ limits: MachineLimits, report: (BenchmarkRow) -> Void) {
    for use in Self.uses where contexts.contains(where: { $0.wants(use.name) }) {
      let rows = max(16, use.byteCount / (Self.columns / type.blockLength * type.blockByteCount) / 16 * 16)
      let weights = RandomWeights(type, rows: rows, columns: Self.columns, seed: UInt64(type.rawValue))
      for context in contexts where context.wants(use.name) {
        report(measure(use, weights, context, limits))
      }
    }
  }

  private func measure(
    _ use: Use, _ weights: RandomWeights, _ context: BenchmarkContext, _ limits: MachineLimits
  ) -> BenchmarkRow {
    let (rows, columns, tokens) = (weights.rows, weights.columns, use.tokens)
    let input = FloatBlock(random: tokens * columns, seed: 7)
    let activations = ActivationBuffer(maximumRows: tokens, columns: columns)
    let output = FloatBlock(count: tokens * rows)
    guard
      let matrix = WeightMatrix(
        type: type, rows: rows, columns: columns, source: weights.bytes.baseAddress!, pool: context.pool,
        repack: use.repack)
    else { preconditionFailure("\(type.name) weights of \(rows)×\(columns) cannot be used") }
    context.pool.run { load(input.values, stride: columns, tokens: tokens, into: activations.view, worker: $0) }
    let seconds = context.time {
      multiply(matrix.view, activations.view, tokens: tokens, into: output.values, stride: rows, worker: $0)
    }
    return BenchmarkRow(
      kernel: use.name, instructionSet: context.instructionSet, type: type.name, shape: "\(rows)×\(columns)×\(tokens)",
      threads: context.pool.threadCount, seconds: seconds, bytes: tokens > 8 ? 0 : Double(weights.byteCount),
      operations: 2 * Double(rows * columns * tokens),
      limit: tokens > 8
        ? limits.arithmetic(matrix.usesIntegers ? .bytes : .floats, context) : .bandwidth(limits.readBandwidth()),
      error: deviation(weights, input, output, tokens: tokens).relative, tolerance: type.blockLength > 1 ? 0.03 : 1e-4)
  }

  /// Compares some rows and tokens with sums of dequantised weights times unquantised activations.
  private func deviation(
    _ weights: RandomWeights, _ input: FloatBlock, _ output: FloatBlock, tokens: Int
  ) -> Deviation {
    var deviation = Deviation()
    for index in 0..<32 {
      let row = index < 16 ? index : weights.rows - 32 + index
      let values = weights.row(row)
      for token in Set([0, tokens / 2, tokens - 1]) {
        var sum = 0.0
        for column in 0..<weights.columns {
          sum += Double(values[column]) * Double(input[token * weights.columns + column])
        }
        deviation.add(output[token * weights.rows + row], expected: sum)
      }
    }
    return deviation
  }
}
