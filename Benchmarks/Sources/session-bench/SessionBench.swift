// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels

/// Measures the start of a session's first response in a fresh process, through the public interface alone.
///
///     session-bench MODEL.gguf none|load|prefix schema|example SECONDS
///
/// - `none` asks at once, `load` prewarms the session first, `prefix` prewarms it with the prompt.
/// - SECONDS pass between prewarming and the prompt: a person looks at the page.
/// - `schema` has the schema in the prompt; `example` leaves it out, since the instructions show an example.
/// Prints one JSON object: seconds to the first snapshot, tokens of the prompt.
@main
struct SessionBench {
  static func main() async {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 5, ["none", "load", "prefix"].contains(arguments[2]),
        ["schema", "example"].contains(arguments[3]), let pause = Double(arguments[4])
      else { throw Failure(message: "usage: session-bench MODEL.gguf none|load|prefix schema|example SECONDS") }
      let report = try await run(
        URL(fileURLWithPath: arguments[1]), prewarm: arguments[2], includesSchema: arguments[3] == "schema",
        pause: .seconds(pause))
      print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    } catch {
      FileHandle.standardError.write(Data("session-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ url: URL, prewarm: String, includesSchema: Bool, pause: Duration) async throws -> Report {
    let model = SystemLanguageModel(contentsOf: url)
    let instructions = Instructions {
      "You plan trips of one day. Name real places, and keep sentences short."
      "An example of the form. Do not copy its content:"
      Itinerary.example
    }
    let session = LanguageModelSession(model: model, instructions: instructions)
    let text = "Plan a day at Mount Fuji for a family with children."
    switch prewarm {
    case "load": session.prewarm()
    case "prefix": session.prewarm(promptPrefix: Prompt(text))
    default: break
    }
    if prewarm != "none" { try await Task.sleep(for: pause) }

    let clock = ContinuousClock()
    let start = clock.now
    let stream = session.streamResponse(
      to: text, generating: Itinerary.self, includeSchemaInPrompt: includesSchema,
      options: GenerationOptions(sampling: .greedy))
    var first: Duration?
    for try await _ in stream {
      first = clock.now - start
      break
    }
    guard let first else { throw Failure(message: "no snapshot came") }
    let entry = Transcript.Prompt(
      segments: [.text(.init(content: text))], responseFormat: includesSchema ? .init(type: Itinerary.self) : nil)
    return Report(
      firstSeconds: first / .seconds(1),
      promptTokens: try await model.tokenCount(for: Array(session.transcript) + [.prompt(entry)]))
  }

  private struct Report: Encodable {
    var firstSeconds: Double
    var promptTokens: Int
  }

  private struct Failure: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
  }
}
