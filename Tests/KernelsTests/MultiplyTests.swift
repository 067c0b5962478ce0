// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@Suite struct MultiplyTests {
  /// (rows, columns): one to three blocks, and more than a kernel unpacks at once; rows that fill no panel, or several.
  static func shapes(_ type: TensorType) -> [(rows: Int, columns: Int)] {
    let block = max(32, type.blockLength)
    var shapes = [(1, block), (16, 2 * block), (37, 3 * block), (64, block), (17, 19 * block)]
    if type.blockLength == 1 { shapes += [(5, 7), (20, 33)] }
    return shapes.map { (rows: $0.0, columns: $0.1) }
  }

  @Test(arguments: weightTypes, InstructionSet.supported)
  func agreesWithTheFormula(type: TensorType, set: InstructionSet) {
    let pool = pools[set]!
    for shape in Self.shapes(type) {
      let weights = TestMatrix(type, rows: shape.rows, columns: shape.columns, seed: 1, pool: pool)
      for tokens in [1, 2, 3, 5, 8, 13] {
        let x = activations(tokens, columns: shape.columns, seed: 7, pool: pool)
        let y = product(weights.matrix, x, tokens: tokens, pool: pool)
        for token in 0..<tokens {
          for row in 0..<shape.rows {
            var exact = 0.0
            var magnitude = 0.0
            for column in 0..<shape.columns {
              let term =
                Double(weights.values[row * shape.columns + column]) * Double(x.floats[token * shape.columns + column])
              exact += term
              magnitude += abs(Double(weights.values[row * shape.columns + column]))
            }
            // Activations lie in −1…1, so a code is off by at most 1/254; float sums are off by a few ulps.
            let isFloat = !weights.matrix.usesIntegers
            let bound = magnitude * (isFloat ? 1e-5 : 1.0 / 254 + 1e-5) + 1e-6
            #expect(
              abs(Double(y[token * shape.rows + row]) - exact) <= bound,
              "\(type) \(set) \(shape) tokens \(tokens) token \(token) row \(row)")
          }
        }
      }
    }
  }

  @Test(arguments: weightTypes)
  func isTheSameForEveryInstructionSetBatchAndThreadCount(type: TensorType) {
    for shape in Self.shapes(type) {
      var expected: [[UInt32]] = []
      for set in InstructionSet.supported {
        for threads in [1, 2, 3] {
          let pool = threads == 2 ? pools[set]! : ThreadPool(threadCount: threads, instructionSet: set)
          for repack in [true, false] {
            let weights = TestMatrix(
              type, rows: shape.rows, columns: shape.columns, seed: 2, pool: pool, repack: repack)
            for tokens in [1, 2, 4, 7, 8, 11, 17] {
              let x = activations(tokens, columns: shape.columns, seed: 3, pool: pool)
              let y = product(weights.matrix, x, tokens: tokens, pool: pool)
              for token in 0..<tokens {
                let row = y[(token * shape.rows)..<((token + 1) * shape.rows)].map(\.bitPattern)
                if token == expected.count { expected.append(row) }
                #expect(
                  row == expected[token], "\(type) \(set) \(shape) threads \(threads) repack \(repack) of \(tokens)")
              }
            }
          }
        }
      }
    }
  }

  /// Sums of sixteen bits hold the largest codes times the largest activations, of either sign.
  @Test(arguments: weightTypes, [UInt8(0xFF), 0x80, 0x7F, 0x00])
  func largestProductsDoNotOverflow(type: TensorType, code: UInt8) {
    guard type.blockLength > 1 else { return }
    let columns = 2 * max(32, type.blockLength)
    for set in InstructionSet.supported {
      let pool = pools[set]!
      let weights = TestMatrix(type, rows: 16, columns: columns, seed: 21, pool: pool, code: code)
      for tokens in [1, 2, 4, 8] {
        let x = ActivationBuffer(maximumRows: tokens, columns: columns)
        for index in 0..<(tokens * columns) { x.floats[index] = index / columns % 2 == 0 ? 1 : -1 }
        pool.run { x.view.quantize(rows: tokens, worker: $0) }
        let y = product(weights.matrix, x, tokens: tokens, pool: pool)
        for token in 0..<tokens {
          for row in 0..<16 {
            let values = weights.values[(row * columns)..<((row + 1) * columns)]
            let sum = values.reduce(0.0) { $0 + Double($1) } * (token % 2 == 0 ? 1 : -1)
            let magnitude = values.reduce(0.0) { $0 + abs(Double($1)) }
            // Every activation is exactly a code, so only float rounding is left; types that subtract an offset or
            // minimum round larger sums.
            #expect(
              abs(Double(y[token * 16 + row]) - sum) <= 1e-5 * magnitude + 1e-3,
              "\(type) \(set) code \(code) tokens \(tokens) token \(token) row \(row)")
          }
        }
      }
    }
  }

  /// More tiles than a kernel keeps totals for at once.
  @Test(arguments: [TensorType.q4_K, .q5_0, .q8_0, .q2_K, .iq4_nl])
  func longPromptsAreSplit(type: TensorType) {
    let columns = type.blockLength == 32 ? 320 : 512
    for set in InstructionSet.supported where set != .portable {
      let pool = pools[set]!
      let weights = TestMatrix(type, rows: 20, columns: columns, seed: 22, pool: pool)
      let y = product(
        weights.matrix, activations(531, columns: columns, seed: 23, pool: pool), tokens: 531, pool: pool)
      for token in [0, 255, 256, 257, 511, 512, 530] {
        let x = activations(1, columns: columns, seed: 23 + UInt64(token), pool: pool)
        #expect(
          product(weights.matrix, x, tokens: 1, pool: pool) == Array(y[(token * 20)..<(token * 20 + 20)]),
          "\(type) \(set) token \(token)")
      }
    }
  }

  @Test func addsBiasAndResidual() {
    let pool = pools[.portable]!
    let weights = TestMatrix(.q8_0, rows: 19, columns: 64, seed: 4, pool: pool)
    let x = activations(3, columns: 64, seed: 5, pool: pool)
    let plain = product(weights.matrix, x, tokens: 3, pool: pool)
    var generator = Generator(seed: 6)
    let bias = generator.floats(19)
    let before = generator.floats(3 * 19)
    for set in InstructionSet.supported {
      var y = before
      bias.withUnsafeBufferPointer { bias in
        y.withUnsafeMutableBufferPointer { y in
          nonisolated(unsafe) let (target, bias) = (y.baseAddress!, bias.baseAddress!)
          pools[set]!.run {
            multiply(
              weights.matrix.view, x.view, tokens: 3, into: target, stride: 19, bias: bias, accumulates: true,
              worker: $0)
          }
        }
      }
      for index in 0..<(3 * 19) { #expect(y[index] == plain[index] + bias[index % 19] + before[index]) }
    }
  }

  @Test func productsThatShareActivationsAreThoseOfEachMatrix() {
    for set in InstructionSet.supported {
      let pool = pools[set]!
      let a = TestMatrix(.q4_1, rows: 48, columns: 96, seed: 8, pool: pool)
      let b = TestMatrix(.q8_0, rows: 17, columns: 96, seed: 9, pool: pool)
      let c = TestMatrix(.f32, rows: 5, columns: 96, seed: 10, pool: pool)
      let x = activations(9, columns: 96, seed: 11, pool: pool)
      var y = [Float](repeating: 0, count: 9 * 70)
      y.withUnsafeMutableBufferPointer { y in
        nonisolated(unsafe) let target = y.baseAddress!
        pool.run { worker in
          multiply(
            Projection(a.matrix.view, into: target, stride: 70),
            Projection(b.matrix.view, into: target + 48, stride: 70),
            Projection(c.matrix.view, into: target + 65, stride: 70), x.view, tokens: 9, worker: worker)
        }
      }
      let parts = [a, b, c].map { product($0.matrix, x, tokens: 9, pool: pool) }
      for token in 0..<9 {
        let row = Array(y[(70 * token)..<(70 * token + 70)])
        #expect(Array(row[0..<48]) == Array(parts[0][(48 * token)..<(48 * token + 48)]))
        #expect(Array(row[48..<65]) == Array(parts[1][(17 * token)..<(17 * token + 17)]))
        #expect(Array(row[65..<70]) == Array(parts[2][(5 * token)..<(5 * token + 5)]))
      }
    }
  }

  @Test func chosenRowsAreThoseOfTheWholeProduct() {
    let pool = pools[InstructionSet.supported.last!]!
    let weights = TestMatrix(.q8_0, rows: 100, columns: 64, seed: 12, pool: pool)
    let x = activations(1, columns: 64, seed: 13, pool: pool)
    let whole = product(weights.matrix, x, tokens: 1, pool: pool)
    let rows: [Int32] = [3, 4, 18, 97, 99]
    var y = [Float](repeating: 0, count: 100)
    rows.withUnsafeBufferPointer { rows in
      y.withUnsafeMutableBufferPointer { y in
        nonisolated(unsafe) let (rows, target) = (rows, y.baseAddress!)
        pool.run { multiplyRows(weights.matrix.view, x.view, rows: rows, into: target, worker: $0) }
      }
    }
    for row in rows { #expect(y[Int(row)] == whole[Int(row)]) }
    #expect(y[40] == 0)
  }

  @Test func referenceIsCloseToTheKernel() {
    let pool = pools[InstructionSet.supported.last!]!
    let weights = TestMatrix(.q6_K, rows: 21, columns: 512, seed: 14, pool: pool)
    let x = activations(2, columns: 512, seed: 15, pool: pool)
    let fast = product(weights.matrix, x, tokens: 2, pool: pool)
    var y = [Float](repeating: 0, count: 42)
    y.withUnsafeMutableBufferPointer { y in
      nonisolated(unsafe) let target = y.baseAddress!
      pool.run { multiplyReference(weights.matrix.view, x.view, tokens: 2, into: target, stride: 21, worker: $0) }
    }
    let size = y.map { abs($0) }.max()!
    for index in 0..<42 { #expect(abs(y[index] - fast[index]) < 0.02 * size) }
  }
}
