// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import TestSupport
import Testing

struct AdapterTests {
  typealias Adapter = SystemLanguageModel.Adapter
  private static let adapter = fixture("generation/chat-adapter.gguf")

  @Test func anAdapterChangesTheAnswer() async throws {
    let adapter = try Adapter(fileURL: Self.adapter)
    let metadata = adapter.creatorDefinedMetadata
    #expect(metadata["general.name"] as? String == "tiny chat adapter")
    #expect(metadata["test.steps"] as? Int == 3 && metadata["test.rate"] as? Double == 0.5)
    #expect(metadata["test.tags"] as? [String] == ["a", "b"] && metadata["adapter.type"] == nil)
    let options = GenerationOptions(sampling: .greedy, maximumResponseTokens: 12)
    var texts: Set<String> = []
    for model in [
      SystemLanguageModel(contentsOf: TinyChatModel.url),
      SystemLanguageModel(contentsOf: TinyChatModel.url, adapter: adapter),
    ] {
      #expect(model.isAvailable)
      texts.insert(try await LanguageModelSession(model: model).respond(to: "Go", options: options).content)
    }
    #expect(texts.count == 2)
  }

  @Test func filesThatAreNoAdapters() throws {
    for url in [TinyChatModel.url, fixture("README.md"), URL(fileURLWithPath: "/nowhere/adapter.gguf")] {
      let error = #expect(throws: Adapter.AssetError.self) { try Adapter(fileURL: url) }
      guard case .invalidAsset(let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains(url.lastPathComponent))
      #expect(error?.errorDescription?.isEmpty == false && error?.recoverySuggestion?.isEmpty == false)
    }
  }

  @Test func anAdapterOfAnotherModel() async throws {
    // The same kind of model with other extents, and another kind.
    for (name, word) in [("generation/spm", "lora_"), ("tiny/qwen2", "general.architecture")] {
      let model = SystemLanguageModel(
        contentsOf: fixture("\(name).gguf"), adapter: try Adapter(fileURL: Self.adapter))
      #expect(model.availability == .unavailable(.deviceNotEligible))
      let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
        try await LanguageModelSession(model: model).respond(to: "Go")
      }
      guard case .assetsUnavailable(let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("chat-adapter.gguf") && context.debugDescription.contains(word))
    }
  }

  @Test(arguments: ["", "a/b", "../x", ".hidden"]) func namesThatAreNone(name: String) {
    let error = #expect(throws: Adapter.AssetError.self) { try Adapter(name: name) }
    guard case .invalidAdapterName = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func unknownNames() throws {
    let error = #expect(throws: Adapter.AssetError.self) { try Adapter(name: "no-such-adapter-anywhere") }
    guard case .compatibleAdapterNotFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try Adapter.removeObsoleteAdapters()
  }

  @Test func namesAreLookedUp() throws {
    try withTemporaryFolder { folder in
      let adapters = folder.appendingPathComponent("infer/adapters")
      try FileManager.default.createDirectory(at: adapters, withIntermediateDirectories: true)
      for name in ["poet.gguf", "poet-2.gguf", "poetry.gguf"] {
        try FileManager.default.copyItem(at: Self.adapter, to: adapters.appendingPathComponent(name))
      }
      try Data("no adapter".utf8).write(to: adapters.appendingPathComponent("poet-3.gguf"))
      let locator = AdapterLocator(environment: ["XDG_DATA_HOME": folder.path])
      #expect(locator.identifiers(name: "poet", architecture: "llama") == ["poet", "poet-2"])
      #expect(locator.identifiers(name: "poet", architecture: "qwen2").isEmpty)
      #expect(locator.identifiers(name: "poet", architecture: nil) == ["poet", "poet-2"])
      #expect(locator.path(of: "poet") == adapters.appendingPathComponent("poet.gguf").path)
    }
  }
}
