// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct RowOperationsTests {
  static let lengths = [1, 7, 16, 31, 32, 64, 100, 576]

  /// Runs `body` with a copy of `values` on every worker of a pool, and returns the copy.
  func transformed(
    _ values: [Float], _ pool: ThreadPool, _ body: @Sendable (UnsafeMutablePointer<Float>, Worker) -> Void
  ) -> [Float] {
    var copy = values
    copy.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let target = buffer.baseAddress!
      pool.run { body(target, $0) }
    }
    return copy
  }

  @Test(arguments: lengths)
  func normalisesRows(length: Int) {
    var generator = Generator(seed: 30)
    let x = generator.floats(3 * length, scale: 3)
    let weight = generator.floats(length)
    var first: [UInt32]?
    for set in InstructionSet.supported {
      let y = weight.withUnsafeBufferPointer { weight in
        nonisolated(unsafe) let weight = weight.baseAddress!
        return transformed(x, pools[set]!) { x, worker in
          rmsNorm(
            x, stride: length, weight: weight, epsilon: 1e-5, length: length, tokens: 3, into: x,
            outputStride: length, worker: worker)
        }
      }
      for row in 0..<3 {
        let values = x[(row * length)..<((row + 1) * length)].map(Double.init)
        let mean = values.reduce(0) { $0 + $1 * $1 } / Double(length)
        for column in 0..<length {
          let exact = values[column] / (mean + 1e-5).squareRoot() * Double(weight[column])
          #expect(abs(Double(y[row * length + column]) - exact) < 1e-5)
        }
      }
      if first == nil { first = y.map(\.bitPattern) }
      #expect(y.map(\.bitPattern) == first, "\(set)")
    }
  }

  @Test(arguments: [Gate.silu, .gelu], lengths)
  func gates(function: Gate, length: Int) {
    var generator = Generator(seed: 31)
    let x = generator.floats(2 * length, scale: 20)
    let up = generator.floats(2 * length)
    var first: [UInt32]?
    for set in InstructionSet.supported {
      let out = ActivationBuffer(maximumRows: 2, columns: length)
      x.withUnsafeBufferPointer { x in
        up.withUnsafeBufferPointer { up in
          nonisolated(unsafe) let (x, up) = (x.baseAddress!, up.baseAddress!)
          pools[set]!.run { gate(function, x, up, stride: length, tokens: 2, into: out.view, worker: $0) }
        }
      }
      let y = (0..<(2 * length)).map { out.floats[$0] }
      for index in 0..<(2 * length) {
        let value = Double(x[index])
        let gated: Double =
          switch function {
          case .silu: value / (1 + exp(-value))
          case .gelu: value / 2 * (1 + tanh((2 / Double.pi).squareRoot() * (value + 0.044715 * value * value * value)))
          }
        let exact = gated * Double(up[index])
        #expect(abs(Double(y[index]) - exact) <= 2e-6 * max(1, abs(value)), "\(set) \(value)")
      }
      if first == nil { first = y.map(\.bitPattern) }
      #expect(y.map(\.bitPattern) == first, "\(set)")
    }
  }

  @Test(arguments: lengths)
  func softmaxSumsToOne(length: Int) {
    var generator = Generator(seed: 32)
    let x = generator.floats(length, scale: 30)
    var first: [UInt32]?
    for set in InstructionSet.supported {
      var y = x
      softmax(&y, count: length, scale: 0.7, set)
      let largest = x.map { Double($0) * 0.7 }.max()!
      let powers = x.map { exp(Double($0) * 0.7 - largest) }
      let sum = powers.reduce(0, +)
      for index in 0..<length { #expect(abs(Double(y[index]) - powers[index] / sum) < 2e-6) }
      if first == nil { first = y.map(\.bitPattern) }
      #expect(y.map(\.bitPattern) == first, "\(set)")
    }
  }

  @Test func softmaxOfExtremes() {
    for set in InstructionSet.supported {
      var y: [Float] = [-.infinity, 1000, -1000, 1000]
      softmax(&y, count: 4, set)
      #expect(y == [0, 0.5, 0, 0.5])
    }
  }

  @Test func quantisedActivationsAreNearTheirFloats() {
    // A matrix of ones and zeros reads the 8-bit form back.
    let pool = pools[InstructionSet.supported.last!]!
    let columns = 96
    let identity = (0..<columns).flatMap { row in (0..<columns).map { $0 == row ? Float(1) : 0 } }
    let blocks = identity.chunked(32).flatMap { block -> [UInt8] in [0x00, 0x3C] + block.map { UInt8($0) } }
    blocks.withUnsafeBytes { bytes in
      let matrix = WeightMatrix(
        type: .q8_0, rows: columns, columns: columns, source: bytes.baseAddress!, pool: pool)!
      let x = activations(11, columns: columns, seed: 33, pool: pool)
      let y = product(matrix, x, tokens: 11, pool: pool)
      for index in 0..<(11 * columns) { #expect(abs(y[index] - x.floats[index]) <= 1.001 / 254) }
    }
  }

  @Test func addsAndScales() {
    let pool = pools[.portable]!
    let result = transformed([1, 2, 3, 4, 5, 6], pool) { x, worker in
      add(x, stride: 3, to: x, outputStride: 3, columns: 2, tokens: 2, worker: worker)
      worker.barrier()
      scale(x, by: 10, stride: 3, columns: 3, tokens: 2, worker: worker)
    }
    #expect(result == [20, 40, 30, 80, 100, 60])
  }
}

extension Array {
  func chunked(_ length: Int) -> [[Element]] {
    stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min(count, $0 + length)]) }
  }
}
