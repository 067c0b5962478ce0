import FoundationModels

/// A session whose model may call the tool before it answers.
func tripSession(for landmark: Landmark) -> LanguageModelSession {
  LanguageModelSession(tools: [FindPlacesTool(landmark: landmark)]) {
    "You plan trips. \(landmark.description)"
    "Always use the tool 'findPlaces' to find hotels and restaurants near the landmark."
  }
}

func tripWithTool(to landmark: Landmark) async throws -> (plan: Itinerary, transcript: Transcript) {
  let session = tripSession(for: landmark)
  let response = try await session.respond(
    to: tripPrompt(to: landmark, isKidFriendly: false), generating: Itinerary.self,
    options: GenerationOptions(sampling: .greedy))
  return (response.content, session.transcript)
}
