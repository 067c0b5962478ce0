// SPDX-License-Identifier: Apache-2.0
import Synchronization

extension WeightMatrix {
  /// Brings many matrices into panels in one job, so that the workers wait for each other only once.
  ///
  /// Those that are not repacked are passed over. Matrices are finished more or less in order.
  /// - Parameters:
  ///   - meanwhile: what the first worker does before it helps the others; where it says no, the rest is left undone.
  ///   - finished: called with the index of a matrix and those of its rows whose source is no longer read, by whichever
  ///     worker finished them: for every few megabytes, so that the source can be given back while there is little of it.
  /// - Returns: whether all was done.
  @discardableResult
  package static func interleave(
    _ matrices: [WeightMatrix], pool: ThreadPool, meanwhile: () -> Bool = { true },
    finished: @Sendable (_ index: Int, _ rows: Range<Int>) -> Void = { _, _ in }
  ) -> Bool {
    let parts = matrices.enumerated().flatMap { InterleavingPart.parts(of: $1, index: $0) }
    let total = parts.reduce(0) { $0 + $1.chunkCount }
    let left = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: max(1, parts.count))
    for (index, part) in parts.enumerated() { (left + index).initialize(to: Atomic(part.chunkCount)) }
    defer { left.deallocate() }
    let isWanted = Atomic(true)
    pool.run { worker in
      if worker.index == 0, !meanwhile() { isWanted.store(false, ordering: .relaxed) }
      // Chunks are handed out in order, so each worker only walks forward through the list.
      var index = 0
      var first = 0
      worker.forEachChunk(of: total, grain: 1) { range in
        for chunk in range where isWanted.load(ordering: .relaxed) {
          while chunk >= first + parts[index].chunkCount {
            first += parts[index].chunkCount
            index += 1
          }
          let part = parts[index]
          part.build(chunk - first)
          if left[index].wrappingAdd(-1, ordering: .acquiringAndReleasing).newValue == 0 {
            finished(part.index, part.rows)
          }
        }
      }
    }
    return isWanted.load(ordering: .relaxed)
  }
}

/// A few megabytes of one matrix of an interleaving job, cut into chunks of about 64 KB.
private struct InterleavingPart {
  /// Which of the matrices.
  let index: Int
  let view: MatrixView
  let target: UnsafeMutableRawPointer
  let panels: Range<Int>
  let panelsPerChunk: Int

  /// Bytes of a chunk and of a part, where a panel is not larger.
  private static let (chunkLength, partLength) = (1 << 16, 1 << 22)

  static func parts(of matrix: WeightMatrix, index: Int) -> [InterleavingPart] {
    let view = matrix.view
    guard let target = UnsafeMutableRawPointer(mutating: view.panels) else { return [] }
    let length = max(1, partLength / view.panelStride)
    return stride(from: 0, to: view.panelCount, by: length).map { start in
      InterleavingPart(
        index: index, view: view, target: target, panels: start..<min(view.panelCount, start + length),
        panelsPerChunk: max(1, chunkLength / view.panelStride))
    }
  }

  var chunkCount: Int { (panels.count + panelsPerChunk - 1) / panelsPerChunk }
  var rows: Range<Int> { (16 * panels.lowerBound)..<min(view.rows, 16 * panels.upperBound) }

  func build(_ chunk: Int) {
    let first = panels.lowerBound &+ chunk &* panelsPerChunk
    for panel in first..<min(panels.upperBound, first &+ panelsPerChunk) {
      view.buildPanel(panel, at: target + panel &* view.panelStride)
    }
  }
}
