// SPDX-License-Identifier: Apache-2.0

/// One call of a tile kernel: panels of sixteen weight rows times tiles of activation columns.
@frozen public struct TileArguments {
  /// First panel.
  public var weights: UnsafeRawPointer
  /// Bytes from panel to panel.
  public var panelStride: Int
  public var panelCount: Int
  /// Weight columns: elements of a row.
  public var length: Int
  /// Quantised kernels: the first `ActivationTile`; float kernels: the first element of the first column.
  public var activations: UnsafeRawPointer
  /// Bytes from tile to tile (quantised) or from column to column (float).
  public var activationStride: Int
  public var tileCount: Int
  /// Columns that exist; the last tile may hold fewer than its width.
  public var columnCount: Int
  /// Element (column 0, first row of the first panel); rows are contiguous.
  public var output: UnsafeMutablePointer<Float>
  /// Elements from column to column.
  public var outputStride: Int
  /// Rows that exist from the first panel on; the last panel may hold fewer than sixteen.
  public var rowCount: Int
  /// Added to each row; one element per row from the first panel on.
  public var bias: UnsafePointer<Float>?
  /// Whether the product is added to what the output holds.
  public var accumulates: Bool
  /// `scratchByteCount` bytes of this call alone, aligned to 64.
  public var scratch: UnsafeMutableRawPointer

  /// Room for a group's prepared scales and minima: two pairs of vectors for each of eight blocks.
  @inlinable @inline(__always) public static var preparedByteCount: Int { 2048 }
  /// All that a kernel needs: the above, and behind it what `multiplyUnpacked` keeps.
  @inlinable @inline(__always) public static var scratchByteCount: Int {
    preparedByteCount &+ UnpackedBlocks.byteCount
  }

  public init(
    weights: UnsafeRawPointer, panelStride: Int, panelCount: Int, length: Int, activations: UnsafeRawPointer,
    activationStride: Int, tileCount: Int, columnCount: Int, output: UnsafeMutablePointer<Float>, outputStride: Int,
    rowCount: Int, bias: UnsafePointer<Float>?, accumulates: Bool,
    scratch: UnsafeMutableRawPointer
  ) {
    self.weights = weights
    self.panelStride = panelStride
    self.panelCount = panelCount
    self.length = length
    self.activations = activations
    self.activationStride = activationStride
    self.tileCount = tileCount
    self.columnCount = columnCount
    self.output = output
    self.outputStride = outputStride
    self.rowCount = rowCount
    self.bias = bias
    self.accumulates = accumulates
    self.scratch = scratch
  }
}

extension ColumnTile {
  /// Writes the totals to the output: bias added, then the previous value where the call accumulates.
  ///
  /// `row` and `column` are the first of the tile, counted from those of the call.
  @inlinable @inline(__always)
  public mutating func store(_ call: UnsafePointer<TileArguments>, row: Int, column: Int) {
    let rows = call.pointee.rowCount &- row
    if rows <= 0 { return }
    let columns = call.pointee.columnCount &- column
    let output = call.pointee.output + (row &+ column &* call.pointee.outputStride)
    let stride = call.pointee.outputStride
    let bias = call.pointee.bias
    let accumulates = call.pointee.accumulates
    forEach { index, accumulator in
      if index < columns {
        let target = output + index &* stride
        if rows >= V.lanes {
          var value = accumulator.total
          if let bias { value = V.add(value, V.load(bias + row)) }
          if accumulates { value = V.add(value, V.load(target)) }
          V.store(value, to: target)
        } else {
          withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { lanes in
            V.store(accumulator.total, to: lanes.baseAddress!)
            for lane in 0..<rows {
              var value = lanes[lane]
              if let bias { value += bias[row &+ lane] }
              if accumulates { value += target[lane] }
              target[lane] = value
            }
          }
        }
      }
    }
  }
}
