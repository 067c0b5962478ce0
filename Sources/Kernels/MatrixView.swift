// SPDX-License-Identifier: Apache-2.0
import KernelBodies
import Quantization

/// The plain data of a matrix: copying it counts no references. Valid while the matrix lives.
package struct MatrixView: Equatable {
  let kind: PanelKind
  let type: TensorType
  /// Whether panels hold floats made from a type without a kernel, or multiplied with a factor.
  let isDequantized: Bool
  /// What every weight is multiplied with.
  let factor: Float
  package let rows: Int
  package let columns: Int
  let panelStride: Int
  /// Nil: panels are built from the source when used.
  let panels: UnsafeRawPointer?
  let source: UnsafeRawPointer
  let rowByteCount: Int

  /// Whether the source is no longer needed.
  package var isRepacked: Bool { panels != nil }

  var panelCount: Int { (rows &+ 15) / 16 }
  var layout: PanelLayout {
    isDequantized ? PanelFormats.dequantized : PanelFormats.format(of: type) ?? PanelFormats.dequantized
  }

  /// Dequantises one row, exactly as `dequantize` does from the source, but for the factor.
  ///
  /// - Precondition: 0 ≤ row < rows.
  package func row(_ row: Int, into values: UnsafeMutablePointer<Float>) {
    precondition(row >= 0 && row < rows, "the row lies inside the matrix")
    guard let panels else {
      dequantizeRow(row, into: values)
      return
    }
    // One group at a time, so that the bytes fit the stack.
    let layout = layout
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { bytes in
      let bytes = bytes.baseAddress!
      for group in 0..<(columns / layout.groupLength) {
        layout.extractGroup(
          panels + ((row / 16) * panelStride + group * layout.groupByteCount), row % 16, bytes)
        dequantize(type, bytes, count: layout.groupLength, into: values + group * layout.groupLength)
      }
    }
  }

  /// Copies embedding rows: `target[t] = row(ids[t]) · scale`; workers share the tokens, no barrier inside.
  package func gatherRows(
    _ ids: UnsafePointer<Int32>, count: Int, scale: Float = 1, into target: UnsafeMutablePointer<Float>, stride: Int,
    worker: Worker
  ) {
    worker.forEachChunk(of: count, grain: 1) { range in
      for token in range {
        let values = target + token * stride
        row(Int(ids[token]), into: values)
        if scale != 1 { for column in 0..<columns { values[column] *= scale } }
      }
    }
  }

  /// One row of the source as floats.
  func dequantizeRow(_ row: Int, into values: UnsafeMutablePointer<Float>) {
    dequantize(type, source + row * rowByteCount, count: columns, into: values)
    if factor != 1 { for column in 0..<columns { values[column] *= factor } }
  }

  /// Interleaves sixteen rows; those beyond the last repeat it, and their results are not stored.
  ///
  /// - Parameter values: (16, columns) scratch, for types that are dequantised.
  func buildPanel(_ panel: Int, at target: UnsafeMutableRawPointer, values: UnsafeMutablePointer<Float>? = nil) {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: 16) { sources in
      if isDequantized, let values {
        for index in 0..<16 {
          let row = min(rows - 1, 16 * panel + index)
          dequantizeRow(row, into: values + index * columns)
          sources[index] = UnsafeRawPointer(values + index * columns)
        }
      } else {
        for index in 0..<16 { sources[index] = source + min(rows - 1, 16 * panel + index) * rowByteCount }
      }
      layout.interleave(UnsafePointer(sources.baseAddress!), columns, target)
    }
  }
}
