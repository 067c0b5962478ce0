// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Zeroed memory from the heap, aligned to 64 bytes; where it is large, pages are taken only when they are written.
final class ZeroedMemory {
  let address: UnsafeMutableRawPointer
  let byteCount: Int
  private let start: UnsafeMutableRawPointer

  init(byteCount: Int) {
    self.byteCount = byteCount
    guard let start = calloc(1, max(64, byteCount) + 63) else {
      preconditionFailure("the system has no \(byteCount) bytes left")
    }
    self.start = start
    address = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + 63) & ~63)!
  }

  deinit { free(start) }
}
