// SPDX-License-Identifier: Apache-2.0
import Generation
import Glibc
import OrderedJSON

/// Counts and times of an answer, as lines and as the fields that llama-server has.
struct TimingReport: Equatable {
  let statistics: GenerationStatistics
  var loadSeconds: Double?

  private var computedPromptTokens: Int { statistics.promptTokens - statistics.cachedPromptTokens }

  private static func rate(_ count: Int, _ seconds: Double) -> Double { seconds > 0 ? Double(count) / seconds : 0 }

  var promptRate: Double { Self.rate(computedPromptTokens, statistics.promptSeconds) }
  var generationRate: Double { Self.rate(statistics.generatedTokens, statistics.generationSeconds) }

  var rows: [(name: String, value: String)] {
    var rows: [(String, String)] = []
    if let loadSeconds { rows.append(("load time", Self.milliseconds(loadSeconds))) }
    let reused = statistics.cachedPromptTokens > 0 ? ", \(statistics.cachedPromptTokens) reused" : ""
    rows.append(
      ("prompt", "\(statistics.promptTokens) tokens\(reused), \(Self.decimal(promptRate, 1)) tokens/s"))
    rows.append(("time to first token", Self.milliseconds(statistics.firstTokenSeconds)))
    let forced = statistics.forcedTokens > 0 ? ", \(statistics.forcedTokens) forced" : ""
    rows.append(
      ("generation", "\(statistics.generatedTokens) tokens\(forced), \(Self.decimal(generationRate, 1)) tokens/s"))
    if statistics.lookupDraftedTokens > 0 {
      let share = 100 * Double(statistics.lookupAcceptedTokens) / Double(statistics.lookupDraftedTokens)
      rows.append(
        (
          "drafts",
          "\(statistics.lookupAcceptedTokens) of \(statistics.lookupDraftedTokens) tokens accepted "
            + "(\(Self.decimal(share, 1)) %), \(statistics.modelCalls) passes"
        ))
    }
    if let peak = Self.peakMemory { rows.append(("peak memory", ModelReport.bytes(peak))) }
    rows.append(("seed", "\(statistics.seed)"))
    return rows
  }

  /// `[ Prompt: 97.2 t/s | Generation: 14.1 t/s ]`.
  var line: String {
    "[ Prompt: \(Self.decimal(promptRate, 1)) t/s | Generation: \(Self.decimal(generationRate, 1)) t/s ]"
  }

  /// llama-server's `timings`.
  var json: JSONValue {
    func number(_ value: Double) -> JSONValue { .number(JSONNumber((value * 1000).rounded() / 1000)) }
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    var fields: JSONObject = [
      "cache_n": number(statistics.cachedPromptTokens),
      "prompt_n": number(computedPromptTokens), "prompt_ms": number(statistics.promptSeconds * 1000),
      "prompt_per_second": number(promptRate),
      "first_token_ms": number(statistics.firstTokenSeconds * 1000),
      "predicted_n": number(statistics.generatedTokens), "predicted_ms": number(statistics.generationSeconds * 1000),
      "predicted_per_second": number(generationRate), "forced_n": number(statistics.forcedTokens),
      "load_ms": loadSeconds.map { number($0 * 1000) } ?? .null,
    ]
    if statistics.lookupDraftedTokens > 0 {
      fields["draft_n"] = number(statistics.lookupDraftedTokens)
      fields["draft_n_accepted"] = number(statistics.lookupAcceptedTokens)
    }
    return .object(fields)
  }

  static func milliseconds(_ seconds: Double) -> String { "\(decimal(seconds * 1000, 1)) ms" }

  /// A number with a fixed count of decimals, without a locale.
  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }

  /// Most memory that the process has held, in bytes.
  static var peakMemory: Int? {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
    return Int(usage.ru_maxrss) * 1024
  }
}
