// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

/// Reads a text as if the model had written it.
enum Transcription {
  /// The text that the grammar let through before it refused the next token.
  struct Refusal: Error { var after: String }

  /// - Throws: `Refusal` where a token is not allowed, or the text may not end.
  static func read(
    _ text: String, _ request: GenerationRequest, _ model: LanguageModel, onEvent: (GenerationEvent) -> Void = { _ in }
  ) throws -> GenerationResult {
    var output = try OutputCollector(request, model: model)
    let tokenizer = try model.speech(withCalls: true).tokenizer
    var taken: [Int32] = []
    for token in tokenizer.encode(text, parsingSpecialTokens: true) {
      guard output.allows(token, remaining: 4096) else { throw Refusal(after: tokenizer.decode(taken)) }
      output.append(token, onEvent: onEvent)
      taken.append(token)
    }
    guard let reason = output.finished(remaining: 0), reason != .length else { throw Refusal(after: text) }
    output.finish(reason, onEvent: onEvent)
    return output.result(GenerationStatistics())
  }
}
