// SPDX-License-Identifier: Apache-2.0

/// What no input may exceed.
enum MutationLimits {
  /// Seconds of processor time, of all threads together.
  static let seconds = 1.0
  /// Bytes of memory beyond the input.
  static let memory = 64 << 20
  /// Seconds of processor time after which a case is stopped.
  static let stop = 10
  /// Bytes of data at which the system refuses memory, so that the machine survives.
  static let data = 3 << 30
  /// The stack that a thread of Swift's pool may have.
  static let stack = 512 << 10
  /// Cases of one process.
  static let batch = 2000
  /// Seconds of processor time after which a process takes no more cases.
  static let batchSeconds = 20.0
}
