// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding

extension Grammar {
  /// Whether a text is of this grammar; blanks around a value are not the value's.
  func accepts(_ text: String) -> Bool {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let bytes = Array(text.utf8)
    let value = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    var constraint = Constraint(self, .bytes)
    for byte in value {
      guard constraint.accept(bytes: CollectionOfOne(byte)) else { return false }
    }
    return constraint.canEnd
  }
}
