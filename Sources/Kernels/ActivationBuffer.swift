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

  /// - Parameter other: a buffer that is never in use together with this one; where its memory is enough for this one it
  ///   serves both.
  package init(maximumRows: Int, columns: Int, sharing other: ActivationBuffer? = nil) {
    let rows = max(1, maximumRows)
    self.maximumRows = rows
    // Tiles read whole groups of eight rows.
    let padded = (rows + 7) & ~7
    var byteCounts = [padded * columns * 4 + 64]
    if columns % ActivationTile.blockLength == 0 {
      byteCounts.append(padded * (columns / 32) * ActivationTile.blockByteCount(width: 1) + 64)
    }
    if let other, other.memory.count >= byteCounts.count,
      zip(other.memory, byteCounts).allSatisfy({ $0.byteCount >= $1 })
    {
      memory = Array(other.memory[..<byteCounts.count])
    } else {
      memory = byteCounts.map { ZeroedMemory(byteCount: $0) }
    }
    view = ActivationView(
      columns: columns, floats: memory[0].address.assumingMemoryBound(to: Float.self),
      blocks: memory.count > 1 ? memory[1].address : nil)
  }
}
