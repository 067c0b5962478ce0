// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a file, mapped into memory or copied there.
///
/// A mapping costs no memory of its own and opens at once, but a file that another process shortens while it is mapped
/// raises a bus error on access; `Access.copied` is for files that may change.
// SAFETY: the bytes are never written after `init`; `deinit` runs when nothing refers to them any more.
package final class MappedFile: @unchecked Sendable {
  /// How the bytes come into memory.
  package enum Access: Sendable {
    case mapped
    case copied
  }

  /// All bytes of the file; valid as long as this object lives.
  package let bytes: UnsafeRawBufferPointer

  /// Where the file was found; nil for bytes from memory.
  package let path: String?
  private let access: Access

  /// Whether the file was written in the other byte order; `bytes` are in the machine's own.
  package let wasSwapped: Bool

  /// Opens a file. One in the other byte order is copied, since its numbers have to be turned round.
  ///
  /// - Parameter progress: told of the fraction that has been copied; not of a mapping, which reads nothing.
  /// - Throws: `cannotOpen`, `notRegularFile`, `cannotRead`.
  package init(
    path: String, access: Access = .mapped, progress: ((Double) -> Void)? = nil
  ) throws(GGUFError) {
    self.path = path
    // Without O_NONBLOCK, opening a pipe that nobody writes would wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw GGUFError(.cannotOpen(errno: errno), path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw GGUFError(.cannotRead(errno: errno), path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw GGUFError(.notRegularFile, path: path) }
    let size = Int(status.st_size)
    guard size > 0 else {
      self.access = access
      wasSwapped = false
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    if access == .mapped {
      let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard let address, address != MAP_FAILED else { throw GGUFError(.cannotRead(errno: errno), path: path) }
      let mapped = UnsafeRawBufferPointer(start: address, count: size)
      if !ByteOrder.isSwapped(mapped) {
        self.access = .mapped
        wasSwapped = false
        bytes = mapped
        return
      }
      munmap(address, size)
    }
    let copy = try Self.copy(descriptor, size: size, path: path, progress)
    self.access = .copied
    wasSwapped = ByteOrder.isSwapped(UnsafeRawBufferPointer(copy))
    if wasSwapped { ByteOrder.swap(copy) }
    bytes = UnsafeRawBufferPointer(copy)
  }

  /// Keeps a copy of bytes from memory.
  package init(copying source: some Collection<UInt8>) {
    access = .copied
    path = nil
    guard !source.isEmpty else {
      wasSwapped = false
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: Self.pageSize)
    copy.copyBytes(from: source)
    wasSwapped = ByteOrder.isSwapped(UnsafeRawBufferPointer(copy))
    if wasSwapped { ByteOrder.swap(copy) }
    bytes = UnsafeRawBufferPointer(copy)
  }

  deinit {
    guard let start = bytes.baseAddress else { return }
    switch access {
    case .mapped: munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    case .copied: bytes.deallocate()
    }
  }

  /// Gives the whole pages inside `part` back to the system; reading them again fetches them from the file.
  ///
  /// Does nothing for a copy.
  package func releasePages(_ part: UnsafeRawBufferPointer) {
    advise(part, MADV_DONTNEED, outward: false)
  }

  /// Tells the system that `part` is read soon, so that it starts fetching. Does nothing for a copy.
  package func willNeed(_ part: UnsafeRawBufferPointer) {
    advise(part, MADV_WILLNEED, outward: true)
  }

  private func advise(_ part: UnsafeRawBufferPointer, _ advice: Int32, outward: Bool) {
    guard access == .mapped, let start = bytes.baseAddress, let first = part.baseAddress else { return }
    let page = Self.pageSize
    var lower = first - start
    var upper = lower + part.count
    guard lower >= 0, upper <= bytes.count else { return }
    if outward {
      lower -= lower % page
    } else {
      lower += (page - lower % page) % page
      // The rest of the last page belongs to no other part.
      if upper < bytes.count { upper -= upper % page }
    }
    guard lower < upper else { return }
    // Advice only: a failure changes nothing.
    _ = madvise(UnsafeMutableRawPointer(mutating: start + lower), upper - lower, advice)
  }

  private static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Bytes read at a time, so that progress can be told.
  private static let pieceLength = 16 << 20

  private static func copy(
    _ descriptor: Int32, size: Int, path: String, _ progress: ((Double) -> Void)?
  ) throws(GGUFError) -> UnsafeMutableRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: pageSize)
    var done = 0
    while done < size {
      progress?(Double(done) / Double(size))
      let count = read(descriptor, copy.baseAddress! + done, min(pieceLength, size - done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        let failure: GGUFError.Kind =
          count < 0
          ? .cannotRead(errno: errno) : .truncated(needed: UInt64(size - done), available: 0)
        copy.deallocate()
        throw GGUFError(failure, offset: done, path: path)
      }
    }
    return copy
  }
}
