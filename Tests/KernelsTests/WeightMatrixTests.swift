// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Testing

@Suite struct WeightMatrixTests {
  @Test(arguments: weightTypes, [true, false])
  func rowsComeOutAsTheyWentIn(type: TensorType, repack: Bool) {
    let pool = pools[.portable]!
    let columns = 3 * max(32, type.blockLength)
    let weights = TestMatrix(type, rows: 35, columns: columns, seed: 20, pool: pool, repack: repack)
    var row = [Float](repeating: 0, count: columns)
    for index in 0..<35 {
      weights.matrix.row(index, into: &row)
      #expect(
        row.map(\.bitPattern) == weights.values[(index * columns)..<((index + 1) * columns)].map(\.bitPattern),
        "row \(index)")
    }
  }

  @Test(arguments: weightTypes)
  func interleavedWeightsTakeTheBytesOfTheFile(type: TensorType) {
    let pool = pools[.portable]!
    let columns = max(32, type.blockLength)
    let weights = TestMatrix(type, rows: 32, columns: columns, seed: 21, pool: pool)
    #expect(weights.matrix.byteCount == type.byteCount(elements: 32 * columns)!)
  }

  @Test func refusesWhatItCannotHold() {
    let pool = pools[.portable]!
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    for (type, rows, columns) in [
      (TensorType.q4_1, 1, 33), (.f32, 0, 4), (.f32, 4, 0), (.iq1_s, 1, 256), (.f32, -1, 4),
    ] {
      #expect(WeightMatrix(type: type, rows: rows, columns: columns, source: memory, pool: pool) == nil)
    }
  }

  @Test func gathersEmbeddingRows() {
    let pool = pools[.portable]!
    let weights = TestMatrix(.q8_0, rows: 40, columns: 64, seed: 22, pool: pool)
    let ids: [Int32] = [3, 39, 0, 3]
    var rows = [Float](repeating: 0, count: 4 * 64)
    ids.withUnsafeBufferPointer { ids in
      rows.withUnsafeMutableBufferPointer { rows in
        nonisolated(unsafe) let (ids, target) = (ids.baseAddress!, rows.baseAddress!)
        pool.run {
          weights.matrix.gatherRows(ids, count: 4, scale: 2, into: target, stride: 64, worker: $0)
        }
      }
    }
    for (index, id) in ids.enumerated() {
      for column in 0..<64 { #expect(rows[64 * index + column] == 2 * weights.values[64 * Int(id) + column]) }
    }
  }
}
