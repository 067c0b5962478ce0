// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import TripPlanning

@Suite("Names, numbers and leads of facts")
struct FactTextTests {
  @Test(arguments: [
    ("A log hotel of 1904 with a huge fireplace.", ["1904"]),
    ("The graves of climbers who died on the Monte Rosa.", ["Monte Rosa"]),
    ("A 53-metre wheel near Niagara Falls, Ontario.", ["53-metre", "Niagara Falls", "Ontario"]),
    ("Greek cooking with the Acropolis overhead.", ["Acropolis"]),
    ("It rises. Edmund Hillary climbed it.", ["Hillary"]),
    ("A school that Edmund Hillary founded in 1961.", ["Edmund Hillary", "1961"]),
    ("Nothing to name here.", []), ("", []),
  ])
  func names(text: String, expected: [String]) { #expect(FactText.names(in: text) == expected) }

  @Test(arguments: [
    ("A small hotel.", ", a"), ("An old inn.", ", an"), ("The largest lake of them.", ", the largest lake"),
    ("One of two.", ", one"), ("A small hotel beside the deep lake.", ", a small hotel beside"),
    ("Steep streets of houses.", ", with steep streets"), ("Caribbean cooking.", ", with"),
    ("Caribbean cooking by the sea.", ", with Caribbean cooking by"),
    ("Bread, cakes and coffee.", ", with bread, cakes"), ("Crafts on a General Osório Square.", ", with crafts on a"),
    ("A view of Lake Ashi and the hill.", ", a view of"), ("", ", with something"),
  ])
  func leads(summary: String, expected: String) { #expect(FactText.lead(to: summary) == expected) }

  @Test(arguments: [
    ("A hut.", "hut"), ("Their own flock", "flock"), ("The climbers'.", "climbers'"), ("", nil), (" . ", nil),
  ])
  func lastWords(text: String, expected: String?) { #expect(FactText.lastWord(of: text) == expected) }

  /// The summary itself is a text that its place's pattern allows: copying a fact is never forbidden.
  @Test(arguments: Landmark.all)
  func everySummaryCanBeCopied(landmark: Landmark) throws {
    for place in landmark.pointsOfInterest {
      let lead = "Visit \(place.name)\(FactText.lead(to: place.summary))"
      let regex = try Regex(
        TextPattern(facts: [place.summary]).sentence(
          leads: [lead], words: 20, commas: place.summary.count { $0 == "," }))
      let text = "Visit \(place.name)\(FactText.clause(of: place.summary))"
      #expect(text.wholeMatch(of: regex) != nil, "\(text)")
    }
  }
}
