import FoundationModels

/// A session that knows its task. Instructions come from the developer; prompts may hold what a user typed.
func travelGuide() -> LanguageModelSession {
  LanguageModelSession(
    instructions: """
      You are a travel guide. Answer in one or two short sentences.
      """)
}

/// Two turns of one conversation: the session remembers the first.
func conversation() async throws -> Transcript {
  let session = travelGuide()
  let options = GenerationOptions(maximumResponseTokens: 40)
  _ = try await session.respond(to: "Where is Mount Fuji?", options: options)
  _ = try await session.respond(to: "When is the best time to go there?", options: options)
  return session.transcript
}
