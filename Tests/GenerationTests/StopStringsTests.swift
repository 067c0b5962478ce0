// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Generation

@Suite struct StopStringsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String, stops: [String], pieces: [String], shown: [String], rest: String, stopped: Bool
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "no stops", stops: [], pieces: ["a", "b"], shown: ["a", "b"], rest: "", stopped: false),
    Case(
      name: "held back, then released", stops: ["DEFGHIJ"], pieces: ["ABC", "DEF", "xyz"],
      shown: ["ABC", "", "DEFxyz"], rest: "", stopped: false),
    Case(
      name: "end with a held prefix", stops: ["please!"], pieces: ["pleas"], shown: [""], rest: "pleas", stopped: false),
    Case(name: "inside a piece", stops: ["\n"], pieces: ["one\ntwo"], shown: ["one"], rest: "", stopped: true),
    Case(
      name: "over pieces", stops: ["<end>"], pieces: ["a<e", "nd", ">b"], shown: ["a", "", ""], rest: "", stopped: true),
    Case(name: "the first of two", stops: ["cd", "b"], pieces: ["abcd"], shown: ["a"], rest: "", stopped: true),
    Case(
      name: "false start repeats", stops: ["aab"], pieces: ["a", "a", "a", "b"], shown: ["", "", "a", ""], rest: "",
      stopped: true),
    Case(name: "empty stop is none", stops: [""], pieces: ["a"], shown: ["a"], rest: "", stopped: false),
  ]

  @Test(arguments: cases) func showsAndHolds(_ item: Case) {
    var stops = StopStrings(item.stops)
    #expect(item.pieces.map { stops.append($0) } == item.shown)
    #expect(stops.finish() == item.rest)
    #expect(stops.isStopped == item.stopped)
  }
}
