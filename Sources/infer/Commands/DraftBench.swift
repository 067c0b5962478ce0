// SPDX-License-Identifier: Apache-2.0
import Generation
import OrderedJSON

/// `infer bench --draft-lookup`: the speed of a greedy answer with drafts from the text beside its speed without.
///
/// The prompt is in the cache, so that its time counts in neither. Both answers are compared: a difference is an error.
struct DraftBench {
  let environment: Environment
  private static let tokens = 128

  init(_ environment: Environment) { self.environment = environment }

  /// One pair of answers.
  private struct Pair {
    let drafted: GenerationStatistics
    let plain: GenerationStatistics

    static func rate(_ statistics: GenerationStatistics) -> Double {
      Double(statistics.generatedTokens) / max(statistics.generationSeconds, 1e-9)
    }
  }

  func run() async throws {
    let arguments = environment.arguments
    guard let prompt = try PromptSource(arguments, input: nil).prompt else {
      throw UsageError(problems: ["--draft-lookup needs a prompt: give it with -f FILE"], command: .bench)
    }
    let count: Int
    if let text = arguments.text(.generatedTokens) {
      guard let number = Int(text), (1...1_048_576).contains(number) else {
        throw UsageError(problems: ["with --draft-lookup -n must be one whole number, not '\(text)'"], command: .bench)
      }
      count = number
    } else {
      count = Self.tokens
    }
    let progress = environment.makeProgress()
    let model = try await ModelPath.load(environment, progress: progress)
    let context = model.makeContext()
    var request = GenerationRequest(
      messages: [ChatMessage(role: .user, content: prompt)], sampling: .greedy, maximumTokens: count)
    let expected = try await answer(request, context)
    var pairs: [Pair] = []
    let repetitions = arguments.integer(.repetitions) ?? 5
    defer { progress.clear() }
    for repetition in 1...repetitions {
      progress.show("answers: \(repetition) of \(repetitions)")
      request.draftLookup = arguments.integer(.draftLookup) ?? 0
      let drafted = try await answer(request, context)
      request.draftLookup = 0
      let plain = try await answer(request, context)
      guard drafted.tokens == expected.tokens, plain.tokens == expected.tokens else {
        throw CommandError(.failure, "the answers with and without drafts differ; please report this")
      }
      pairs.append(Pair(drafted: drafted.statistics, plain: plain.statistics))
    }
    progress.clear()
    try environment.output.write(report(pairs, model))
  }

  private func answer(_ request: GenerationRequest, _ context: GenerationContext) async throws -> GenerationResult {
    do {
      return try await context.generate(request) { _ in }
    } catch {
      throw Answerer.commandError(error)
    }
  }

  private func report(_ pairs: [Pair], _ model: LanguageModel) -> String {
    let statistics = pairs[0].drafted
    let rate = BenchResult.median(pairs.map { Pair.rate($0.drafted) })
    let plain = BenchResult.median(pairs.map { Pair.rate($0.plain) })
    let ratio = BenchResult.median(pairs.map { Pair.rate($0.drafted) / Pair.rate($0.plain) })
    if environment.arguments.text(.output).map({ $0.hasPrefix("json") }) ?? false {
      func number(_ value: Double) -> JSONValue { .number(JSONNumber((value * 1e6).rounded() / 1e6)) }
      func count(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
      let object: JSONObject = [
        "engine": "infer", "engine_version": .string(HelpText.version), "model": .string(model.name),
        "n_threads": count(model.transformer.pool.threadCount), "n_prompt": count(statistics.promptTokens),
        "n_gen": count(statistics.generatedTokens), "n_drafted": count(statistics.lookupDraftedTokens),
        "n_accepted": count(statistics.lookupAcceptedTokens), "n_passes": count(statistics.modelCalls),
        "draft_ts": number(rate), "plain_ts": number(plain), "ratio": number(ratio),
      ]
      return JSONValue.object(object).text(.pretty) + "\n"
    }
    func text(_ value: Double, _ places: Int) -> String { TimingReport.decimal(value, places) }
    return """
      | model | prompt | tokens | drafted | accepted | passes | t/s | t/s without drafts | ratio |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | \(model.name) | \(statistics.promptTokens) | \(statistics.generatedTokens) | \(statistics.lookupDraftedTokens) \
      | \(statistics.lookupAcceptedTokens) | \(statistics.modelCalls) | \(text(rate, 1)) | \(text(plain, 1)) \
      | \(text(ratio, 2)) |

      """
  }
}
