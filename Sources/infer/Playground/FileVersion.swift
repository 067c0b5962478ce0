// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What tells that a file was saved: editors replace files as well as write to them.
struct FileVersion: Equatable {
  let inode: UInt
  let size: Int
  let seconds: Int
  let nanoseconds: Int

  /// Nil while the file is away, as between the two steps of a save.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  static func versions(of paths: [String]) -> [FileVersion?] { paths.map(FileVersion.init(path:)) }
}
