// SPDX-License-Identifier: Apache-2.0
import Synchronization

extension WeightMatrix {
  /// Brings many matrices into panels in one job, so that the workers wait for each other only once.
  ///
  /// Those that are not repacked are passed over. Matrices are finished more or less in order.
  /// - Parameter finished: called with the index of each matrix whose source is no longer read, by whichever worker
  ///   finished it.
  package static func interleave(
    _ matrices: [WeightMatrix], pool: ThreadPool, finished: @Sendable (Int) -> Void = { _ in }
  ) {
    let parts = matrices.map { InterleavingPart($0) }
    let total = parts.reduce(0) { $0 + $1.chunkCount }
    let left = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: max(1, parts.count))
    for (index, part) in parts.enumerated() { (left + index).initialize(to: Atomic(part.chunkCount)) }
    defer { left.deallocate() }
    pool.run { worker in
      // Chunks are handed out in order, so each worker only walks forward through the list.
      var index = 0
      var first = 0
      worker.forEachChunk(of: total, grain: 1) { range in
        for chunk in range {
          while chunk >= first + parts[index].chunkCount {
            first += parts[index].chunkCount
            index += 1
          }
          parts[index].build(chunk - first)
          if left[index].wrappingAdd(-1, ordering: .acquiringAndReleasing).newValue == 0 { finished(index) }
        }
      }
    }
  }
}

/// One matrix of an interleaving job, cut into chunks of about 64 KB.
private struct InterleavingPart {
  let view: MatrixView
  let target: UnsafeMutableRawPointer?
  let panelsPerChunk: Int
  let chunkCount: Int

  init(_ matrix: WeightMatrix) {
    view = matrix.view
    target = UnsafeMutableRawPointer(mutating: matrix.view.panels)
    panelsPerChunk = max(1, 65536 / matrix.view.panelStride)
    chunkCount = target == nil ? 0 : (matrix.view.panelCount + panelsPerChunk - 1) / panelsPerChunk
  }

  func build(_ chunk: Int) {
    guard let target else { return }
    let first = chunk &* panelsPerChunk
    for panel in first..<min(view.panelCount, first &+ panelsPerChunk) {
      view.buildPanel(panel, at: target + panel &* view.panelStride)
    }
  }
}
