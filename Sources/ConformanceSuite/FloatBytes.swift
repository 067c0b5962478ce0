// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Little-endian 32-bit floats as bytes.
enum FloatBytes {
  /// The floats that the bytes hold; what is left over at the end is no float.
  static func floats(of bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { index in
        Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
      }
    }
  }

  /// The floats of a file; nil where it cannot be read.
  static func floats(ofFile path: String) -> [Float]? {
    FileManager.default.contents(atPath: path).map { floats(of: [UInt8]($0)) }
  }
}
