// SPDX-License-Identifier: Apache-2.0

/// Text from outside made fit for one line.
enum PlainText {
  /// The text with each run of white space and control characters as one space, without those at its ends.
  static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || isControl(scalar) {
        pendingSpace = !result.isEmpty
        continue
      }
      if pendingSpace { result.append(" ") }
      pendingSpace = false
      result.append(scalar)
    }
    return String(result)
  }

  /// Controls, and the marks that change the direction of what stands beside them: a name with one in it could show a
  /// terminal or a page something else than it holds.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: scalar.properties.generalCategory == .unassigned || scalar.properties.generalCategory == .surrogate
    }
  }
}
