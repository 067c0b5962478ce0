// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("What places fit whom")
struct PlaceFitTests {
  private func places(_ landmark: Landmark, _ preferences: TripPreferences, days: Int = 3) throws -> [PointOfInterest] {
    let outline = try OutlineBuilder(
      landmark: landmark, places: landmark.reachablePlaces, dayCount: days, preferences: preferences
    ).build()
    return outline.days.flatMap(\.slots).compactMap(\.candidates.first)
  }

  private func share(_ trait: PlaceTrait, _ places: [PointOfInterest]) -> Double {
    Double(places.count { $0.traits.contains(trait) }) / Double(max(places.count, 1))
  }

  /// Over all landmarks each interest makes its places more frequent among the sights, or there are no more of them.
  @Test(arguments: Interest.allCases)
  func interestsBringTheirPlaces(interest: Interest) throws {
    var before = 0.0
    var after = 0.0
    for landmark in Landmark.all {
      before += share(interest.trait, try places(landmark, TripPreferences()))
      after += share(interest.trait, try places(landmark, TripPreferences(interests: [interest])))
    }
    #expect(after > before * 1.1, "\(interest): \(before) → \(after)")
  }

  @Test(arguments: Landmark.all)
  func aFamilyIsSpared(landmark: Landmark) throws {
    let plain = try places(landmark, TripPreferences())
    let family = try places(landmark, TripPreferences(travellers: .family))
    #expect(family.count { $0.traits.contains(.strenuous) } <= plain.count { $0.traits.contains(.strenuous) })
    // On the Antarctic Peninsula there is nothing but bars.
    let unfit = family.filter { PlaceFit(TripPreferences(travellers: .family)).isUnfit($0) }
      .filter { landmark.continent != .antarctica || $0.category.activityKind != .foodAndDining }
    #expect(unfit.isEmpty, "\(unfit.map(\.name))")
  }

  @Test(arguments: Landmark.all)
  func steepPlacesGiveWay(landmark: Landmark) throws {
    let preferences = TripPreferences(stepFree: true)
    let chosen = try places(landmark, preferences)
    let outline = try OutlineBuilder(
      landmark: landmark, places: landmark.reachablePlaces, dayCount: 3, preferences: preferences
    ).build()
    let steep = outline.days.flatMap(\.slots).flatMap(\.candidates).filter { $0.traits.contains(.strenuous) }
    #expect(steep.isEmpty, "\(steep.map(\.name)) of \(chosen.map(\.name))")
  }

  @Test func thePaceDecidesHowManyStops() throws {
    for (pace, counts) in [(Pace.relaxed, [3, 2, 2]), (.steady, [3, 3, 3]), (.full, [4, 4, 4])] {
      let outline = try OutlineBuilder(
        landmark: .mountFuji, places: Landmark.mountFuji.reachablePlaces, dayCount: 3,
        preferences: TripPreferences(pace: pace)
      ).build()
      #expect(outline.days.map(\.slots.count) == counts)
    }
  }

  @Test func aBudgetMovesTheBed() throws {
    var prices: [Budget: (low: Int, high: Int)] = [:]
    for budget in Budget.allCases {
      let beds = try Landmark.all.flatMap { try places($0, TripPreferences(budget: budget)) }
        .filter { $0.category.activityKind == .hotelAndLodging }
      prices[budget] = (
        beds.count { $0.traits.contains(.inexpensive) }, beds.count { $0.traits.contains(.expensive) }
      )
    }
    let low = try #require(prices[.low])
    let high = try #require(prices[.high])
    #expect(low.low > high.low && low.high < high.high, "\(prices)")
  }

  @Test func aDietFindsThePlaceThatServesIt() throws {
    let chosen = try places(.joshuaTree, TripPreferences(diet: .vegetarian))
    #expect(chosen.contains { $0.name == "Natural Sisters Cafe" })
  }

  @Test func aNoteFindsWhatItNames() throws {
    let note = try TravellerNote("We want to see the crochet museum")
    #expect(try places(.joshuaTree, TripPreferences(note: note)).contains { $0.name == "World Famous Crochet Museum" })
  }

  /// Longest plans of every pace find their places everywhere, each once.
  @Test(arguments: Landmark.all, Pace.allCases)
  func everyPaceFitsSevenDays(landmark: Landmark, pace: Pace) throws {
    let preferences = TripPreferences(travellers: .family, pace: pace, interests: [.food, .shopping], stepFree: true)
    let names = try places(landmark, preferences, days: 7).map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count == (pace == .relaxed ? 16 : pace == .steady ? 21 : 28))
  }
}
