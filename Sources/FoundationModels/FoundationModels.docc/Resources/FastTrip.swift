import FoundationModels

/// A planner that is ready before the user asks.
final class FastPlanner {
  private let session: LanguageModelSession
  private let landmark: Landmark

  init(landmark: Landmark) {
    self.landmark = landmark
    session = LanguageModelSession(instructions: exampleInstructions(for: landmark))
  }

  /// Call it when the page opens: the model is loaded, and the instructions and the start of the prompt are read.
  func prewarm() { session.prewarm(promptPrefix: Prompt("Plan two days at \(landmark.name).")) }

  /// The example in the instructions shows the form, so the schema need not be in the prompt as well.
  func plan() async throws -> Itinerary {
    try await session.respond(
      to: "Plan two days at \(landmark.name).", generating: Itinerary.self, includeSchemaInPrompt: false,
      options: GenerationOptions(sampling: .greedy)
    ).content
  }
}
