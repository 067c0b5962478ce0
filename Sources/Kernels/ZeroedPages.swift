// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that reads as zeros and takes pages only where it is written.
final class ZeroedPages {
  let address: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Aligned to a page; nil when the system has no address space left.
  init?(byteCount: Int) {
    self.byteCount = max(64, byteCount)
    let mapping = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard let mapping, mapping != MAP_FAILED else { return nil }
    address = mapping
  }

  deinit { munmap(address, byteCount) }
}
