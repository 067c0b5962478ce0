// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time that `strftime_now` prints: local time now, or a fixed one.
package struct TemplateClock: Sendable {
  private let time: @Sendable () -> tm

  /// The machine's clock in its time zone.
  package static let system = TemplateClock {
    var seconds = Glibc.time(nil)
    var result = tm()
    localtime_r(&seconds, &result)
    return result
  }

  private init(time: @escaping @Sendable () -> tm) { self.time = time }

  /// A clock that stands still.
  package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    time = {
      var result = tm()
      result.tm_year = Int32(clamping: year - 1900)
      result.tm_mon = Int32(clamping: month - 1)
      result.tm_mday = Int32(clamping: day)
      result.tm_hour = Int32(clamping: hour)
      result.tm_min = Int32(clamping: minute)
      result.tm_sec = Int32(clamping: second)
      // Fills in the day of the week and of the year.
      timegm(&result)
      return result
    }
  }

  /// The time in a format of C's `strftime`, at most 1,024 bytes.
  func formatted(_ format: String) -> String {
    var now = time()
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      let count = strftime(buffer.baseAddress!, buffer.count, format, &now)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
