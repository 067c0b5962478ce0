// SPDX-License-Identifier: Apache-2.0
import KernelBodies
import Quantization

/// A weight matrix in the form its kernel wants.
///
/// - Shapes: (rows, columns), rows contiguous in the source.
/// Types with a kernel are interleaved by sixteen rows (`PanelFormat`), in memory of the arena; `repack: false` and types
/// without a kernel stay where they are and are brought into panels as they are used. Weights with a factor are treated as
/// those of types without a kernel.
package final class WeightMatrix: @unchecked Sendable {
  package let rows: Int
  package let columns: Int
  package let type: TensorType
  /// Whether the source is no longer needed.
  package let isRepacked: Bool
  package let view: MatrixView
  private let arena: WeightArena?

  /// Takes a matrix over; with `repack` all workers of the pool interleave it, else `source` must outlive the matrix.
  ///
  /// - Parameters:
  ///   - factor: what every weight is multiplied with.
  ///   - pool: nil leaves the interleaving to `interleave`, which must run before the matrix is used.
  /// - Returns: nil when a row is no whole number of blocks or memory runs out.
  package init?(
    type: TensorType, rows: Int, columns: Int, source: UnsafeRawPointer, factor: Float = 1, pool: ThreadPool?,
    repack: Bool = true, arena: WeightArena? = nil
  ) {
    guard rows > 0, columns > 0, let rowByteCount = type.byteCount(elements: columns) else {
      return nil
    }
    self.rows = rows
    self.columns = columns
    self.type = type
    let format = factor == 1 ? PanelFormats.format(of: type) : nil
    let layout = format ?? PanelFormats.dequantized
    let panelStride = layout.panelByteCount(columns: columns)
    let panelCount = (rows + 15) / 16
    var memory: UnsafeMutableRawPointer?
    if repack, format != nil {
      let owner = arena ?? WeightArena()
      memory = owner.allocate(byteCount: panelCount * panelStride)
      guard memory != nil else { return nil }
      self.arena = owner
    } else {
      self.arena = nil
    }
    isRepacked = memory != nil
    view = MatrixView(
      kind: layout.kind, type: type, isDequantized: format == nil, factor: factor, rows: rows, columns: columns,
      panelStride: panelStride, panels: memory.map { UnsafeRawPointer($0) }, source: source,
      rowByteCount: rowByteCount)
    if let pool { Self.interleave([self], pool: pool) }
  }

  /// Dequantises one row, exactly as `dequantize` does from the source, but for the factor.
  ///
  /// - Precondition: 0 ≤ row < rows.
  package func row(_ row: Int, into values: UnsafeMutablePointer<Float>) {
    precondition(row >= 0 && row < rows, "the row lies inside the matrix")
    guard let panels = view.panels else {
      view.dequantizeRow(row, into: values)
      return
    }
    // One group at a time, so that the bytes fit the stack.
    let layout = view.layout
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { bytes in
      let bytes = bytes.baseAddress!
      for group in 0..<(columns / layout.groupLength) {
        layout.extractGroup(
          panels + ((row / 16) * view.panelStride + group * layout.groupByteCount), row % 16, bytes)
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

  /// Whether products take activations in 8 bits.
  package var usesIntegers: Bool { view.kind.rawValue < PanelKind.f32.rawValue }

  /// Bytes that a product reads per use.
  package var byteCount: Int { view.panels == nil ? rows * view.rowByteCount : (rows + 15) / 16 * view.panelStride }
}

/// The plain data of a matrix: copying it counts no references. Valid while the matrix lives.
package struct MatrixView {
  let kind: PanelKind
  let type: TensorType
  /// Whether panels hold floats made from a type without a kernel, or multiplied with a factor.
  let isDequantized: Bool
  /// What every weight is multiplied with.
  let factor: Float
  let rows: Int
  let columns: Int
  let panelStride: Int
  /// Nil: panels are built from the source when used.
  let panels: UnsafeRawPointer?
  let source: UnsafeRawPointer
  let rowByteCount: Int

  var panelCount: Int { (rows &+ 15) / 16 }
  var layout: PanelLayout {
    isDequantized ? PanelFormats.dequantized : PanelFormats.format(of: type) ?? PanelFormats.dequantized
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
