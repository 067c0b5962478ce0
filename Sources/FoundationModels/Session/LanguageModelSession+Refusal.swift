// SPDX-License-Identifier: Apache-2.0

extension LanguageModelSession.GenerationError {
  /// A model's refusal to answer.
  public struct Refusal: Sendable {
    let transcriptEntries: [Transcript.Entry]

    /// Makes a refusal from the entries in which it shows.
    public init(transcriptEntries: [Transcript.Entry]) { self.transcriptEntries = transcriptEntries }

    /// Why the model refused: the text it answered instead.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { try await explanationStream.collect() }
    }

    /// Why the model refused, as a stream.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      let responses = transcriptEntries.compactMap { entry in
        if case .response(let response) = entry { response.segments.text } else { nil }
      }
      let content = GeneratedContent(storage: .string(responses.joined(separator: "\n")))
      return .init(ResponseChannel(finished: content, entries: transcriptEntries[...]))
    }
  }
}
