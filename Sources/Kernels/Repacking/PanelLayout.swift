// SPDX-License-Identifier: Apache-2.0
import KernelBodies
import Quantization

/// One interleaved format as data: how large it is, how rows are brought into it and out of it.
///
/// Its functions have C's calling convention, as kernels have: they have no context that a copy would hold on to.
struct PanelLayout: Sendable {
  let kind: PanelKind
  /// Columns of a group (header and blocks), and its bytes for sixteen rows.
  let groupLength: Int
  let groupByteCount: Int
  /// Bytes of one row's group in a file.
  let sourceByteCount: Int
  /// Interleaves one group of sixteen rows; `sources` are the rows' starts, `offset` that of the group in each.
  let interleaveGroup:
    @convention(c) @Sendable (
      _ sources: UnsafePointer<UnsafeRawPointer>, _ offset: Int, _ target: UnsafeMutableRawPointer
    ) -> Void
  /// Writes one row of a group as it was in the file.
  let extractGroup:
    @convention(c) @Sendable (_ group: UnsafeRawPointer, _ row: Int, _ target: UnsafeMutableRawPointer) -> Void

  func panelByteCount(columns: Int) -> Int { columns / groupLength * groupByteCount }

  func interleave(_ sources: UnsafePointer<UnsafeRawPointer>, _ columns: Int, _ target: UnsafeMutableRawPointer) {
    for group in 0..<(columns / groupLength) {
      interleaveGroup(sources, group &* sourceByteCount, target + group &* groupByteCount)
    }
  }
}

/// The layouts there are.
enum PanelFormats {
  /// The interleaved form of a type; nil when it has none.
  static func format(of type: TensorType) -> PanelLayout? {
    switch type {
    case .f32: float32
    case .f16: float16
    case .bf16: brainFloat16
    case .q4_0: q4_0
    case .q4_1: q4_1
    case .q5_0: q5_0
    case .q5_1: q5_1
    case .q8_0: q8_0
    case .q4_K: q4_K
    case .q5_K: q5_K
    case .q6_K: q6_K
    case .q2_K: q2_K
    case .q3_K: q3_K
    case .iq4_nl: iq4_nl
    case .iq4_xs: iq4_xs
    case .mxfp4: mxfp4
    default: nil
    }
  }

  /// What types without a kernel are multiplied as.
  static let dequantized = float32

  static let float32 = PanelLayout(
    kind: .f32, groupLength: 1, groupByteCount: 64, sourceByteCount: 4,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 { target.put(sources[row].word32(offset), 4 &* row) }
    }, extractGroup: { group, row, target in target.put(group.word32(4 &* row), 0) })

  static let float16 = sixteenBit(.f16)
  static let brainFloat16 = sixteenBit(.bf16)

  private static func sixteenBit(_ kind: PanelKind) -> PanelLayout {
    PanelLayout(
      kind: kind, groupLength: 1, groupByteCount: 32, sourceByteCount: 2,
      interleaveGroup: { sources, offset, target in
        for row in 0..<16 { target.put(sources[row].word16(offset), 2 &* row) }
      }, extractGroup: { group, row, target in target.put(group.word16(2 &* row), 0) })
  }
}
