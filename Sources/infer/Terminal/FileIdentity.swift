// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Which file a path leads to.
struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  /// Nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
