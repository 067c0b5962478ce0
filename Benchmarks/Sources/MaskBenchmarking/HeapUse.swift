// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Bytes that the process holds by `malloc`.
enum HeapUse {
  private typealias Report = @convention(c) (Int32, OpaquePointer) -> Int32

  /// Nil where the C library does not tell. Swift's `Glibc` module lacks `malloc.h`, hence the look-up by name.
  static var bytes: Int? {
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&buffer, &size) else { return nil }
    _ = unsafeBitCast(symbol, to: Report.self)(0, OpaquePointer(stream))
    fclose(stream)
    defer { free(buffer) }
    guard let buffer else { return nil }
    return used(in: String(cString: buffer))
  }

  /// What the report's totals say: memory taken from the system and mapped, less what lies free in it.
  static func used(in report: String) -> Int? {
    // The totals of all arenas follow the last of them.
    guard let end = report.range(of: "</heap>", options: .backwards) else { return nil }
    func size(_ element: String) -> Int? {
      guard let line = report[end.upperBound...].split(separator: "\n").first(where: { $0.contains(element) }),
        let field = line.split(separator: " ").last(where: { $0.hasPrefix("size=\"") })
      else { return nil }
      return Int(field.dropFirst(6).prefix(while: \.isNumber))
    }
    guard let system = size("system type=\"current\""), let fast = size("total type=\"fast\""),
      let rest = size("total type=\"rest\""), let mapped = size("total type=\"mmap\"")
    else { return nil }
    return system + mapped - fast - rest
  }
}
