// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Observation

// A program whose declarations are the main actor's unless they say otherwise.

@main
struct App {
  static func main() async {
    let planner = Planner()
    await planner.plan(days: 3)
    print(planner.trip?.title ?? planner.message)
  }
}

@Observable
final class Planner {
  private(set) var trip: Trip.PartiallyGenerated?
  private(set) var message = ""
  private let session: LanguageModelSession
  private let tool = PlaceTool()

  init() {
    session = LanguageModelSession(tools: [tool], instructions: Instructions("Plan trips."))
    session.prewarm(promptPrefix: Prompt("Plan a trip"))
  }

  func plan(days: Int) async {
    do {
      let stream = session.streamResponse(generating: Trip.self, includeSchemaInPrompt: false) {
        "Plan a trip of \(days) days."
        Trip.example
      }
      for try await partial in stream {
        trip = partial.content
      }
      let response = try await stream.collect()
      message = response.content.title
    } catch {
      message = error.localizedDescription
    }
  }
}

@Generable
struct Trip: Equatable {
  @Guide(description: "A title")
  @Guide(/[A-Z].*/)
  let title: String
  @Guide(.count(3))
  let days: [Day]

  static let example = Trip(title: "Lakes", days: [Day(stops: [.walk(to: "the lake"), .rest])])

  @Generable
  struct Day: Equatable, Identifiable {
    var id: GenerationID = GenerationID()
    var stops: [Stop]
  }

  @Generable
  enum Stop: Equatable {
    case walk(to: String)
    case rest
  }
}

struct PlaceTool: Tool {
  let description = "Finds places."

  @Generable
  struct Arguments {
    let kind: String
  }

  @concurrent func call(arguments: Arguments) async -> [String] { ["A \(arguments.kind)"] }
}
