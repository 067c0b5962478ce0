// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for the interleaved weights of a model: few large mappings, backed by huge pages where the system has them.
///
/// Weights are read once per token from end to end; with 2 MB pages the processor's address caches hold them all.
package final class WeightArena: @unchecked Sendable {
  private var mappings: [(UnsafeMutableRawPointer, Int)] = []
  private var next: UnsafeMutableRawPointer?
  private var bytesLeft = 0
  private static let pageLength = 1 << 21

  package init() {}

  deinit {
    for (address, length) in mappings { munmap(address, length) }
  }

  /// Aligned to 64 bytes, zero; nil when the system has no memory left. Lives as long as the arena.
  ///
  /// Not safe from several threads at once.
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    let wanted = (max(64, byteCount) + 63) & ~63
    if wanted > bytesLeft, !grow(by: wanted) { return nil }
    let result = next
    next = next.map { $0 + wanted }
    bytesLeft -= wanted
    return result
  }

  /// Reserves address space; pages are only taken when they are written.
  private func grow(by wanted: Int) -> Bool {
    let length = max(wanted, 64 << 20) + Self.pageLength
    let address = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let address, address != MAP_FAILED else { return false }
    mappings.append((address, length))
    let start = (Int(bitPattern: address) + Self.pageLength - 1) & ~(Self.pageLength - 1)
    let aligned = UnsafeMutableRawPointer(bitPattern: start)!
    #if canImport(Glibc) || canImport(Musl)
      madvise(aligned, length - Self.pageLength, Int32(MADV_HUGEPAGE))
    #endif
    next = aligned
    bytesLeft = length - Self.pageLength
    return true
  }
}
