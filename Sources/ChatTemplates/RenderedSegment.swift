// SPDX-License-Identifier: Apache-2.0

/// A part of a rendered prompt, with its origin.
package struct RenderedSegment: Sendable, Equatable {
  package let text: String
  /// Whether the text came from a variable, such as a message, rather than from the template.
  package let isInput: Bool

  package init(_ text: String, isInput: Bool) {
    self.text = text
    self.isInput = isInput
  }
}

extension Sequence<RenderedSegment> {
  /// The whole prompt.
  package var text: String { reduce(into: "") { $0 += $1.text } }
}
