// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels
import Generation
import Testing

/// Nil where the default model has not been fetched.
private let defaultModel = try? ModelLocator(environment: ["HOME": NSHomeDirectory()]).locate(ModelLocator.defaultName)

/// The code of the tutorial, in `Code`, run chapter by chapter on the default model. The files there are the tutorial's own.
@Suite(.serialized, .enabled(if: defaultModel != nil, "the default model has not been fetched"))
struct TutorialTests {
  private let landmark = Landmark.all[0]

  init() { setenv("INFER_MODEL", ModelLocator.defaultName, 1) }

  @Test func chapterOne() async throws {
    #expect(obstacle() == nil)
    #expect(try await !firstPrompt().isEmpty)
    let entries = try await conversation().map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt: "prompt"
      case .response: "response"
      default: "other"
      }
    }
    #expect(entries == ["instructions", "prompt", "response", "prompt", "response"])
  }

  @Test func chapterTwo() async throws {
    let simple = try await simpleItinerary()
    #expect(simple.days.count == 3)
    #expect(simple.summary.hasSuffix("."))
    let plan = try await planTrip(to: landmark)
    #expect(Landmark.all.contains { $0.name == plan.destination })
    #expect(plan.days.map(\.activities.count) == [2, 2])
    #expect(try await planTrip(to: landmark) == plan)
  }

  @Test func chapterThree() async throws {
    let plain = String(describing: tripPrompt(to: landmark, isKidFriendly: false))
    let forChildren = String(describing: tripPrompt(to: landmark, isKidFriendly: true))
    #expect(forChildren.contains("Children") && !plain.contains("Children"))
    #expect(String(describing: exampleInstructions(for: landmark)).contains("Along the Harbour"))
  }

  @Test func chapterFour() async throws {
    var shown: [[String]] = []
    let plan = try await streamTrip(to: landmark) { shown.append(lines(of: $0)) }
    #expect(shown.count > 10)
    #expect(shown.last?.first == plan.title)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.count <= $1.count })
  }

  @Test func chapterFive() async throws {
    let output = try await FindPlacesTool(landmark: landmark).call(arguments: .init(category: .hotel))
    #expect(output == ["Hotel 1", "Hotel 2"])
    let (plan, transcript) = try await tripWithTool(to: landmark)
    #expect(plan.days.count == 2)
    guard case .instructions(let instructions) = transcript.first else { return #expect(Bool(false)) }
    #expect(instructions.toolDefinitions.map(\.name) == ["findPlaces"])
  }

  @Test func chapterSix() async throws {
    let planner = FastPlanner(landmark: landmark)
    planner.prewarm()
    #expect(try await planner.plan().days.count == 2)
  }
}
