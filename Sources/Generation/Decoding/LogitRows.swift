// SPDX-License-Identifier: Apache-2.0
import TransformerRuntime

/// Logits of the last tokens of a context, computed together.
final class LogitRows {
  private var memory = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
  private var length = 0
  /// Rows that are there, up to the context's last token; 0 for none.
  var count = 0

  deinit { memory.deallocate() }

  /// Computes the rows of the last `count` tokens of a context.
  func compute(_ count: Int, _ context: InferenceContext) {
    length = context.logits.count
    if memory.count < count * length {
      memory.deallocate()
      memory = .allocate(capacity: count * length)
      memory.initialize(repeating: 0)
    }
    context.computeLogits(count: count, into: memory)
    self.count = count
  }

  /// The logits of the token `back` tokens before the last; nil where they have not been computed.
  func row(back: Int) -> UnsafeMutableBufferPointer<Float>? {
    guard back < count else { return nil }
    let start = (count - 1 - back) * length
    return UnsafeMutableBufferPointer(rebasing: memory[start..<start + length])
  }
}
