import FoundationModels

func planTrip(to landmark: Landmark) async throws -> Itinerary {
  let session = LanguageModelSession(instructions: "You plan trips. \(landmark.description)")
  let response = try await session.respond(
    to: "Plan two days at \(landmark.name).", generating: Itinerary.self, options: GenerationOptions(sampling: .greedy))
  return response.content
}
