// SPDX-License-Identifier: Apache-2.0
import Glibc
import OrderedJSON

/// A clock as a plain number. Reading the monotonic one costs about 20 ns, which the shortest steps measured are not far from;
/// reading the processor time of the thread costs some 200 ns, but does not count what other processes take.
enum Nanoseconds {
  static nonisolated(unsafe) var clock = CLOCK_MONOTONIC

  static var now: Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// The time since `start` in units of `unit` nanoseconds, with three decimals.
  static func json(since start: Int, unit: Double = 1e3) -> JSONValue { json(now - start, unit: unit) }

  static func json(_ duration: Int, unit: Double = 1e3) -> JSONValue {
    .number(JSONNumber((Double(duration) / unit * 1e3).rounded() / 1e3))
  }
}
