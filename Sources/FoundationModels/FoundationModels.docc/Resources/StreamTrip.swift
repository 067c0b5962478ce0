import FoundationModels

/// Shows the plan while it is made: each snapshot holds all that has arrived.
func streamTrip(to landmark: Landmark, show: (Itinerary.PartiallyGenerated) -> Void) async throws -> Itinerary {
  let session = LanguageModelSession(instructions: exampleInstructions(for: landmark))
  let stream = session.streamResponse(
    to: tripPrompt(to: landmark, isKidFriendly: true), generating: Itinerary.self,
    options: GenerationOptions(sampling: .greedy))
  for try await snapshot in stream {
    show(snapshot.content)
  }
  return try await stream.collect().content
}

/// What has arrived so far, in lines.
func lines(of plan: Itinerary.PartiallyGenerated) -> [String] {
  var lines: [String] = []
  if let title = plan.title { lines.append(title) }
  for day in plan.days ?? [] {
    if let title = day.title { lines.append("- " + title) }
    for activity in day.activities ?? [] {
      if let title = activity.title { lines.append("  - " + title) }
    }
  }
  return lines
}
