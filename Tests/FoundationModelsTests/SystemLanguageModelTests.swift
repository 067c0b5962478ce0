// SPDX-License-Identifier: Apache-2.0
import Foundation
import Generation
import TestSupport
import Testing

@testable import FoundationModels

struct SystemLanguageModelTests {
  typealias Availability = SystemLanguageModel.Availability

  private func condition(
    _ environment: [String: String], path: String? = nil
  ) -> ModelCondition {
    ModelCondition(environment: environment, options: ModelLoadOptions()) { () throws(ModelLocator.Failure) in
      guard let path else { throw .noDefault(searched: []) }
      return path
    }
  }

  @Test(arguments: [
    (["INFER_SIMULATE_AVAILABILITY": "available"], Availability.available),
    (["INFER_SIMULATE_AVAILABILITY": "available", "INFER_DISABLED": "1"], .available),
    (["INFER_SIMULATE_AVAILABILITY": "deviceNotEligible"], .unavailable(.deviceNotEligible)),
    (["INFER_SIMULATE_AVAILABILITY": "modelNotReady"], .unavailable(.modelNotReady)),
    (["INFER_SIMULATE_AVAILABILITY": "appleIntelligenceNotEnabled"], .unavailable(.appleIntelligenceNotEnabled)),
    (["INFER_SIMULATE_AVAILABILITY": "typo"], .unavailable(.modelNotReady)),
    (["INFER_DISABLED": "1"], .unavailable(.appleIntelligenceNotEnabled)),
    (["INFER_DISABLED": "0", "INFER_SIMULATE_AVAILABILITY": ""], .unavailable(.modelNotReady)),
  ])
  func theEnvironmentDecides(environment: [String: String], expected: Availability) {
    let condition = condition(environment)
    #expect(condition.availability == expected)
    #expect((condition.explanation == nil) == (expected == .available))
  }

  @Test func theFileDecides() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("model.gguf").path
      #expect(condition([:], path: path).availability == .unavailable(.modelNotReady))
      try Data("no model, but some text".utf8).write(to: URL(fileURLWithPath: path))
      #expect(condition([:], path: path).availability == .unavailable(.deviceNotEligible))
      // A file that has changed is looked at again.
      try FileManager.default.removeItem(atPath: path)
      #expect(condition([:], path: path).availability == .unavailable(.modelNotReady))
    }
  }

  @Test func requestsSayWhyThereIsNoModel() async throws {
    let model = SystemLanguageModel(source: .file("nowhere/model.gguf", environment: { [:] }))
    #expect(model.availability == .unavailable(.modelNotReady) && !model.isAvailable)
    #expect(model.contextSize == 4096)
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelSession.GenerationError.self) { try await session.respond(to: "a") }
    guard case .assetsUnavailable(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("nowhere/model.gguf"))
    #expect(!session.isResponding && session.transcript.isEmpty)
  }

  @Test func languages() {
    let model = SystemLanguageModel(backend: ScriptedBackend())
    #expect(model.supportsLocale(Locale(identifier: "en_GB")) && !model.supportsLocale(Locale(identifier: "de_DE")))
    var condition = ModelCondition(.available)
    condition.languages = ["de", "pt"]
    let german = SystemLanguageModel(
      source: ModelSource(condition: { [condition] in condition }, load: { ScriptedBackend() }))
    #expect(german.supportsLocale(Locale(identifier: "pt_BR")) && !german.supportsLocale(Locale(identifier: "en_US")))
    #expect(german.supportedLanguages.count == 2)
  }
}
