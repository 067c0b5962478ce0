// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The activations of one step: float rows, and the same in 8-bit blocks for quantised weights.
///
/// - Shapes: `floats`: (maximumRows, columns), rows contiguous.
/// The 8-bit form exists where `columns` is a multiple of 32; it is made by `quantize` or by the operations that fill a
/// buffer (`rmsNorm`, `gate`, `attention`), for the number of rows of that step.
package final class ActivationBuffer: @unchecked Sendable {
  package let maximumRows: Int
  package let columns: Int
  package let floats: UnsafeMutablePointer<Float>
  let blocks: UnsafeMutableRawPointer?
  /// Hold the two, and take pages only for the rows that are written: most answers use a few of the rows that a prompt may.
  private let memory: [ZeroedMemory]

  /// Whether there is an 8-bit form.
  package var isQuantizable: Bool { blocks != nil }

  package init(maximumRows: Int, columns: Int) {
    let rows = max(1, maximumRows)
    self.maximumRows = rows
    self.columns = columns
    // Tiles read whole groups of eight rows.
    let padded = (rows + 7) & ~7
    let floatMemory = ZeroedMemory(byteCount: padded * columns * 4 + 64)
    floats = floatMemory.address.assumingMemoryBound(to: Float.self)
    if columns % ActivationTile.blockLength == 0 {
      let blockMemory = ZeroedMemory(
        byteCount: padded * (columns / 32) * ActivationTile.blockByteCount(width: 1) + 64)
      blocks = blockMemory.address
      memory = [floatMemory, blockMemory]
    } else {
      blocks = nil
      memory = [floatMemory]
    }
  }

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

/// How a number of columns is cut into tiles: eights, then one of the smallest of 1, 2, 4, 8 that holds the rest.
struct TileSplit {
  /// Columns of a full tile.
  static let widest = 8

  let columns: Int
  let fullTiles: Int
  /// Width of the last, smaller tile; 0 when there is none.
  let restWidth: Int

  @inline(__always) init(_ columns: Int) {
    self.columns = columns
    fullTiles = columns / 8
    let rest = columns % 8
    restWidth = rest == 0 ? 0 : rest == 1 ? 1 : rest == 2 ? 2 : rest <= 4 ? 4 : 8
  }

  @inline(__always) var tileCount: Int { fullTiles &+ (restWidth > 0 ? 1 : 0) }

  /// The width of the tile that holds a column, and the place in it.
  @inline(__always) func place(of column: Int) -> (width: Int, column: Int) {
    column < 8 &* fullTiles ? (8, column % 8) : (restWidth, column &- 8 &* fullTiles)
  }

  /// Index of a width among those that kernels exist for.
  @inline(__always) static func index(ofWidth width: Int) -> Int { width.trailingZeroBitCount }
}
