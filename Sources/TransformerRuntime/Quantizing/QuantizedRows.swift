// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization

/// Some rows of a tensor in another type, made by all workers.
final class QuantizedRows {
  /// The rows as stored.
  let bytes: UnsafeRawBufferPointer

  private let memory: UnsafeMutableRawPointer
  private let source: UnsafeRawPointer
  private let from: TensorType
  private let to: TensorType
  private let rowCount: Int
  private let columns: Int
  private let sourceStride: Int
  private let targetStride: Int
  /// One for each row.
  private let differences: UnsafeMutablePointer<QuantizationDifference>
  private let isInvalid: UnsafeMutablePointer<Bool>

  /// - Precondition: rows are whole numbers of blocks in both types; the data of the tensor begins at `start`.
  init(_ tensor: GGUFTensor, _ start: UnsafeRawPointer, rows: Range<Int>, as type: TensorType) {
    from = tensor.type
    to = type
    columns = tensor.rowLength
    rowCount = rows.count
    sourceStride = from.byteCount(elements: columns) ?? 0
    targetStride = to.byteCount(elements: columns) ?? 0
    source = start + rows.lowerBound * sourceStride
    memory = .allocate(byteCount: max(1, rowCount * targetStride), alignment: 64)
    bytes = UnsafeRawBufferPointer(start: memory, count: rowCount * targetStride)
    differences = .allocate(capacity: rowCount)
    differences.initialize(repeating: QuantizationDifference(), count: rowCount)
    isInvalid = .allocate(capacity: rowCount)
    isInvalid.initialize(repeating: false, count: rowCount)
  }

  deinit {
    memory.deallocate()
    differences.deallocate()
    isInvalid.deallocate()
  }

  func compute(_ pool: ThreadPool) {
    pool.run { worker in
      // A row may be too long for the stack.
      let original = UnsafeMutablePointer<Float>.allocate(capacity: columns)
      let result = UnsafeMutablePointer<Float>.allocate(capacity: columns)
      defer {
        original.deallocate()
        result.deallocate()
      }
      worker.forEachChunk(of: rowCount, grain: max(1, 65536 / columns)) { range in
        for row in range {
          dequantize(from, source + row * sourceStride, count: columns, into: original)
          guard (0..<columns).allSatisfy({ original[$0].isFinite }) else {
            isInvalid[row] = true
            continue
          }
          let target = memory + row * targetStride
          quantize(to, original, count: columns, into: target)
          dequantize(to, target, count: columns, into: result)
          // A number may be too large for the new type.
          guard (0..<columns).allSatisfy({ result[$0].isFinite }) else {
            isInvalid[row] = true
            continue
          }
          differences[row].add(original, result, count: columns)
        }
      }
    }
  }

  /// The first row with a value that is not finite, or would not be in the new type.
  var invalidRow: Int? { (0..<rowCount).first { isInvalid[$0] } }

  /// In the order of the rows, so that it does not depend on the workers.
  var difference: QuantizationDifference {
    var sum = QuantizationDifference()
    for row in 0..<rowCount { sum.add(differences[row]) }
    return sum
  }
}
