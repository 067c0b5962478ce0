// SPDX-License-Identifier: Apache-2.0

/// Part of a prompt, with its origin: special tokens are read from template text only.
package struct PromptSegment: Sendable, Equatable {
  package var text: String
  /// Whether the text comes from the chat template rather than from a user, a tool or the model.
  package var isTemplate: Bool

  package init(_ text: String, isTemplate: Bool) {
    self.text = text
    self.isTemplate = isTemplate
  }
}
