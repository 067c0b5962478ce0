// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization
import Testing

@testable import TripPlanning

@Suite("Searching points of interest")
struct FindPointsOfInterestToolTests {
  private func lines(told: (PointOfInterest) -> Bool) async throws -> [String] {
    let tool = FindPointsOfInterestTool(landmark: .joshuaTree)
    tool.tell(of: Set(Landmark.joshuaTree.pointsOfInterest.filter(told).map(\.name)))
    let answer = try await tool.call(arguments: .init(category: .hotel, query: "motel with a pool"))
    return answer.split(separator: "\n").map(String.init)
  }

  @Test func answersNameOnlyPlacesOfTheCategory() async throws {
    let lines = try await lines { _ in false }
    let hotels = Landmark.joshuaTree.pointsOfInterest.filter { $0.category == .hotel }
    #expect(Set(lines) == Set(hotels.map(ToldPlaces.line)))
    // The words of the query decide the order.
    #expect(lines.first?.hasPrefix("- Pioneertown Motel, ") == true)
  }

  /// What the prompt has told is named only, and no more of it than need be; what it has not is told.
  @Test func answersTellWhatThePromptHasNot() async throws {
    let known = try await lines { _ in true }
    #expect(known.count == FindPointsOfInterestTool.namedLimit && known.first == "Pioneertown Motel")
    let some = try await lines { $0.name != "Pioneertown Motel" }
    #expect(some.first?.hasPrefix("- Pioneertown Motel, ") == true && some.count == FindPointsOfInterestTool.namedLimit)
  }

  @Test func aSecondSearchGivesOtherPlacesFirst() {
    let tool = FindPointsOfInterestTool(landmark: .acropolisOfAthens)
    let first = tool.search(.museum, query: "", requester: .model, limit: 2).map(\.name)
    let second = tool.search(.museum, query: "", requester: .model, limit: 2).map(\.name)
    #expect(Set(first).isDisjoint(with: second))
    let all = tool.search(.museum, query: "", requester: .planner).map(\.name)
    #expect(Set(all).isSuperset(of: first + second))
    #expect(tool.searches.count == 3)
  }

  @Test func aMissingCategoryIsSaid() async throws {
    let tool = FindPointsOfInterestTool(landmark: .uluru)
    let answer = try await tool.call(arguments: .init(category: .marina, query: "boats"))
    #expect(answer == "There is no marina within 40 km of Uluru.")
  }

  @Test func callbacksComeInPairs() {
    let log = Mutex<[String]>([])
    let tool = FindPointsOfInterestTool(
      landmark: .serengeti,
      onStart: { category, query, requester in log.withLock { $0.append("start \(category) \(query) \(requester)") } },
      onFinish: { search in log.withLock { $0.append("found \(search.results.count)") } })
    tool.search(.campground, query: "quiet", requester: .planner)
    #expect(log.withLock { $0 } == ["start campground quiet planner", "found 3"])
  }

  @Test func manySearchesAtOnceAreAllKept() async {
    let tool = FindPointsOfInterestTool(landmark: .mountFuji)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask {
          let category = PlaceCategory.allCases[index % PlaceCategory.allCases.count]
          tool.search(category, query: "view", requester: .model)
        }
      }
    }
    #expect(tool.searches.count == 50)
  }

  @Test(arguments: ["", "the best of", "\u{0}\u{1F600}", String(repeating: "view ", count: 10_000)])
  func anyQueryRanksAllPlaces(query: String) {
    let places = Landmark.grandCanyon.reachablePlaces
    let ranked = PlaceRanking.ranked(places, by: query)
    #expect(Set(ranked.map(\.name)) == Set(places.map(\.name)))
    #expect(ranked.count == places.count)
  }

  @Test func pluralsAndAccentsAreIgnored() {
    #expect(PlaceRanking.words("Cafés, Hotels & INNS") == ["cafe", "hotel", "inn"])
  }
}
