// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import Kernels
import TransformerRuntime

/// `infer bench`: times prompt processing (`pp512`) and generation (`tg128`) as llama-bench does, without tokenizing and
/// without sampling.
struct BenchCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let arguments = environment.arguments
    let promptLengths = try lengths(.promptTokens, "-p", default: [512])
    let generationLengths = try lengths(.generatedTokens, "-n", default: [128])
    let repetitions = arguments.integer(.repetitions) ?? 5
    let depths = try lengths(.depth, "-d", default: [0], keepsZero: true)
    let tests = depths.flatMap { depth in
      promptLengths.map { BenchTest(promptTokens: $0, generatedTokens: 0, depth: depth) }
        + generationLengths.map { BenchTest(promptTokens: 0, generatedTokens: $0, depth: depth) }
    }
    guard let longest = tests.map({ $0.depth + $0.tokenCount }).max() else {
      throw UsageError(problems: ["nothing to time: both -p and -n are 0"], command: .bench)
    }

    let progress = environment.makeProgress()
    defer { progress.clear() }
    let path = try ModelPath.find(environment)
    let file = try ModelPath.open(path, maps: !arguments.has(.noMap)) {
      progress.show("reading the file", fraction: $0)
    }
    let model: TransformerModel
    let context: InferenceContext
    let contextLength = max(longest, arguments.integer(.contextSize) ?? 0)
    if case .failure(let error) = InstructionSet.selection { throw CommandError(.usage, "\(error)") }
    do {
      let limit = try TransformerModel.hyperparameters(of: file).contextLength
      guard contextLength <= limit else {
        throw CommandError(.usage, "\(contextLength) tokens do not fit: this model takes at most \(limit)")
      }
      let threads = arguments.integer(.threads) ?? ProcessInfo.processInfo.activeProcessorCount
      let (pool, options) = (ThreadPool(threadCount: threads), LoadOptions(repack: !arguments.has(.noRepack)))
      if arguments.has(.checkTensors) {
        try TensorCheck.run(file, pool: pool) { progress.show("checking the weights", fraction: $0) }
      }
      let show: @Sendable (Double) -> Void = { progress.show("loading the model", fraction: $0) }
      model =
        if let path = arguments.text(.lora) {
          try TransformerModel(
            file: file, pool: pool, options: options, adapter: try AdapterFile(path: path), progress: show)
        } else {
          try TransformerModel(file: file, pool: pool, options: options, progress: show)
        }
      context = try InferenceContext(
        model: model, contextLength: contextLength, cacheType: try ModelPath.cacheType(arguments))
    } catch let error as CommandError {
      throw error
    } catch let error as ModelLoadError {
      throw CommandError(.model, "\(error)")
    } catch {
      throw CommandError(.model, "\(path): \(error)")
    }
    let form = BenchReport.Form(rawValue: arguments.text(.output) ?? "md") ?? .markdown
    var report = BenchReport(form: form, file: file, path: path, model: model)
    try environment.output.write(report.head)
    for test in tests {
      var samples: [Double] = []
      context.truncate(to: 0)
      if test.depth > 0 {
        progress.show("\(test.name): reading \(test.depth) tokens")
        do {
          try context.append(tokens(test.depth, context), wantsLogits: false)
        } catch {
          throw CommandError(.failure, "\(error)")
        }
      }
      if !arguments.has(.noWarmup) {
        progress.show("\(test.name): warming up")
        var shorter = test
        shorter.generatedTokens = min(test.generatedTokens, 1)
        _ = try seconds(shorter, context)
      }
      for repetition in 1...repetitions {
        progress.show("\(test.name): \(repetition) of \(repetitions)")
        samples.append(try seconds(test, context))
      }
      progress.clear()
      try environment.output.write(report.row(BenchResult(test: test, seconds: samples)))
    }
    try environment.output.write(report.tail)
  }

  /// Which tokens are read does not matter, but they should differ, and be the same in each run.
  private func tokens(_ count: Int, _ context: InferenceContext) -> [Int32] {
    let vocabularySize = UInt64(context.model.hyperparameters.vocabularySize)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int32((state >> 33) % vocabularySize)
    }
  }

  /// The time of one run, on a cache that holds the tokens before it.
  private func seconds(_ test: BenchTest, _ context: InferenceContext) throws(CommandError) -> Double {
    let prompt = tokens(test.promptTokens, context)
    let generated = tokens(test.generatedTokens, context)
    context.truncate(to: test.depth)
    let start = ContinuousClock.now
    do {
      if !prompt.isEmpty { try context.append(prompt, wantsLogits: true) }
      for token in generated { try context.append(token, wantsLogits: true) }
    } catch {
      throw CommandError(.failure, "\(error)")
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// The lengths of an option such as `-p 128,512`; 0 stands for none unless it is kept.
  private func lengths(
    _ id: Option.ID, _ name: String, default standard: [Int], keepsZero: Bool = false
  ) throws(UsageError) -> [Int] {
    guard let text = environment.arguments.text(id) else { return standard }
    var result: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Int(word), (0...1_048_576).contains(value) else {
        throw UsageError(
          problems: ["\(name) must be whole numbers with commas between, not '\(text)'"], command: .bench)
      }
      if value > 0 || keepsZero { result.append(value) }
    }
    return result
  }
}
