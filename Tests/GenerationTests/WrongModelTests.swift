// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport
import Testing

@testable import Generation

/// Models that load and cannot do what is asked of them: an error of its kind, and nothing stops the process.
@Suite struct WrongModelTests {
  private func kind(of fixtureName: String, _ request: GenerationRequest) async throws -> GenerationError.Kind? {
    let model = try await LanguageModel.load(path: fixture("generation/\(fixtureName).gguf").path)
    do {
      _ = try await model.makeContext().generate(request) { _ in }
      return nil
    } catch {
      return (error as? GenerationError)?.kind
    }
  }

  private func request(_ text: String, format: OutputFormat = .text) -> GenerationRequest {
    GenerationRequest(
      messages: [ChatMessage(role: .user, content: text)], format: format, sampling: .greedy, maximumTokens: 8)
  }

  @Test func aPromptWithoutTokensIsAnError() async throws {
    #expect(try await kind(of: "without-letters", request("hi")) == .template)
  }

  @Test func aVocabularyThatCannotWriteTheValueIsAnErrorOfTheSchema() async throws {
    let object: JSONValue = ["type": "object", "properties": ["zq": ["type": "integer"]], "required": ["zq"]]
    #expect(try await kind(of: "spm", request("a", format: .schema(object))) == .schema)
  }

  @Test func aValueLongerThanTheContextIsAnErrorOfTheSchema() async throws {
    let endless: JSONValue = ["type": "array", "items": ["type": "integer"], "minItems": 1_000_000_000]
    #expect(try await kind(of: "spm", request("a", format: .schema(endless))) == .schema)
  }

  @Test(arguments: [-1, 1_000_000]) func aContextThatTheModelDoesNotTakeIsAnError(length: Int) async throws {
    var options = ModelLoadOptions()
    options.contextLength = length
    await #expect {
      _ = try await LanguageModel.load(path: fixture("generation/spm.gguf").path, options: options)
    } throws: { ($0 as? ModelLoadError)?.kind == .contextLength }
  }

  @Test func noTokensWantedIsAnEmptyAnswer() async throws {
    let model = try await LanguageModel.load(path: fixture("generation/spm.gguf").path)
    var none = request("a")
    none.maximumTokens = 0
    let result = try await model.makeContext().generate(none) { _ in }
    #expect(result.text.isEmpty && result.finish == .length && result.statistics.generatedTokens == 0)
  }

  /// Without this rule a script with an unset variable would get another model than it means.
  @Test func anEmptyNameIsNoModel() {
    #expect(throws: ModelLocator.Failure.notFound(name: "", near: [])) {
      try ModelLocator(environment: [:], workingDirectory: "/nowhere", executableDirectory: "/nowhere").locate("")
    }
  }
}
