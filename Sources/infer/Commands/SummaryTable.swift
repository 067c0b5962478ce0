// SPDX-License-Identifier: Apache-2.0
import Generation

/// What requests cost, one line for each.
struct SummaryTable: Equatable {
  var loadSeconds: Double?
  /// Tokens of prompt and answer that the context holds.
  var contextLength = 0
  var requests: [GenerationStatistics] = []

  /// The greatest number of tokens that any request held in the context.
  var maximumTokenCount: Int { requests.map { $0.promptTokens + $0.generatedTokens }.max() ?? 0 }

  var lines: [String] {
    var lines: [String] = []
    if let loadSeconds { lines.append("load: \(TimingReport.milliseconds(loadSeconds))") }
    let drafts = requests.contains { $0.lookupDraftedTokens > 0 }
    let head =
      ["request", "prompt", "new", "reused", "first token", "tokens", "forced"]
      + (drafts ? ["drafted", "accepted"] : [])
      + ["tokens/s", "masks", "mask time"]
    let rows = requests.enumerated().map { index, statistics in
      let rate = TimingReport(statistics: statistics).generationRate
      return [
        "\(index + 1)", "\(statistics.promptTokens)", "\(statistics.promptTokens - statistics.cachedPromptTokens)",
        "\(statistics.cachedPromptTokens)", TimingReport.milliseconds(statistics.firstTokenSeconds),
        "\(statistics.generatedTokens)", "\(statistics.forcedTokens)",
      ] + (drafts ? ["\(statistics.lookupDraftedTokens)", "\(statistics.lookupAcceptedTokens)"] : []) + [
        TimingReport.decimal(rate, 1), "\(statistics.maskCount)", TimingReport.milliseconds(statistics.maskSeconds),
      ]
    }
    lines += TextTable([head] + rows, alignRight: Set(0..<head.count)).lines
    lines.append("maximum token count: \(maximumTokenCount) of \(contextLength)")
    return lines
  }
}
