// SPDX-License-Identifier: Apache-2.0
import Quantization

/// A matrix of random weights in any type, as a file would hold it.
final class RandomWeights {
  let type: TensorType
  let rows: Int
  let columns: Int
  /// Bytes of the matrix in a file.
  let byteCount: Int
  /// (rows, columns), row-major blocks, and up to 7 bytes more.
  let bytes: UnsafeMutableRawBufferPointer

  init(_ type: TensorType, rows: Int, columns: Int, seed: UInt64) {
    self.type = type
    self.rows = rows
    self.columns = columns
    guard let count = type.byteCount(elements: rows * columns) else {
      preconditionFailure("\(columns) columns are no whole number of \(type.name) blocks")
    }
    byteCount = count
    bytes = .allocate(byteCount: (count + 7) / 8 * 8, alignment: 64)
    var state = seed
    for word in bytes.bindMemory(to: UInt64.self).indices {
      state &+= 0x9E37_79B9_7F4A_7C15
      bytes.storeBytes(of: Self.mix(state), toByteOffset: word * 8, as: UInt64.self)
    }
    tame(count)
  }

  deinit { bytes.deallocate() }

  /// One row, by the reference dequantisation.
  func row(_ index: Int) -> [Float] {
    let rowBytes = columns / type.blockLength * type.blockByteCount
    return [Float](unsafeUninitializedCapacity: columns) { buffer, initialized in
      dequantize(type, bytes.baseAddress! + index * rowBytes, count: columns, into: buffer.baseAddress!)
      initialized = columns
    }
  }

  /// Random scales may be infinite or huge: every scale becomes a small number with a random sign.
  private func tame(_ count: Int) {
    switch type {
    // The sign and fraction stay; the exponent becomes that of numbers from 2⁻⁵ to 2⁻⁴.
    case .f32: rewrite(UInt32.self, count, at: [0], stride: 4) { $0 & 0x807F_FFFF | 0x3D00_0000 }
    case .f16: rewrite(UInt16.self, count, at: [0], stride: 2) { $0 & 0x83FF | 0x2800 }
    case .bf16: rewrite(UInt16.self, count, at: [0], stride: 2) { $0 & 0x807F | 0x3D00 }
    case .mxfp4: rewrite(UInt8.self, count, at: [0], stride: type.blockByteCount) { 118 + $0 % 4 }
    default:
      rewrite(UInt16.self, count, at: Self.scaleOffsets(type), stride: type.blockByteCount) {
        // Binary16 from 2⁻⁷ to 2⁻⁶.
        $0 & 0x83FF | 0x2000
      }
    }
  }

  private func rewrite<Word: FixedWidthInteger & BitwiseCopyable>(
    _ word: Word.Type, _ count: Int, at offsets: [Int], stride: Int, _ change: (Word) -> Word
  ) {
    for block in Swift.stride(from: 0, to: count, by: stride) {
      for offset in offsets {
        let old = bytes.loadUnaligned(fromByteOffset: block + offset, as: Word.self)
        bytes.storeBytes(of: change(old), toByteOffset: block + offset, as: Word.self)
      }
    }
  }

  /// Where a block keeps its binary16 scales.
  private static func scaleOffsets(_ type: TensorType) -> [Int] {
    switch type {
    case .q4_1, .q5_1, .q4_K, .q5_K: [0, 2]
    case .q2_K: [80, 82]
    case .q3_K: [108]
    case .q6_K: [208]
    case .tq1_0: [52]
    case .tq2_0: [64]
    default: [0]
    }
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
