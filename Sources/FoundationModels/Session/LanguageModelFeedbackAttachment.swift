// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// What a person thinks of an answer, as the first releases of the API spelt it: a value that is encoded as JSON.
@available(*, deprecated, message: "Use LanguageModelSession.logFeedbackAttachment(sentiment:issues:desiredOutput:).")
public struct LanguageModelFeedbackAttachment: Sendable, Encodable {
  /// Good or bad.
  public typealias Sentiment = LanguageModelFeedback.Sentiment
  /// What is wrong with an answer.
  public typealias Issue = LanguageModelFeedback.Issue

  private let report: JSONValue

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - input: The transcript up to the answer.
  ///   - output: The answer.
  ///   - sentiment: What the person thinks of it.
  ///   - issues: What is wrong with it.
  ///   - desiredOutputExamples: What could have been answered.
  public init(
    input: [Transcript.Entry], output: [Transcript.Entry], sentiment: Sentiment?, issues: [Issue] = [],
    desiredOutputExamples: [[Transcript.Entry]] = []
  ) {
    var report: JSONObject = ["type": "FoundationModels.LanguageModelFeedback", "version": 1]
    report["sentiment"] = sentiment.map { .string("\($0)") }
    report["issues"] = .array(issues.map(\.json))
    report["input"] = .array(input.map(TranscriptWriter.json))
    report["output"] = .array(output.map(TranscriptWriter.json))
    report["desiredOutputExamples"] = .array(
      desiredOutputExamples.map { .array($0.map(TranscriptWriter.json)) })
    self.report = .object(report)
  }

  /// Writes the report.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws { try CodableJSON(report).encode(to: encoder) }
}
