// SPDX-License-Identifier: Apache-2.0
import Generation
import OrderedJSON

/// `infer bench --schema`: the speed of an answer that a JSON Schema governs beside the speed of free text, greedy, for the
/// same prompt and the same number of tokens.
///
/// The prompt is in the cache, so that its time counts in neither. Tokens that the grammar forces count as output.
struct SchemaBench {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// One answer on a warm cache.
  private struct Run {
    let result: GenerationResult
    let seconds: Double
    var rate: Double { Double(result.statistics.generatedTokens) / max(seconds, 1e-9) }
  }

  func run() async throws {
    let arguments = environment.arguments
    guard let schema = try AnswerSettings.schema(arguments) else { return }
    guard let prompt = try PromptSource(arguments, input: nil).prompt else {
      throw UsageError(problems: ["--schema needs a prompt: give it with -f FILE"], command: .bench)
    }
    let progress = environment.makeProgress()
    let model = try await ModelPath.load(environment, progress: progress)
    let context = model.makeContext()
    var governed = GenerationRequest(
      messages: [ChatMessage(role: .user, content: prompt)], format: .schema(schema), sampling: .greedy)
    governed.documents = try SchemaDocuments.read(arguments)
    // The first answer, on an empty cache, is what a caller waits for; its prompt is then in the cache.
    let cold = try await answer(governed, context)
    let count = cold.result.statistics.generatedTokens
    governed.maximumTokens = max(count, governed.maximumTokens ?? count)
    var free = governed
    free.format = .text
    free.maximumTokens = count
    free.ignoresEnd = true
    if !arguments.has(.noWarmup) { _ = try await answer(free, context) }
    var pairs: [(governed: Run, free: Run)] = []
    let repetitions = arguments.integer(.repetitions) ?? 5
    defer { progress.clear() }
    for repetition in 1...repetitions {
      progress.show("answers: \(repetition) of \(repetitions)")
      pairs.append((try await answer(governed, context), try await answer(free, context)))
    }
    progress.clear()
    try environment.output.write(report(cold, pairs, model))
  }

  private func answer(_ request: GenerationRequest, _ context: GenerationContext) async throws -> Run {
    let start = ContinuousClock.now
    do {
      let result = try await context.generate(request) { _ in }
      return Run(result: result, seconds: (ContinuousClock.now - start) / .seconds(1))
    } catch let error as GenerationError {
      if case .schema = error.kind { throw CommandError(.schema, "\(error)") }
      throw CommandError(.failure, "\(error)")
    }
  }

  private func report(_ cold: Run, _ pairs: [(governed: Run, free: Run)], _ model: LanguageModel) -> String {
    let governed = BenchResult.median(pairs.map(\.governed.rate)), free = BenchResult.median(pairs.map(\.free.rate))
    let ratio = BenchResult.median(pairs.map { $0.governed.rate / $0.free.rate })
    let statistics = cold.result.statistics
    let seconds = statistics.promptSeconds + statistics.generationSeconds
    if environment.arguments.text(.output).map({ $0.hasPrefix("json") }) ?? false {
      func number(_ value: Double) -> JSONValue { .number(JSONNumber((value * 1e6).rounded() / 1e6)) }
      func count(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
      let object: JSONObject = [
        "engine": "infer", "engine_version": .string(HelpText.version), "model": .string(model.name),
        "n_threads": count(model.transformer.pool.threadCount), "n_prompt": count(statistics.promptTokens),
        "n_gen": count(statistics.generatedTokens), "n_forced": count(statistics.forcedTokens),
        "n_drafted": count(statistics.draftedTokens), "n_passes": count(statistics.modelCalls),
        "constrained_ts": number(governed), "free_ts": number(free), "ratio": number(ratio),
        "prompt_seconds": number(statistics.promptSeconds), "seconds": number(seconds),
        "text": .string(cold.result.text),
      ]
      return JSONValue.object(object).text(.pretty) + "\n"
    }
    func text(_ value: Double, _ places: Int) -> String { TimingReport.decimal(value, places) }
    let share = Double(statistics.forcedTokens) / Double(max(statistics.generatedTokens, 1))
    return """
      | model | tokens | forced | passes | constrained t/s | free t/s | ratio | whole answer, s |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      | \(model.name) | \(statistics.generatedTokens) | \(text(share * 100, 1)) % | \(statistics.modelCalls) \
      | \(text(governed, 1)) | \(text(free, 1)) | \(text(ratio, 2)) | \(text(seconds, 2)) |

      """
  }
}
