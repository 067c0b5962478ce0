// SPDX-License-Identifier: Apache-2.0
import Glibc  // Int(exactly:) and Double(_:) call libm.

/// A JSON number, kept as the text it was written in.
package struct JSONNumber: Sendable, Hashable {
  /// The number as JSON writes it, such as `1.50` or `-3e8`.
  package let text: String

  package init(_ value: Int) { text = String(value) }

  /// Writes the shortest text that reads back as `value`; infinities and NaN, which JSON lacks, become 0.
  package init(_ value: Double) {
    guard value.isFinite else {
      text = "0"
      return
    }
    // Whole numbers are written without the ".0" that Swift adds.
    if abs(value) < 1e15, let whole = Int(exactly: value) { text = String(whole) } else { text = "\(value)" }
  }

  /// Takes text that a parser has already checked against JSON's grammar for numbers.
  package init(uncheckedText text: String) { self.text = text }

  /// The value as an integer, if it is one exactly and fits (`2`, `2.0` and `2e0` are all 2).
  package var int: Int? {
    Int(text) ?? decimal.int
  }

  package var double: Double { Double(text) ?? 0 }
}
