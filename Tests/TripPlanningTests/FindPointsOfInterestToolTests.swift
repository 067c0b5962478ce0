// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization
import Testing

@testable import TripPlanning

@Suite("Searching points of interest")
struct FindPointsOfInterestToolTests {
  @Test func answersNameOnlyPlacesOfTheCategory() async throws {
    let tool = FindPointsOfInterestTool(landmark: .joshuaTree)
    let answer = try await tool.call(arguments: .init(category: .hotel, query: "motel with a pool"))
    let lines = answer.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines.allSatisfy { line in
        Landmark.joshuaTree.pointsOfInterest.contains { $0.category == .hotel && line.hasPrefix($0.name) }
      })
    // The words of the query decide the order.
    #expect(lines.first == "Pioneertown Motel (Pioneertown)")
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
