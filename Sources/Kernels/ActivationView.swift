// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The activations of one step: float rows, and the same in 8-bit blocks for quantised weights.
///
/// Plain data, so that handing it from function to function counts no references. Valid while the `ActivationBuffer` that
/// owns the memory lives.
///
/// - Shapes: `floats`: (maximumRows, columns), rows contiguous.
/// The 8-bit form exists where `columns` is a multiple of 32; it is made by `quantize` or by the operations that fill a
/// buffer (`rmsNorm`, `gate`, `attention`), for the number of rows of that step.
package struct ActivationView {
  package let columns: Int
  package let floats: UnsafeMutablePointer<Float>
  let blocks: UnsafeMutableRawPointer?

  /// Whether there is an 8-bit form.
  package var isQuantizable: Bool { blocks != nil }

  /// Bytes of the 8-bit form of one column.
  var columnByteCount: Int { columns / 32 &* ActivationTile.blockByteCount(width: 1) }

  /// Makes the 8-bit form of the first `rows` rows; workers share the work, no barrier inside.
  package func quantize(rows: Int, worker: Worker) {
    guard blocks != nil else { return }
    let segments = rows <= 8 ? (columns + 1023) / 1024 : 1
    worker.forEachChunk(of: TileSplit(rows).tileCount &* segments, grain: 1) { range in
      for item in range {
        let tile = item / segments
        let segment = item % segments
        let first = segment &* 1024
        let last = segments == 1 ? columns : min(columns, first &+ 1024)
        for row in (8 &* tile)..<min(rows, 8 &* tile &+ 8) {
          quantizeColumns(first..<last, row: row, rows: rows, worker)
        }
      }
    }
  }

  /// Quantises part of a row; the bounds are multiples of 32.
  @inline(__always)
  func quantizeColumns(_ range: Range<Int>, row: Int, rows: Int, _ worker: Worker) {
    guard let blocks else { return }
    let (width, column) = TileSplit(rows).place(of: row)
    let tile = blocks + (row &- column) &* columnByteCount
    worker.table.pointee.quantizeRow(
      floats + (row &* columns &+ range.lowerBound),
      tile + range.lowerBound / 32 &* ActivationTile.blockByteCount(width: width), column, width, range.count / 32)
  }
}
