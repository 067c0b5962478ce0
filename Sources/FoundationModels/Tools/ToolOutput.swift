// SPDX-License-Identifier: Apache-2.0

/// What a tool answered, as the first releases of the API spelt it.
///
/// A tool returns the text or the value itself. Inside `Transcript`, `ToolOutput` means the entry of a transcript.
@available(*, deprecated, message: "Return a String, a generable value, or anything that is PromptRepresentable.")
public struct ToolOutput: Sendable, PromptRepresentable {
  private let prompt: Prompt

  /// An answer as text.
  public init(_ text: String) { prompt = Prompt(text) }

  /// An answer as a value.
  public init(_ content: GeneratedContent) { prompt = content.promptRepresentation }

  /// An answer as text.
  public static func string(_ text: String) -> ToolOutput { ToolOutput(text) }

  /// The answer as the model reads it.
  public var promptRepresentation: Prompt { prompt }
}
