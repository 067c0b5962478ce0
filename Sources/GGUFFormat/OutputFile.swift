// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file being written from its beginning.
final class OutputFile {
  let path: String
  private let descriptor: Int32

  /// Creates the file, or empties it.
  ///
  /// - Parameter isNew: whether a file that exists is an error.
  /// - Throws: `cannotWrite`.
  init(_ path: String, isNew: Bool = false) throws(GGUFError) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    descriptor = open(path, flags, 0o644)
    self.path = path
    guard descriptor >= 0 else { throw GGUFError(.cannotWrite(errno: errno), path: path) }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `cannotWrite`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(GGUFError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, start + done, bytes.count - done)
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw GGUFError(.cannotWrite(errno: errno), path: path)
      }
    }
  }

  func write(_ bytes: [UInt8]) throws(GGUFError) {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(GGUFError) in try write(bytes) } }
    try result.get()
  }

  /// Brings what was written to the disk.
  ///
  /// - Throws: `cannotWrite`.
  func synchronize() throws(GGUFError) {
    guard fsync(descriptor) == 0 else { throw GGUFError(.cannotWrite(errno: errno), path: path) }
  }

  func remove() { unlink(path) }
}
