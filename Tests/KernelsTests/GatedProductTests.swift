// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@Suite struct GatedProductTests {
  /// Gated rows, and a product that reads their 8-bit form, are those of the steps taken one after another.
  @Test(arguments: [TensorType.q4_1, .q8_0, .f32, .iq2_xxs], [Gate.silu, .gelu])
  func isTheSameAsItsSteps(type: TensorType, function: Gate) {
    let inner = max(32, type.blockLength)
    for set in InstructionSet.supported {
      for threads in [1, 2, 3] {
        let pool = ThreadPool(threadCount: threads, instructionSet: set)
        for rows in [32, 64, 416] {
          let gateWeights = TestMatrix(type, rows: rows, columns: inner, seed: 40, pool: pool)
          let upWeights = TestMatrix(.q8_0, rows: rows, columns: inner, seed: 41, pool: pool)
          let down = TestMatrix(.q8_0, rows: 24, columns: rows, seed: 42, pool: pool)
          let x = activations(1, columns: inner, seed: 43, pool: pool)
          var generator = Generator(seed: 44)
          let bias = generator.floats(rows)
          var results: [[UInt32]] = []
          for isFused in [false, true] {
            let out = ActivationBuffer(maximumRows: 1, columns: rows)
            var middle = [Float](repeating: 0, count: 2 * rows)
            middle.withUnsafeMutableBufferPointer { middle in
              bias.withUnsafeBufferPointer { bias in
                nonisolated(unsafe) let (a, b, bias) = (
                  middle.baseAddress!, middle.baseAddress! + rows, bias.baseAddress!
                )
                pool.run { worker in
                  let gated = Projection(gateWeights.matrix.view, into: a, stride: rows, bias: bias)
                  let up = Projection(upWeights.matrix.view, into: b, stride: rows)
                  if isFused {
                    multiplyGated(function, gated, up, x.view, into: out.view, worker: worker)
                  } else {
                    multiply(gated, up, x.view, tokens: 1, worker: worker)
                    worker.barrier()
                    gate(function, a, b, stride: rows, tokens: 1, into: out.view, worker: worker)
                  }
                }
              }
            }
            let y = (0..<rows).map { out.floats[$0].bitPattern }
            results.append(y + product(down.matrix, out, tokens: 1, pool: pool).map(\.bitPattern))
          }
          #expect(results[0] == results[1], "\(set) threads \(threads) rows \(rows)")
        }
      }
    }
  }
}
