// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a piece of work takes in this process.
enum ResourceMeter {
  /// Seconds of processor time so far, of all threads.
  static var seconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Seconds of processor time that ended children took.
  static var secondsOfChildren: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Starts counting the most memory resident anew. Returns what is resident now, in bytes.
  static func startPeak() -> Int {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    if file >= 0 {
      _ = write(file, "5", 1)
      close(file)
    }
    return status("VmRSS:")
  }

  /// The most memory resident since, in bytes.
  static var peak: Int { status("VmHWM:") }

  private static func status(_ key: String) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
      let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return 0 }
      defer { close(file) }
      let count = max(0, read(file, buffer.baseAddress!, buffer.count))
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return 0 }
      return
        (Int(line.utf8.filter { (0x30...0x39).contains($0) }.reduce(into: "") { $0 += String(UnicodeScalar($1)) }) ?? 0)
        << 10
    }
  }
}
