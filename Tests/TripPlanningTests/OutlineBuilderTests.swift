// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Distributing places over days")
struct OutlineBuilderTests {
  private func outline(_ landmark: Landmark, _ days: Int) throws -> TripOutline {
    try OutlineBuilder(landmark: landmark, places: landmark.reachablePlaces, dayCount: days).build()
  }

  @Test(arguments: Landmark.all, 1...7)
  func slotsAreDisjointAndFitTheirKind(landmark: Landmark, days: Int) throws {
    let outline = try outline(landmark, days)
    #expect(outline.days.count == days)
    let slots = outline.days.flatMap(\.slots)
    #expect(slots.count == 3 * days)
    let names = slots.flatMap(\.candidates).map(\.name)
    #expect(Set(names).count == names.count)
    for slot in slots {
      #expect((1...OutlineBuilder.candidatesPerSlot).contains(slot.candidates.count))
      #expect(slot.candidates.allSatisfy { $0.category.activityKind == slot.kind })
    }
    #expect(outline.days.first?.slots.last?.kind == .hotelAndLodging)
    if landmark.continent != .antarctica {
      #expect(outline.days.allSatisfy { $0.slots[1].kind == .foodAndDining })
    }
    for day in outline.days { #expect(!day.areas.isEmpty && Set(day.areas).count == day.areas.count) }
  }

  /// On average a day is much shorter than the landmark is wide.
  @Test(arguments: Landmark.all)
  func stopsOfADayAreNear(landmark: Landmark) throws {
    let outline = try outline(landmark, 3)
    let lengths = outline.days.map { day in
      let stops = day.slots.compactMap(\.candidates.first).map(\.coordinate)
      return zip(stops, stops.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
    }
    let mean = lengths.reduce(0, +) / 3
    #expect(mean < landmark.searchRange * 0.8, "\(landmark.name): \(lengths)")
  }

  @Test func equalPlacesGiveAnEqualOutline() throws {
    #expect(try outline(.yellowstone, 5) == outline(.yellowstone, 5))
  }

  @Test func tooFewPlacesAreAnError() {
    let places = Array(Landmark.uluru.reachablePlaces.prefix(5))
    #expect(throws: TripPlanningError.notEnoughPlaces(landmark: "Uluru", needed: 6, found: 5)) {
      try OutlineBuilder(landmark: .uluru, places: places, dayCount: 2).build()
    }
    #expect(throws: TripPlanningError.unsupportedDayCount(days: 0, allowed: 1...7)) {
      try OutlineBuilder(landmark: .uluru, places: places, dayCount: 0).build()
    }
  }

  /// Every kind may run out; the others take its slots.
  @Test(arguments: Activity.Kind.allCases)
  func onlyOneKindIsEnough(kind: Activity.Kind) throws {
    let places = Landmark.all.flatMap(\.reachablePlaces).filter { $0.category.activityKind == kind }.prefix(21)
    var names: Set<String> = []
    let distinct = places.filter { names.insert($0.name).inserted }
    let days = distinct.count / 3
    let outline = try OutlineBuilder(landmark: .uluru, places: distinct, dayCount: days).build()
    #expect(outline.days.flatMap(\.slots).allSatisfy { $0.kind == kind })
  }
}
