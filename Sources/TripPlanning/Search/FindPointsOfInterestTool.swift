// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization

/// Lets the model search the known places around one landmark.
///
/// A class, as it remembers what it has given: a second search of the same category offers other places first.
public final class FindPointsOfInterestTool: Tool {
  public let name = "findPointsOfInterest"
  public let description = "Finds points of interest near the landmark by category and a short query."

  @Generable
  public struct Arguments: Sendable {
    @Guide(description: "The kind of place to look for.")
    public var category: PlaceCategory
    @Guide(description: "A few words that say what to look for.", /[a-z]{2,12}( [a-z]{2,12}){0,3}/)
    public var query: String
  }

  public let landmark: Landmark
  /// The most places that one search of the model's finds.
  static let answerLimit = 10
  /// How many of them the answer names. The prompt has told of them all, and what is read here is waited for.
  static let namedLimit = 2

  private struct State {
    var searches: [PlaceSearch] = []
    var given: Set<String> = []
    /// Names that the prompt tells of.
    var told: Set<String> = []
  }
  private let state = Mutex(State())
  private let onStart: @Sendable (PlaceCategory, String, PlaceSearch.Requester) -> Void
  private let onFinish: @Sendable (PlaceSearch) -> Void

  /// - Parameters:
  ///   - onStart: called with category, query and who asks before each search.
  ///   - onFinish: called with each finished search.
  public init(
    landmark: Landmark,
    onStart: @escaping @Sendable (PlaceCategory, String, PlaceSearch.Requester) -> Void = { _, _, _ in },
    onFinish: @escaping @Sendable (PlaceSearch) -> Void = { _ in }
  ) {
    self.landmark = landmark
    self.onStart = onStart
    self.onFinish = onFinish
  }

  /// Every search so far, in order.
  public var searches: [PlaceSearch] { state.withLock { $0.searches } }

  public func call(arguments: Arguments) async throws -> String {
    let found = search(arguments.category, query: arguments.query, requester: .model, limit: Self.answerLimit)
    return answer(to: arguments.category, found)
  }

  /// Says what the prompt tells of; answers add the facts of other places.
  func tell(of names: Set<String>) { state.withLock { $0.told = names } }

  /// Searches the landmark's places within its range and records the search.
  @discardableResult
  func search(
    _ category: PlaceCategory, query: String, requester: PlaceSearch.Requester, limit: Int = .max
  ) -> [PointOfInterest] {
    onStart(category, query, requester)
    let candidates = landmark.reachablePlaces.filter { $0.category == category }
    let ranked = PlaceRanking.ranked(candidates, by: query)
    let search = state.withLock { state in
      let fresh = ranked.filter { !state.given.contains($0.name) }
      let seen = ranked.filter { state.given.contains($0.name) }
      let results = Array((fresh + seen).prefix(limit))
      state.given.formUnion(results.map(\.name))
      let search = PlaceSearch(category: category, query: query, requester: requester, results: results)
      state.searches.append(search)
      return search
    }
    onFinish(search)
    return search.results
  }

  private func answer(to category: PlaceCategory, _ places: [PointOfInterest]) -> String {
    guard !places.isEmpty else {
      return "There is no \(category.displayName) within \(Int(landmark.searchRange)) km of \(landmark.name)."
    }
    let told = state.withLock { $0.told }
    // A place that the model does not know yet is told of, since the plan may name it.
    let lines = places.enumerated().compactMap { index, place -> String? in
      told.contains(place.name) ? (index < Self.namedLimit ? place.name : nil) : ToldPlaces.line(place)
    }
    return lines.joined(separator: "\n")
  }
}
