import FoundationModels

/// One prompt, one answer.
func firstPrompt() async throws -> String {
  let session = LanguageModelSession()
  let response = try await session.respond(
    to: "Name three things to see in Kyoto.", options: GenerationOptions(maximumResponseTokens: 60))
  return response.content
}
