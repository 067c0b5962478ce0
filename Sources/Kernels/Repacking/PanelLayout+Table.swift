// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// The types of four-bit codes that a table gives the values of.
extension PanelFormats {
  /// In the file: d, 16 bytes of codes.
  static let iq4_nl = PanelLayout(
    kind: .iq4_nl, groupLength: 32, groupByteCount: PanelIQ4_NL.blockByteCount, sourceByteCount: 18,
    interleaveGroup: q4_0.interleaveGroup, extractGroup: q4_0.extractGroup)

  /// In the file: d, 16 bits of scales, 4 bytes of scales, 128 bytes of codes.
  static let iq4_xs = PanelLayout(
    kind: .iq4_xs, groupLength: 256, groupByteCount: PanelIQ4_XS.headerByteCount + 8 * PanelIQ4_XS.blockByteCount,
    sourceByteCount: 136,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        target.put(source.word16(0), 2 &* row)
        target.put(source.word16(2), 32 &+ 2 &* row)
        target.put(source.word32(4), 64 &+ 4 &* row)
        for group in 0..<32 { target.put(source.word32(8 &+ 4 &* group), 128 &+ 64 &* group &+ 4 &* row) }
      }
    },
    extractGroup: { group, row, target in
      target.put(group.word16(2 &* row), 0)
      target.put(group.word16(32 &+ 2 &* row), 2)
      target.put(group.word32(64 &+ 4 &* row), 4)
      for line in 0..<32 { target.put(group.word32(128 &+ 64 &* line &+ 4 &* row), 8 &+ 4 &* line) }
    })

  /// In the file: an E8M0 scale, 16 bytes of codes.
  static let mxfp4 = PanelLayout(
    kind: .mxfp4, groupLength: 32, groupByteCount: PanelMXFP4.blockByteCount, sourceByteCount: 17,
    interleaveGroup: { sources, offset, target in
      for row in 0..<16 {
        let source = sources[row] + offset
        target.put(source.byte(0), row)
        for group in 0..<4 { target.put(source.word32(1 &+ 4 &* group), 16 &+ 64 &* group &+ 4 &* row) }
      }
    },
    extractGroup: { block, row, target in
      target.put(block.byte(row), 0)
      for group in 0..<4 { target.put(block.word32(16 &+ 64 &* group &+ 4 &* row), 1 &+ 4 &* group) }
    })
}
