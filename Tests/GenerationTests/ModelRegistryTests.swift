// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Generation

@Suite struct ModelRegistryTests {
  private static func options(adapter: Bool) -> ModelLoadOptions {
    var options = ModelLoadOptions()
    options.threads = 1
    if adapter { options.adapter = fixture("generation/chat-adapter.gguf").path }
    return options
  }

  /// In either order: the model with an adapter and the model without are one set of weights, and answer differently.
  @Test(arguments: [true, false]) func adaptersShareTheWeights(adapterFirst: Bool) async throws {
    let registry = ModelRegistry()
    func load(_ adapter: Bool) async throws -> LanguageModel {
      try await registry.model(path: TinyChat.path, options: Self.options(adapter: adapter))
    }
    let first = try await load(adapterFirst)
    let second = try await load(!adapterFirst)
    let (plain, adapted) = adapterFirst ? (second, first) : (first, second)
    #expect(adapted.transformer.base === plain.transformer && plain.transformer.base == nil)
    #expect(adapted.executor === plain.executor && adapted.transformer.pool === plain.transformer.pool)
    #expect(try await load(true) === adapted)
    // Both answer at the same time, in turns on one thread, as each does alone.
    let request = TinyChat.request("Go", maximumTokens: 12)
    async let one = plain.makeContext().generate(request) { _ in }
    async let other = adapted.makeContext().generate(request) { _ in }
    let texts = try await [one.tokens, other.tokens]
    #expect(texts[0] != texts[1])
    #expect(try await plain.makeContext().generate(request) { _ in }.tokens == texts[0])
    #expect(try await adapted.makeContext().generate(request) { _ in }.tokens == texts[1])
  }

  @Test func aFileThatIsNoAdapter() async throws {
    let registry = ModelRegistry()
    var options = Self.options(adapter: true)
    options.adapter = fixture("tiny/llama.gguf").path
    let error = await #expect(throws: ModelLoadError.self) {
      _ = try await registry.model(path: TinyChat.path, options: options)
    }
    #expect(error?.path == options.adapter)
  }
}
