// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON

extension LanguageModelSession {
  /// Makes a report on the session that can be attached to a bug report. Nothing is sent anywhere.
  ///
  /// - Parameters:
  ///   - sentiment: What the person thinks of the answer.
  ///   - issues: What is wrong with it.
  ///   - desiredOutput: What should have been answered.
  /// - Returns: The report as JSON.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    var report: JSONObject = ["type": "FoundationModels.LanguageModelFeedback", "version": 1]
    report["sentiment"] = sentiment.map { .string("\($0)") }
    report["issues"] = .array(issues.map(\.json))
    report["transcript"] = .array(transcript.map(TranscriptWriter.json))
    report["desiredOutput"] = desiredOutput.map(TranscriptWriter.json)
    return Data(JSONValue.object(report).text(.pretty).utf8)
  }

  /// Makes a report on the session, with the text that should have been answered.
  ///
  /// - Parameters:
  ///   - sentiment: What the person thinks of the answer.
  ///   - issues: What is wrong with it.
  ///   - desiredResponseText: What should have been answered.
  /// - Returns: The report as JSON.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseText.map { Self.desired(.text(.init(content: $0))) })
  }

  /// Makes a report on the session, with the value that should have been answered.
  ///
  /// - Parameters:
  ///   - sentiment: What the person thinks of the answer.
  ///   - issues: What is wrong with it.
  ///   - desiredResponseContent: What should have been answered.
  /// - Returns: The report as JSON.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseContent.map {
        Self.desired(.structure(.init(source: String(describing: Swift.type(of: $0)), content: $0.generatedContent)))
      })
  }

  private static func desired(_ segment: Transcript.Segment) -> Transcript.Entry {
    .response(Transcript.Response(assetIDs: [], segments: [segment]))
  }
}

extension LanguageModelFeedback.Issue {
  var json: JSONValue {
    var object: JSONObject = ["category": .string("\(category)")]
    object["explanation"] = explanation.map { .string($0) }
    return .object(object)
  }
}
