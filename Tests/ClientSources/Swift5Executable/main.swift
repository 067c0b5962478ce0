// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationModels

// Top-level code in Swift 5 mode, as in a small command-line program.

let model = SystemLanguageModel.default
guard case .available = model.availability else {
  print("no model")
  exit(1)
}

let session = LanguageModelSession(tools: [WeatherTool()]) {
  "You know the weather."
  if CommandLine.arguments.contains("--short") {
    "Answer in one sentence."
  }
}
var forecast: Forecast.PartiallyGenerated?
for try await snapshot in session.streamResponse(to: "What will tomorrow be like?", generating: Forecast.self) {
  forecast = snapshot.content
}
print(forecast?.summary ?? "nothing")
do {
  let answer = try await session.respond(
    to: "And the day after?", options: GenerationOptions(sampling: .greedy, maximumResponseTokens: 100))
  print(answer.content)
} catch let error as LanguageModelSession.GenerationError {
  print(error.localizedDescription)
}
