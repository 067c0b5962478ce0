// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

/// Products with scales at the ends of what a file can hold.
@Suite struct PanelFormatTests {
  /// The product with one token of ones, whose 8-bit form is exact, for every instruction set.
  private func sums(_ weights: (ThreadPool) -> TestMatrix) -> [(set: InstructionSet, y: [Float], weights: TestMatrix)] {
    InstructionSet.supported.map { set in
      let pool = pools[set]!
      let matrix = weights(pool)
      let columns = matrix.matrix.columns
      let x = ActivationBuffer(maximumRows: 1, columns: columns)
      for column in 0..<columns { x.floats[column] = 1 }
      pool.run { x.view.quantize(rows: 1, worker: $0) }
      return (set, product(matrix.matrix, x, tokens: 1, pool: pool), matrix)
    }
  }

  @Test func typesWithKernelsAreThoseOfThisTable() {
    for type in TensorType.allCases where type.blockLength > 1 {
      let columns = type.blockLength * 32
      let weights = TestMatrix(type, rows: 1, columns: columns, seed: 60, pool: pools[.portable]!)
      #expect(weights.matrix.usesIntegers == integerTypes.contains(type), "\(type)")
    }
  }

  /// The largest halves, the smallest, and zeros, of both signs.
  @Test(arguments: integerTypes, [UInt16(0x7BFF), 0xFBFF, 0x0001, 0x8001, 0x0000, 0x8000])
  func largestAndSmallestScales(type: TensorType, half: UInt16) {
    let columns = 2 * max(32, type.blockLength)
    let results = sums { pool in
      TestMatrix(type, rows: 19, columns: columns, seed: 61, pool: pool) { data in
        for block in stride(from: 0, to: data.count, by: type.blockByteCount) {
          for offset in Generator.halfOffsets(type) {
            data[block + offset] = UInt8(truncatingIfNeeded: half)
            data[block + offset + 1] = UInt8(half >> 8)
          }
        }
      }
    }
    for (set, y, weights) in results {
      for row in 0..<19 {
        let exact = weights.values[(row * columns)..<((row + 1) * columns)].reduce(0.0) { $0 + Double($1) }
        // What is added up before minima are taken off: a scale of six bits times a code, or a signed byte times one of six bits.
        let size = max(abs(Double(Half.float(half))) * 128 * 64, Double(weights.values.map { abs($0) }.max()!))
        #expect(abs(Double(y[row]) - exact) <= 1e-6 * Double(columns) * size, "\(type) \(set) row \(row)")
      }
      #expect(y.map(\.bitPattern) == results[0].y.map(\.bitPattern), "\(type) \(set)")
    }
  }

  /// A row for each E8M0 scale whose products are finite, the subnormal ones among them.
  @Test func everyPowerOfTwoIsExact() {
    let rows = 240
    let results = sums { pool in
      TestMatrix(.mxfp4, rows: rows, columns: 32, seed: 62, pool: pool) { data in
        for row in 0..<rows { data[row * 17] = UInt8(row) }
      }
    }
    for (set, y, weights) in results {
      for row in 0..<rows {
        let values = weights.values[(row * 32)..<((row + 1) * 32)]
        let exact = values.reduce(0.0) { $0 + Double($1) }
        #expect(
          abs(Double(y[row]) - exact) <= 1e-6 * values.reduce(0.0) { $0 + abs(Double($1)) }, "\(set) scale \(row)")
      }
      #expect(y.map(\.bitPattern) == results[0].y.map(\.bitPattern), "\(set)")
    }
  }

  /// Bytes of a spoilt file: scales may be infinite or no numbers, and results are the same wherever they are numbers.
  @Test(arguments: integerTypes, [nil, UInt8(0xFF), 0x7F])
  func anyBytesGiveTheSameEverywhere(type: TensorType, byte: UInt8?) {
    let columns = 2 * max(32, type.blockLength)
    let results = sums { pool in
      TestMatrix(type, rows: 33, columns: columns, seed: 63, pool: pool) { data in
        var generator = Generator(seed: 64)
        for index in data.indices { data[index] = byte ?? UInt8.random(in: 0...255, using: &generator) }
      }
    }
    for (set, y, _) in results {
      for (a, b) in zip(y, results[0].y) {
        #expect(a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN), "\(type) \(set)")
      }
    }
  }
}
