// SPDX-License-Identifier: Apache-2.0
import FoundationModels

@Generable(description: "The weather of a day")
struct Forecast {
  @Guide(description: "One sentence")
  let summary: String
  @Guide(.range(-60...60))
  let temperature: Int
  let sky: Sky
  @Guide(description: "Times of rain", .maximumCount(3))
  let showers: [String]?

  @Generable
  enum Sky: String, CaseIterable {
    case clear, cloudy
    case rain = "raining"
  }
}

final class WeatherTool: Tool {
  let name = "getWeather"
  let description = "Looks up the weather of a place."

  @Generable
  struct Arguments {
    @Guide(description: "The place", .anyOf(["here", "there"]))
    var place: String
  }

  func call(arguments: Arguments) async throws -> String { "It is calm \(arguments.place)." }
}
