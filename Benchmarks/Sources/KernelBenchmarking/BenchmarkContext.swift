// SPDX-License-Identifier: Apache-2.0
import Kernels

/// What a kernel is measured with.
struct BenchmarkContext {
  let pool: ThreadPool
  /// Seconds for each kernel.
  let budget: Double
  /// Whether a kernel of that name was asked for.
  let wants: (String) -> Bool

  var instructionSet: String { pool.instructionSet.rawValue }

  /// Median seconds of `work` on all workers.
  func time(_ work: (Worker) -> Void) -> Double {
    Stopwatch.median(budget: budget) { pool.run(work) }
  }
}

/// A block of floats with a fixed address.
final class FloatBlock {
  let count: Int
  let values: UnsafeMutablePointer<Float>

  init(count: Int) {
    self.count = count
    values = .allocate(capacity: count)
    values.initialize(repeating: 0, count: count)
  }

  /// Random numbers from −1 to 1.
  convenience init(random count: Int, seed: UInt64) {
    self.init(count: count)
    var state = seed
    for index in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      values[index] = Float(Int32(truncatingIfNeeded: state >> 32)) * 0x1p-31
    }
  }

  deinit { values.deallocate() }

  subscript(index: Int) -> Float { values[index] }
}

/// Deviation of results from what they should be.
struct Deviation {
  private var largest = 0.0
  private var squares = 0.0
  private var count = 0

  mutating func add(_ value: Float, expected: Double) {
    let difference = abs(Double(value) - expected)
    largest = difference.isFinite ? max(largest, difference) : .infinity
    squares += expected * expected
    count += 1
  }

  /// Largest difference over the root mean square of what was expected.
  var relative: Double {
    guard count > 0 else { return 0 }
    return largest / max((squares / Double(count)).squareRoot(), .leastNormalMagnitude)
  }
}
