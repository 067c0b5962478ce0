// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

@testable import TripPlanning

@Suite("From the plan's shape to the itinerary's")
struct PlanShapeTests {
  private let whole = """
    {"title":"T","destinationName":"Uluru","description":"D","rationale":"R",\
    "day1":{"title":"A","subtitle":"B","destination":"C",\
    "activity1":{"type":"sightseeing","title":"X","description":"x"},\
    "activity2":{"type":"foodAndDining","title":"Y","description":"y"},\
    "activity3":{"type":"hotelAndLodging","title":"Z","description":"z"}},\
    "day2":{"title":"A2","subtitle":"B2","destination":"C2",\
    "activity1":{"type":"shopping","title":"X2","description":"x2"},\
    "activity2":{"type":"foodAndDining","title":"Y2","description":"y2"},\
    "activity3":{"type":"sightseeing","title":"Z2","description":"z2"}}}
    """

  @Test func daysAndActivitiesBecomeArrays() throws {
    let itinerary = try Itinerary(PlanShape.itineraryContent(from: GeneratedContent(json: whole)))
    #expect(itinerary.days.map(\.title) == ["A", "A2"])
    #expect(itinerary.days[1].activities.map(\.title) == ["X2", "Y2", "Z2"])
    #expect(itinerary.days[0].activities[2].type == .hotelAndLodging)
  }

  /// Every prefix of the text is readable, fields never disappear, and the last prefix is the whole.
  @Test func everyPrefixIsReadable() throws {
    var fields = 0
    for length in 1...whole.count {
      let content = try GeneratedContent(json: String(whole.prefix(length)))
      let partial = try PlanShape.partialItinerary(from: content)
      let activities = (partial.days ?? []).flatMap { $0.activities ?? [] }
      let count =
        [partial.title, partial.destinationName, partial.description, partial.rationale].compactMap { $0 }.count
        + (partial.days?.count ?? 0) + activities.count + activities.compactMap(\.type).count
        + activities.compactMap(\.title).count + activities.compactMap(\.description).count
      #expect(count >= fields, "after \(whole.prefix(length))")
      fields = count
    }
    #expect(fields == 4 + 2 + 6 * 4)
  }

  @Test func otherContentStaysAsItIs() throws {
    #expect(PlanShape.itineraryContent(from: GeneratedContent("text")) == GeneratedContent("text"))
    let odd = try GeneratedContent(json: #"{"dayX":1,"day":2,"title":"t"}"#)
    #expect(PlanShape.itineraryContent(from: odd) == odd)
  }
}
