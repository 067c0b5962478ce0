// SPDX-License-Identifier: Apache-2.0
import CIntrinsics
import KernelBodies

/// Where a worker began to read the weights of each product of the job before, in order: where it is likely to begin this time.
///
/// Jobs that follow each other are mostly tokens, whose products are the same. Between two products memory would lie idle:
/// so the first weights of the next one are asked for when a product ends, and more of them while a worker waits. A
/// wrong guess asks for lines that nobody reads, and is mended by the job that made it.
struct WeightTrail {
  /// Products of a job that are remembered.
  private static let capacity = 1024
  /// Bytes asked for while waiting: a small part of the second-level cache.
  private static let reach = 32 << 10

  private let starts: UnsafeMutablePointer<UnsafeRawPointer?>
  private var index = 0
  private var next: UnsafeRawPointer?
  private var offset = 0

  init() {
    starts = .allocate(capacity: Self.capacity)
    starts.initialize(repeating: nil, count: Self.capacity)
  }

  func deallocate() { starts.deallocate() }

  mutating func startJob() {
    index = 0
    next = nil
  }

  /// Notes where a product begins.
  @inline(__always)
  mutating func startProduct(at address: UnsafeRawPointer) {
    next = nil
    guard index < Self.capacity else { return }
    starts[index] = address
    index &+= 1
  }

  /// Asks for the first weights of the next product.
  @inline(__always)
  mutating func endProduct() {
    guard index < Self.capacity, let start = starts[index] else { return }
    next = start
    offset = prefetchDistance
    for line in 0..<(prefetchDistance / 64) { prefetch_line(start + 64 &* line) }
  }

  /// Asks for one more line; false when there is none to ask for.
  @inline(__always)
  mutating func askForMore() -> Bool {
    guard let next, offset < Self.reach else { return false }
    prefetch_line_to_second_level(next + offset)
    offset &+= 64
    return true
  }
}
