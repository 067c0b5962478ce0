// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import Testing

@testable import TripPlanning

/// `Itinerary` out of the default model at temperatures where its words are noise: the structure must hold all the same.
///
/// `INFER_TEST_GENERATIONS` sets how many plans are drawn (default 4; the acceptance run draws 200).
@Suite(.serialized, .enabled(if: GenerationRun.path != nil, "the default model has not been fetched"))
struct RandomItineraryTests {
  @Test func everyPlanDecodesAndNoneIsTruncated() async throws {
    let model = try SystemLanguageModel(contentsOf: URL(fileURLWithPath: #require(GenerationRun.path)))
    for index in 0..<GenerationRun.count {
      let budget = [300, 450, 600][index % 3]
      let options = GenerationOptions(
        sampling: .random(probabilityThreshold: 1, seed: UInt64(index)), temperature: index % 2 == 0 ? 1.5 : 2,
        maximumResponseTokens: budget)
      let session = LanguageModelSession(model: model, instructions: "You plan trips.")
      let response = try await session.respond(
        to: "Plan a trip of three days to Joshua Tree.", generating: Itinerary.self, options: options)
      #expect(response.rawContent.isComplete, "seed \(index)")
      #expect(Landmark.names.contains(response.content.destinationName), "seed \(index)")
      #expect(response.content.days.allSatisfy { (2...4).contains($0.activities.count) }, "seed \(index)")
      // The text reads back as the same value.
      let again = try Itinerary(GeneratedContent(json: response.rawContent.jsonString))
      #expect(again == response.content, "seed \(index)")
    }
  }
}

/// What the run draws from, and how often.
enum GenerationRun {
  static let path = try? ModelLocator(environment: ["HOME": NSHomeDirectory()]).locate(ModelLocator.defaultName)
  static let count = ProcessInfo.processInfo.environment["INFER_TEST_GENERATIONS"].flatMap { Int($0) } ?? 4
}
