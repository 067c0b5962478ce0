// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization
import Synchronization
import Testing

@Suite struct WeightMatrixTests {
  @Test(arguments: weightTypes, [true, false])
  func rowsComeOutAsTheyWentIn(type: TensorType, repack: Bool) {
    let pool = pools[.portable]!
    let columns = 3 * max(32, type.blockLength)
    let weights = TestMatrix(type, rows: 35, columns: columns, seed: 20, pool: pool, repack: repack)
    var row = [Float](repeating: 0, count: columns)
    for index in 0..<35 {
      weights.matrix.view.row(index, into: &row)
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
      (TensorType.q4_1, 1, 33), (.f32, 0, 4), (.f32, 4, 0), (.iq1_s, 1, 255), (.f32, -1, 4),
    ] {
      #expect(WeightMatrix(type: type, rows: rows, columns: columns, source: memory, pool: pool) == nil)
    }
  }

  /// Every row is told once, after it was read, whatever the threads; matrices that stay as they are are not told.
  @Test(arguments: [1, 2, 3]) func rowsAreFinishedOnce(threads: Int) {
    let pool = ThreadPool(threadCount: threads, instructionSet: .portable)
    // The second has several parts of 4 MB.
    let shapes = [
      (type: TensorType.q4_K, rows: 40, repack: true), (.f32, 5000, true), (.q8_0, 17, false), (.q8_0, 1, true),
    ]
    let sources = shapes.enumerated().map { index, shape in
      TestMatrix(shape.type, rows: shape.rows, columns: 512, seed: UInt64(30 + index), pool: pools[.portable]!)
    }
    let matrices = zip(shapes, sources).map { shape, source in
      WeightMatrix(
        type: shape.type, rows: shape.rows, columns: 512, source: source.bytes, pool: nil, repack: shape.repack)!
    }
    let finished = Mutex<[Int: [Range<Int>]]>([:])
    var isPrepared = false
    let isDone = WeightMatrix.interleave(
      matrices, pool: pool,
      meanwhile: {
        isPrepared = true
        return true
      }, finished: { index, rows in finished.withLock { $0[index, default: []].append(rows) } })
    #expect(isDone && isPrepared)
    let parts = finished.withLock { $0.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } } }
    #expect(parts[0] == [0..<40] && parts[2] == nil && parts[3] == [0..<1])
    #expect((parts[1]?.count ?? 0) > 1 && parts[1]?.flatMap(Array.init) == Array(0..<5000))
    var row = [Float](repeating: 0, count: 512)
    for (matrix, source) in zip(matrices, sources) {
      for index in [0, matrix.rows / 2, matrix.rows - 1] {
        matrix.view.row(index, into: &row)
        #expect(row.map(\.bitPattern) == source.values[(index * 512)..<((index + 1) * 512)].map(\.bitPattern))
      }
    }
  }

  /// Whoever finds out meanwhile that the matrices are not needed ends the work.
  @Test(arguments: [1, 2]) func interleavingEndsWhereItIsNotWanted(threads: Int) {
    let pool = ThreadPool(threadCount: threads, instructionSet: .portable)
    let source = TestMatrix(.f32, rows: 64, columns: 64, seed: 40, pool: pools[.portable]!)
    let matrix = WeightMatrix(type: .f32, rows: 64, columns: 64, source: source.bytes, pool: nil)!
    #expect(!WeightMatrix.interleave([matrix], pool: pool, meanwhile: { false }))
    #expect(WeightMatrix.interleave([], pool: pool))
    #expect(!WeightMatrix.interleave([], pool: pool, meanwhile: { false }))
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
          weights.matrix.view.gatherRows(ids, count: 4, scale: 2, into: target, stride: 64, worker: $0)
        }
      }
    }
    for (index, id) in ids.enumerated() {
      for column in 0..<64 { #expect(rows[64 * index + column] == 2 * weights.values[64 * Int(id) + column]) }
    }
  }
}
