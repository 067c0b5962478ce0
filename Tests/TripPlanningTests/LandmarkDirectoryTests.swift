// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Looking up landmarks")
struct LandmarkDirectoryTests {
  @Test(arguments: [
    ("Joshua Tree", "Joshua Tree"), ("joshua tree", "Joshua Tree"), ("  Mount   FUJI ", "Mount Fuji"),
    ("Iguazu Falls", "Iguazú Falls"), ("IGUAZÚ FALLS", "Iguazú Falls"),
  ])
  func findsByFoldedName(typed: String, expected: String) throws {
    #expect(try LandmarkDirectory.builtIn.landmark(named: typed).name == expected)
  }

  @Test(arguments: [
    ("Joshua Tre", "Joshua Tree"), ("Fuji", "Mount Fuji"), ("everst", "Mount Everest"),
    ("Pyramids", "Pyramids of Giza"),
    ("Yelowstone National Park", "Yellowstone"), ("the great barrier reef", "Great Barrier Reef"),
    ("dover", "White Cliffs of Dover"), ("Serengetti", "Serengeti"),
  ])
  func namesTheNearest(typed: String, expected: String) {
    #expect(throws: TripPlanningError.self) { try LandmarkDirectory.builtIn.landmark(named: typed) }
    #expect(LandmarkDirectory.builtIn.nearestNames(to: typed).first == expected)
  }

  @Test func onlyNamesThatHoldTheTextAreGiven() {
    #expect(LandmarkDirectory.builtIn.nearestNames(to: "joshua") == ["Joshua Tree"])
    #expect(LandmarkDirectory.builtIn.nearestNames(to: "mount").count == 3)
    #expect(LandmarkDirectory.builtIn.nearestNames(to: "qqqq").count == 3)
  }

  @Test(arguments: ["", " ", "\u{0}", String(repeating: "x", count: 100_000), "🏔️"])
  func anyTextGivesAnError(typed: String) {
    #expect(throws: TripPlanningError.self) { try LandmarkDirectory.builtIn.landmark(named: typed) }
  }

  @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("abc", "abc", 0), ("ab", "ba", 2)])
  func editDistance(a: String, b: String, expected: Int) {
    #expect(LandmarkDirectory.editDistance(a, b) == expected)
    #expect(LandmarkDirectory.editDistance(b, a) == expected)
  }

  @Test func errorsAreOneLine() {
    let error = TripPlanningError.unknownLandmark(name: "Atlantis", nearest: ["Uluru", "Matterhorn"])
    #expect(error.description == "no landmark named \"Atlantis\"; did you mean \"Uluru\", \"Matterhorn\"?")
    #expect(
      TripPlanningError.unsupportedDayCount(days: 0, allowed: 1...7).description == "a trip has 1 to 7 days, not 0")
  }
}
