// SPDX-License-Identifier: Apache-2.0

extension TensorType {
  /// Numbers of several bytes in a row, inside a block.
  package struct WideField: Sendable {
    /// In bytes from the start of the block.
    package var offset: Int
    /// In bytes.
    package var width: Int
    package var count = 1
  }

  /// What changes with the byte order: everything that ggml's blocks declare as more than a byte wide.
  package var wideFields: [WideField] {
    switch self {
    case .i8, .mxfp4, .nvfp4, .iq1_m: []
    case .f16, .bf16, .i16: [WideField(offset: 0, width: 2)]
    case .f32, .i32: [WideField(offset: 0, width: 4)]
    case .f64, .i64: [WideField(offset: 0, width: 8)]
    case .q4_0, .q5_0, .q8_0, .iq4_nl, .q1_0, .q2_0, .iq2_s, .iq3_s: [WideField(offset: 0, width: 2)]
    case .q4_1, .q5_1, .q8_1, .q4_K, .q5_K: [WideField(offset: 0, width: 2, count: 2)]
    case .q2_K: [WideField(offset: 80, width: 2, count: 2)]
    case .q3_K: [WideField(offset: 108, width: 2)]
    case .q6_K: [WideField(offset: 208, width: 2)]
    case .q8_K: [WideField(offset: 0, width: 4), WideField(offset: 260, width: 2, count: 16)]
    case .tq1_0: [WideField(offset: 52, width: 2)]
    case .tq2_0: [WideField(offset: 64, width: 2)]
    case .iq4_xs: [WideField(offset: 0, width: 2, count: 2)]
    case .iq2_xxs, .iq2_xs: [WideField(offset: 0, width: 2, count: 33)]
    case .iq3_xxs: [WideField(offset: 0, width: 2)]
    case .iq1_s: [WideField(offset: 0, width: 2), WideField(offset: 34, width: 2, count: 8)]
    }
  }

  /// Brings whole blocks into the other byte order, in place.
  ///
  /// - Shapes: `bytes`: (blockCount · blockByteCount).
  package func swapBytes(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let fields = wideFields
    guard !fields.isEmpty else { return }
    for block in stride(from: 0, through: bytes.count - blockByteCount, by: blockByteCount) {
      for field in fields {
        for index in 0..<field.count {
          let first = start + (block + field.offset + index * field.width)
          for j in 0..<field.width / 2 {
            let other = field.width - 1 - j
            let byte = first.load(fromByteOffset: j, as: UInt8.self)
            first.storeBytes(of: first.load(fromByteOffset: other, as: UInt8.self), toByteOffset: j, as: UInt8.self)
            first.storeBytes(of: byte, toByteOffset: other, as: UInt8.self)
          }
        }
      }
    }
  }
}
