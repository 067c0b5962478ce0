// SPDX-License-Identifier: Apache-2.0
import Generation
import Kernels
import OrderedJSON

/// The figures of `infer perplexity`, for one type of cache or for several beside each other.
struct PerplexityReport: Sendable {
  let types: [CacheType]
  let windowLength: Int
  private(set) var scores: [PerplexityScore]
  /// What each further type's tokens cost above the first's, token by token.
  private(set) var differences: [PerplexityScore]

  init(types: [CacheType], windowLength: Int) {
    self.types = types
    self.windowLength = windowLength
    scores = types.map { _ in PerplexityScore() }
    differences = types.map { _ in PerplexityScore() }
  }

  /// Adds a window: for each type the losses of the same tokens.
  mutating func add(_ losses: [[Double]]) {
    for (type, list) in losses.enumerated() {
      for (index, loss) in list.enumerated() {
        scores[type].add(loss)
        differences[type].add(loss - losses[0][index])
      }
    }
  }

  /// `[3]12.3456,`, with a figure for each type; a line is broken after eight.
  func progress(_ window: Int) -> String {
    let figures = scores.map { TimingReport.decimal($0.perplexity, 4) }.joined(separator: "/")
    return "[\(window)]\(figures)," + (window % 8 == 0 ? "\n" : "")
  }

  func text(afterProgress: Bool) -> String {
    var lines = afterProgress ? [""] : []
    for (index, score) in scores.enumerated() {
      let name = types.count > 1 ? "\(types[index].rawValue): " : ""
      lines.append(
        "Final estimate: \(name)PPL = \(TimingReport.decimal(score.perplexity, 4)) +/- "
          + TimingReport.decimal(score.standardError, 5))
    }
    for index in types.indices.dropFirst() {
      let difference = differences[index]
      lines.append(
        "\(types[index].rawValue) costs \(TimingReport.decimal(100 * (ratio(index) - 1), 4)) % "
          + "+/- \(TimingReport.decimal(100 * difference.standardErrorOfMean, 4)) % beside \(types[0].rawValue)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The perplexity with a type of cache by that with the first.
  private func ratio(_ index: Int) -> Double { scores[index].perplexity / scores[0].perplexity }

  func json(model: String) -> JSONValue {
    func number(_ value: Double) -> JSONValue { .number(JSONNumber((value * 1e6).rounded() / 1e6)) }
    let results = types.indices.map { index -> JSONValue in
      var object: JSONObject = [
        "cache_type": .string(types[index].rawValue), "perplexity": number(scores[index].perplexity),
        "standard_error": number(scores[index].standardError), "mean_nll": number(scores[index].mean),
        "tokens": .number(JSONNumber(scores[index].count)),
      ]
      if index > 0 {
        object["ratio"] = number(ratio(index))
        object["ratio_standard_error"] = number(differences[index].standardErrorOfMean)
      }
      return .object(object)
    }
    return ["model": .string(model), "n_ctx": .number(JSONNumber(windowLength)), "results": .array(results)]
  }
}
