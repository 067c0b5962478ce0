// SPDX-License-Identifier: Apache-2.0

/// out = f(gate · x) · (up · x) of one token, then its 8-bit form: two products whose rows are gated as they are made, by the
/// worker that made them, so that none waits for the others in between.
///
/// Called by every worker, which share the rows; no barrier inside. The results are those of `multiply` and `gate`.
/// - Precondition: both matrices have `out.columns` rows, and `out` has an 8-bit form; neither product accumulates.
package func multiplyGated(
  _ function: Gate, _ gate: Projection, _ up: Projection, _ x: ActivationView, into out: ActivationView,
  worker: Worker
) {
  // A unit is the rows of one block of the 8-bit form: two panels of either matrix.
  let units = out.columns / 32
  let stride = max(1, 2 &* (gate.matrix.panelStride &+ up.matrix.panelStride))
  let grain = min(max(1, units / (worker.count &* 8)), max(1, Blocking.chunkBytes / stride))
  if let panels = gate.matrix.panels {
    let first = 2 &* worker.share(of: units).lowerBound
    worker.local.pointee.trail.startProduct(at: panels + first &* gate.matrix.panelStride)
  }
  withUnsafePointer(to: gate) { gate in
    withUnsafePointer(to: up) { up in
      worker.forEachOwnChunk(of: units, grain: grain) { range in
        let panels = (2 &* range.lowerBound)..<(2 &* range.upperBound)
        multiplyPanels(gate, panels, x, 1, worker)
        multiplyPanels(up, panels, x, 1, worker)
        let first = 32 &* range.lowerBound
        function.apply(
          gate.pointee.output + first, up.pointee.output + first, out.floats + first, 32 &* range.count, worker)
        out.quantizeColumns(first..<(first &+ 32 &* range.count), row: 0, rows: 1, worker)
      }
    }
  }
  worker.local.pointee.trail.endProduct()
}
