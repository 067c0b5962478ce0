// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TripPlanning

@Suite("Notes of travellers")
struct TravellerNoteTests {
  @Test(arguments: [
    ("  two\tlines\r\n\r\nof text ", "two lines of text"), ("say \"yes\"", "say 'yes'"),
    ("a\u{202E}b\u{0}c\u{1B}[2J", "a b c [2J"), ("ひかり\u{3000}旅", "ひかり 旅"),
  ])
  func textIsOneLine(text: String, expected: String) throws {
    #expect(try TravellerNote(text)?.text == expected)
  }

  @Test(arguments: ["", "  \n\t ", "\u{0}\u{FEFF}"])
  func nothingIsNoNote(text: String) throws {
    #expect(try TravellerNote(text) == nil)
  }

  @Test func tooLongIsAnError() {
    #expect(throws: TripPlanningError.noteTooLong(length: 401, limit: 400)) {
      try TravellerNote(String(repeating: "x", count: 401))
    }
  }

  @Test func preferencesSurviveBeingKept() throws {
    let preferences = TripPreferences(
      travellers: .family, pace: .full, budget: .low, interests: [.views, .nature, .views], diet: .glutenFree,
      stepFree: true, note: try TravellerNote("trains"))
    let data = try JSONEncoder().encode(preferences)
    #expect(try JSONDecoder().decode(TripPreferences.self, from: data) == preferences)
    #expect(preferences.interests == [.nature, .views])
  }
}
