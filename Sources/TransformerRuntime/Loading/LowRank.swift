// SPDX-License-Identifier: Apache-2.0
import Kernels

/// What an adapter adds to a weight matrix: W + B·A.
///
/// All of one model have the same rank; those that need less are filled up with zeros.
/// - Shapes: A (rank, columns), B (rows, rank), the adapter's scale in B.
struct LowRank {
  var rank: Int
  var a: UnsafePointer<Float>
  var b: UnsafePointer<Float>
  /// A and B in kernel layout; nil for the reference path.
  var down: MatrixView?
  var up: MatrixView?
}

extension LowRank {
  /// y += B·(A·x), by one thread.
  ///
  /// - Shapes: x: (columns), y: (rows)
  func add(_ x: UnsafePointer<Float>, columns: Int, to y: UnsafeMutablePointer<Float>, rows: Int) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: rank) { low in
      for k in 0..<rank {
        var sum = 0.0
        for i in 0..<columns { sum += Double(a[k * columns + i]) * Double(x[i]) }
        low[k] = sum
      }
      for row in 0..<rows {
        var sum = 0.0
        for k in 0..<rank { sum += Double(b[row * rank + k]) * low[k] }
        y[row] += Float(sum)
      }
    }
  }

  /// y += scale · row of B·A, for a table whose rows are looked up.
  ///
  /// - Shapes: y: (columns)
  func addRow(_ row: Int, columns: Int, scale: Float, to y: UnsafeMutablePointer<Float>) {
    for k in 0..<rank {
      let factor = scale * b[row * rank + k]
      for i in 0..<columns { y[i] += factor * a[k * columns + i] }
    }
  }
}
