// SPDX-License-Identifier: Apache-2.0

/// How the elements of a tensor are stored, numbered as in GGUF files.
///
/// The numbers 4, 5, 31–33 and 36–38 belonged to types that were removed from the format: they are unknown here.
/// Source: ggml `ggml_type`.
package enum TensorType: UInt32, CaseIterable, Sendable, Hashable {
  case f32 = 0
  case f16 = 1
  case q4_0 = 2
  case q4_1 = 3
  case q5_0 = 6
  case q5_1 = 7
  case q8_0 = 8
  case q8_1 = 9
  case q2_K = 10
  case q3_K = 11
  case q4_K = 12
  case q5_K = 13
  case q6_K = 14
  case q8_K = 15
  case iq2_xxs = 16
  case iq2_xs = 17
  case iq3_xxs = 18
  case iq1_s = 19
  case iq4_nl = 20
  case iq3_s = 21
  case iq2_s = 22
  case iq4_xs = 23
  case i8 = 24
  case i16 = 25
  case i32 = 26
  case i64 = 27
  case f64 = 28
  case iq1_m = 29
  case bf16 = 30
  case tq1_0 = 34
  case tq2_0 = 35
  case mxfp4 = 39
  case nvfp4 = 40
  case q1_0 = 41
  case q2_0 = 42
}

extension TensorType {
  /// Elements in one block; 1 for the plain types.
  package var blockLength: Int { layout.length }

  /// Bytes of one block.
  package var blockByteCount: Int { layout.bytes }

  /// The name as ggml spells it, such as `Q4_K`.
  package var name: String { layout.name.description }

  /// Whether several elements share a block.
  package var isQuantized: Bool { blockLength > 1 }

  /// Bytes taken by `elements` elements.
  ///
  /// Nil when they are no whole number of blocks, are negative, or when the size does not fit an `Int`.
  package func byteCount(elements: Int) -> Int? {
    let (length, bytes, _) = layout
    guard elements >= 0, elements % length == 0 else { return nil }
    let (size, overflow) = (elements / length).multipliedReportingOverflow(by: bytes)
    return overflow ? nil : size
  }

  /// The type with that name, whatever the case of its letters.
  package init?(name: String) {
    let wanted = name.lowercased()
    guard let type = Self.allCases.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    self = type
  }

  // The name is a static string: asking for a size counts no references.
  private var layout: (length: Int, bytes: Int, name: StaticString) {
    switch self {
    case .f32: (1, 4, "F32")
    case .f16: (1, 2, "F16")
    case .q4_0: (32, 18, "Q4_0")
    case .q4_1: (32, 20, "Q4_1")
    case .q5_0: (32, 22, "Q5_0")
    case .q5_1: (32, 24, "Q5_1")
    case .q8_0: (32, 34, "Q8_0")
    case .q8_1: (32, 36, "Q8_1")
    case .q2_K: (256, 84, "Q2_K")
    case .q3_K: (256, 110, "Q3_K")
    case .q4_K: (256, 144, "Q4_K")
    case .q5_K: (256, 176, "Q5_K")
    case .q6_K: (256, 210, "Q6_K")
    case .q8_K: (256, 292, "Q8_K")
    case .iq2_xxs: (256, 66, "IQ2_XXS")
    case .iq2_xs: (256, 74, "IQ2_XS")
    case .iq3_xxs: (256, 98, "IQ3_XXS")
    case .iq1_s: (256, 50, "IQ1_S")
    case .iq4_nl: (32, 18, "IQ4_NL")
    case .iq3_s: (256, 110, "IQ3_S")
    case .iq2_s: (256, 82, "IQ2_S")
    case .iq4_xs: (256, 136, "IQ4_XS")
    case .i8: (1, 1, "I8")
    case .i16: (1, 2, "I16")
    case .i32: (1, 4, "I32")
    case .i64: (1, 8, "I64")
    case .f64: (1, 8, "F64")
    case .iq1_m: (256, 56, "IQ1_M")
    case .bf16: (1, 2, "BF16")
    case .tq1_0: (256, 54, "TQ1_0")
    case .tq2_0: (256, 66, "TQ2_0")
    case .mxfp4: (32, 17, "MXFP4")
    case .nvfp4: (64, 36, "NVFP4")
    case .q1_0: (128, 18, "Q1_0")
    case .q2_0: (64, 18, "Q2_0")
    }
  }
}

extension TensorType: CustomStringConvertible {
  package var description: String { name }
}
