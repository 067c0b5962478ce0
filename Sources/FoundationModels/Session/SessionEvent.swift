// SPDX-License-Identifier: Apache-2.0
import Generation

/// What happens while a session answers, for programs that show it.
package enum SessionEvent: Sendable {
  /// Tokens of the prompt that are computed, of all.
  case promptProgress(done: Int, total: Int)
  /// A tool starts to run.
  case toolCallStarted(Transcript.ToolCall)
  /// A tool has answered.
  case toolCallFinished(Transcript.ToolCall, output: Transcript.ToolOutput)
  /// A tool has thrown an error; the request ends.
  case toolCallFailed(Transcript.ToolCall, message: String)
  /// The model has written one answer (the last one, or one that calls tools).
  case roundFinished(statistics: GenerationStatistics)
}
