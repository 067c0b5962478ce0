// SPDX-License-Identifier: Apache-2.0

/// A string of the file, left where it is.
///
/// The bytes may hold NUL and need not be UTF-8.
package struct GGUFString: Sendable {
  let file: MappedFile
  let range: Range<Int>

  /// The bytes; valid as long as this value or the file it comes from lives.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file.bytes[range]) }

  /// The text; what is not UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension GGUFString: CustomStringConvertible {
  package var description: String { text }
}
