// SPDX-License-Identifier: Apache-2.0

/// What keys and values are cached as.
package enum CacheType: String, Sendable, Hashable, CaseIterable {
  /// IEEE halves.
  case f16
  /// Signed bytes with a half as the scale of 32: 8.5 bits an element. Each lies within 0.57 scales, that is within 1/220 of
  /// the greatest of its 32, of what was stored.
  case q8_0

  /// Where its kernels begin in `KernelTable.attendBlock`.
  @inline(__always) var kernels: Int {
    switch self {
    case .f16: 0
    case .q8_0: 4
    }
  }

  @inline(__always) var elementBytes: Int {
    switch self {
    case .f16: 2
    case .q8_0: 1
    }
  }
}
