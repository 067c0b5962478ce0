// SPDX-License-Identifier: Apache-2.0

/// What the machine can do at most of the work that bounds a kernel, measured beside it.
enum BenchmarkLimit: Sendable, Equatable {
  /// GB/s at which memory, or the cache that the data lies in, is read.
  case bandwidth(Double)
  /// GFLOP/s (for integers GOP/s) from registers.
  case arithmetic(Double)

  var value: Double {
    switch self {
    case .bandwidth(let value), .arithmetic(let value): value
    }
  }
}
