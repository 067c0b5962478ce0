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
    view = MatrixView(
      kind: layout.kind, type: type, isDequantized: format == nil, factor: factor, rows: rows, columns: columns,
      panelStride: panelStride, panels: memory.map { UnsafeRawPointer($0) }, source: source,
      rowByteCount: rowByteCount)
    if let pool { Self.interleave([self], pool: pool) }
  }

  /// Whether the source is no longer needed.
  package var isRepacked: Bool { view.isRepacked }

  /// Whether products take activations in 8 bits.
  package var usesIntegers: Bool { view.kind.rawValue < PanelKind.f32.rawValue }

  /// Bytes that a product reads per use.
  package var byteCount: Int { view.panels == nil ? rows * view.rowByteCount : (rows + 15) / 16 * view.panelStride }
}
