// SPDX-License-Identifier: Apache-2.0
import Generation

/// The calls of tools with which the answer to a coming request begins, written before it is asked.
///
/// The model writes the same calls whether it is asked now or later, so a request that asks the same takes these. Where calls
/// are drawn at random, one draw is as good as another; it serves one request.
struct PreparedCalls: Sendable {
  /// What the model was asked.
  let request: GenerationRequest
  let calls: [Transcript.ToolCall]
  let statistics: GenerationStatistics
}
