// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Zeroed memory that costs nothing until it is touched, page by page.
final class LazyMemory {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  /// - Parameter counts: their product is the number of bytes.
  /// - Throws: `outOfMemory` when the product overflows or the system has no such range.
  init(counts: [Int]) throws(ModelError) {
    var product = 1
    for count in counts {
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      product = overflow ? .max : next
      if overflow { break }
    }
    byteCount = max(product, 1)
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard product != .max, let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { throw ModelError(.outOfMemory(byteCount: product), "context") }
    start = memory
  }

  deinit { munmap(start, byteCount) }
}
