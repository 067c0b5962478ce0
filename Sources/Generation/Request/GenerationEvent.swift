// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// What a caller hears while a request runs, in order.
package enum GenerationEvent: Sendable {
  /// Tokens of the prompt in the cache (`done`) of all (`total`), the reused prefix included.
  case promptProgress(done: Int, total: Int)
  /// The next piece of a text answer: whole Unicode scalars, never part of a stop string.
  case text(delta: String)
  /// The value so far, from the constraint machine's own frames.
  case partial(JSONValue, isComplete: Bool)
  /// A call that is complete.
  case toolCall(ToolCallRecord)
}

/// Why a request ended.
package enum FinishReason: String, Sendable, Hashable {
  /// The model ended its text.
  case endOfText
  /// A stop string came.
  case stopString
  /// The token limit cut a text answer.
  case length
  /// The model called tools; the caller answers them and asks again.
  case toolCalls
  /// The value of a schema is complete.
  case completeValue
}

/// The outcome of a request.
package struct GenerationResult: Sendable {
  /// The answer as text: free text, or the JSON of the value.
  package var text: String
  /// The value, where a schema was asked for and no tool was called.
  package var value: JSONValue?
  package var toolCalls: [ToolCallRecord]
  package var finish: FinishReason
  package var statistics: GenerationStatistics
  /// The tokens of the answer, without the one that ended it.
  package var tokens: [Int32] = []

  package init(
    text: String, value: JSONValue? = nil, toolCalls: [ToolCallRecord] = [], finish: FinishReason,
    statistics: GenerationStatistics = GenerationStatistics()
  ) {
    self.text = text
    self.value = value
    self.toolCalls = toolCalls
    self.finish = finish
    self.statistics = statistics
  }
}
