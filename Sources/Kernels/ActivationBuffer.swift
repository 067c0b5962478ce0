// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Owns the memory of an `ActivationView`.
package final class ActivationBuffer: @unchecked Sendable {
  package let maximumRows: Int
  package let view: ActivationView
  /// Hold the two forms, and take pages only for the rows that are written: most answers use a few of the rows that a prompt may.
  private let memory: [ZeroedMemory]

  package var columns: Int { view.columns }
  package var floats: UnsafeMutablePointer<Float> { view.floats }

  package init(maximumRows: Int, columns: Int) {
    let rows = max(1, maximumRows)
    self.maximumRows = rows
    // Tiles read whole groups of eight rows.
    let padded = (rows + 7) & ~7
    var memory = [ZeroedMemory(byteCount: padded * columns * 4 + 64)]
    if columns % ActivationTile.blockLength == 0 {
      memory.append(
        ZeroedMemory(byteCount: padded * (columns / 32) * ActivationTile.blockByteCount(width: 1) + 64))
    }
    self.memory = memory
    view = ActivationView(
      columns: columns, floats: memory[0].address.assumingMemoryBound(to: Float.self),
      blocks: memory.count > 1 ? memory[1].address : nil)
  }
}
