import FoundationModels

@Generable
struct SimpleItinerary {
  @Guide(description: "A short, inviting title")
  var title: String
  @Guide(description: "What the traveller will see, in one sentence", .pattern(/[A-Z][a-z, ]{20,80}\./))
  var summary: String
  @Guide(description: "A heading for each day", .count(3), .element(.pattern(/[A-Z][a-z ]{8,40}/)))
  var days: [String]
}

func simpleItinerary() async throws -> SimpleItinerary {
  let session = travelGuide()
  let response = try await session.respond(to: "Plan three days in Kyoto.", generating: SimpleItinerary.self)
  return response.content
}
