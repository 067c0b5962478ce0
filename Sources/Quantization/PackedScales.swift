// SPDX-License-Identifier: Apache-2.0

/// Eight 6-bit scales and eight 6-bit minima in 12 bytes, as Q4_K and Q5_K keep them.
///
///     byte     0–3                   4–7                   8–11
///     bits 0–5 scale 0–3             minimum 0–3           bits 0–3: low of scale 4–7
///     bits 6–7 high of scale 4–7     high of minimum 4–7   bits 4–7: low of minimum 4–7
///
/// Source: ggml `get_scale_min_k4`.
package struct PackedScales: BitwiseCopyable, Sendable {
  package var bytes: InlineArray<12, UInt8>

  package init(bytes: InlineArray<12, UInt8>) { self.bytes = bytes }

  /// Scale of a group of 32, 0…63.
  @inline(__always)
  package func scale(_ group: Int) -> UInt8 {
    group < 4 ? bytes[group] & 63 : bytes[group + 4] & 15 | (bytes[group - 4] >> 6) << 4
  }

  /// Minimum of a group of 32, 0…63.
  @inline(__always)
  package func minimum(_ group: Int) -> UInt8 {
    group < 4 ? bytes[group + 4] & 63 : bytes[group + 4] >> 4 | (bytes[group] >> 6) << 4
  }
}
