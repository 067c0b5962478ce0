// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// A whole request: the conversation so far, the tools, and the form and limits of the answer.
package struct GenerationRequest: Sendable {
  package var messages: [ChatMessage]
  /// A prompt that the model gets as it stands, in place of `messages` and without the chat template; names of special
  /// tokens in it are those tokens.
  package var rawPrompt: String?
  package var tools: [ToolSpecification]
  package var toolChoice: ToolChoice
  package var format: OutputFormat
  /// Documents that references of the schema may name, by absolute URI without fragment.
  package var documents: [String: JSONValue] = [:]
  package var sampling: SamplingOptions
  /// Bound on the tokens of the answer; nil means the rest of the context. With a schema or a tool call the value still
  /// closes within it.
  package var maximumTokens: Int?
  /// Text answers end before the first of these.
  package var stop: [String]
  /// How patterns in schemas are read.
  package var patternDialect = PatternDialect.ecmaScript
  /// Whether a text answer goes on where the model would end it, for measurements.
  package var ignoresEnd = false
  /// Most tokens that are drafted from repetitions in prompt and answer and computed in one pass with the token before;
  /// 0 drafts none, and no more than `longestDraftLookup` are drafted. Changes the time of an answer, never the answer.
  package var draftLookup = 0
  package static let longestDraftLookup = 31
  /// Hears what is done and when.
  package var trace: TraceRecorder?

  package init(
    messages: [ChatMessage], tools: [ToolSpecification] = [], toolChoice: ToolChoice = .automatic,
    format: OutputFormat = .text, sampling: SamplingOptions = SamplingOptions(), maximumTokens: Int? = nil,
    stop: [String] = []
  ) {
    self.messages = messages
    self.tools = tools
    self.toolChoice = toolChoice
    self.format = format
    self.sampling = sampling
    self.maximumTokens = maximumTokens
    self.stop = stop
  }

  /// Whether the model is asked the same, so that an answer to `other` is one to this request. Neither a trace nor drafts
  /// change an answer.
  package func asksTheSame(as other: GenerationRequest) -> Bool {
    messages == other.messages && rawPrompt == other.rawPrompt && tools == other.tools && toolChoice == other.toolChoice
      && format == other.format && documents == other.documents && sampling == other.sampling
      && maximumTokens == other.maximumTokens && stop == other.stop && patternDialect == other.patternDialect
      && ignoresEnd == other.ignoresEnd
  }
}
