// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import TestSupport
import Testing

@testable import TransformerRuntime

/// The folder of real models, where there is one.
private let realModels = ProcessInfo.processInfo.environment["INFER_TEST_MODELS"]

/// Real models against what llama.cpp computes, where `INFER_TEST_MODELS` names a folder that holds
/// `smollm2-135m.gguf` and the others by their names in `Fixtures/runtime/real-model-greedy.json`.
@Suite(.enabled(if: realModels != nil), .serialized) struct RealModelTests {
  /// One prompt and its continuation.
  struct Golden: Decodable {
    struct Run: Decodable {
      /// The eight greatest logits of the prompt's last token, as `id:logit id:logit …`.
      let top8: String
      let greedy: [Int32]
      /// Distance of each greedy token from the runner-up.
      let margin: [Double]

      var topTokens: Set<Int> { Set(top8.split(separator: " ").compactMap { Int($0.prefix { $0 != ":" }) }) }
    }

    let ids: [Int32]
    /// Keys and values in f32, and in f16.
    let f32: Run
    let f16: Run
  }

  static func file(_ name: String) -> GGUFFile? {
    realModels.flatMap { try? GGUFFile(path: "\($0)/\(name).gguf") }
  }

  @Test(arguments: ["smollm2-135m", "gemma3-270m", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b"])
  func greedyTokensFollowTheGolden(_ name: String) throws {
    guard let file = Self.file(name) else { return }
    let prompts = try fixtureJSON("runtime/real-model-greedy.json", as: [String: [Golden]].self)[name] ?? []
    let model = try TransformerModel(file: file, pool: ThreadPool(threadCount: 2))
    #expect(!prompts.isEmpty)
    for prompt in prompts {
      for (run, name) in [(prompt.f32, "f32"), (prompt.f16, "f16")] {
        let context = try InferenceContext(model: model, contextLength: 512)
        try context.append(prompt.ids)
        let order = context.logits.indices.sorted { context.logits[$0] > context.logits[$1] }
        // The f32 run is the nearer one to exact arithmetic; the eighth place of the other may differ by rounding.
        if name == "f32" { #expect(Set(order.prefix(8)) == run.topTokens) }
        // Below this margin the rounding of activations to 8 bits may decide.
        let sure = run.margin.firstIndex { $0 < 0.5 } ?? run.margin.count
        for token in run.greedy.prefix(sure) {
          let best = context.logits.indices.max { context.logits[$0] < context.logits[$1] }
          #expect(best == Int(token), "\(name)")
          try context.append(token)
        }
      }
    }
  }

  /// A prompt longer than several chunks gives the same bits however it is divided.
  @Test(arguments: ["smollm2-135m", "gemma3-270m"]) func longPromptsDoNotDependOnChunks(_ name: String) throws {
    guard let file = Self.file(name) else { return }
    let model = try TransformerModel(file: file, pool: ThreadPool(threadCount: 2))
    let single = try TransformerModel(file: file, pool: ThreadPool(threadCount: 1))
    let tokens = (0..<700).map { Int32($0 * 7919 % 30_000) }
    func logits(_ model: TransformerModel, _ sizes: [Int]) throws -> [Float] {
      let context = try InferenceContext(model: model, contextLength: 1024)
      var (start, turn) = (0, 0)
      while start < tokens.count {
        let end = min(tokens.count, start + sizes[turn % sizes.count])
        try context.append(Array(tokens[start..<end]))
        (start, turn) = (end, turn + 1)
      }
      return Array(context.logits)
    }
    let expected = try logits(model, [700])
    for sizes in [[1], [100], [256, 1, 3, 129], [511, 2]] {
      #expect(try logits(model, sizes) == expected, "\(sizes)")
    }
    #expect(try logits(single, [700]) == expected, "one thread")
    let unpacked = try TransformerModel(
      file: file, pool: ThreadPool(threadCount: 2), options: LoadOptions(repack: false))
    #expect(try logits(unpacked, [700]) == expected, "weights left in the file")
  }
}
