// SPDX-License-Identifier: Apache-2.0
import Generation

/// Work that makes a session ready for what will be asked.
struct Prewarming: Sendable {
  /// What it makes ready for; nil where only the beginning of the prompt is known.
  let request: GenerationRequest?
  let task: Task<PreparedCalls?, Never>
  /// Whether it was told to stop where it is.
  var isStopped = false
}
