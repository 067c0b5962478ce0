// SPDX-License-Identifier: Apache-2.0
import FoundationModels
@testable import infer
import Testing
import TripPlanning

@Suite struct PlanViewTests {
  private static let itinerary = Itinerary(
    title: "Quiet stone and stars in Joshua Tree", destinationName: "Joshua Tree",
    description: "Spend two days among boulders, palms and wide desert views.",
    rationale: "This plan keeps drives short and leaves the evenings free for the sky.",
    days: [
      DayPlan(
        title: "Into the valley", subtitle: "A first walk among the rocks", destination: "Hidden Valley",
        activities: [
          Activity(type: .sightseeing, title: "Barker Dam", description: "Walk to the water and look for birds."),
          Activity(type: .foodAndDining, title: "Crossroads Cafe", description: "Try a sandwich after the walk."),
          Activity(type: .hotelAndLodging, title: "29 Palms Inn", description: "Rest beside the palm oasis."),
        ]),
      DayPlan(
        title: "Along the ridge", subtitle: "An easy day with a view", destination: "Queen Valley",
        activities: [
          Activity(type: .sightseeing, title: "Keys View", description: "See the whole valley from above."),
          Activity(type: .foodAndDining, title: "Joshua Tree Saloon", description: "Have a late lunch there."),
          Activity(type: .shopping, title: "Coyote Corner", description: "Browse for a small gift to take home."),
        ]),
    ])

  private static let plainStyle = Style(choice: "off", isTerminal: true, environment: [:])
  private static let landmark = Landmark.all[0]

  /// The states after each prefix of the plan's text.
  private static func states() throws -> [PlanState] {
    let text = itinerary.generatedContent.jsonString
    var state = PlanState(landmark: landmark, dayCount: 2)
    var states = [state]
    func add(_ event: PlanEvent) {
      state.apply(event)
      states.append(state)
    }
    add(.promptProgress(done: 3, total: 12))
    add(.searchStarted(category: .hotel, query: "quiet rooms", requester: .model))
    add(
      .searchFinished(
        PlaceSearch(category: .hotel, query: "quiet rooms", requester: .model, results: landmark.pointsOfInterest)))
    add(.searchStarted(category: .cafe, query: "Joshua Tree", requester: .planner))
    add(.searchFinished(PlaceSearch(category: .cafe, query: "Joshua Tree", requester: .planner, results: [])))
    for length in 1...text.count {
      guard let content = try? GeneratedContent(json: String(text.prefix(length))),
        let partial = try? Itinerary.PartiallyGenerated(content)
      else { continue }
      add(.snapshot(partial))
    }
    return states
  }

  @Test(arguments: [12, 24, 40, 80, 200])
  func noLineIsWiderThanTheTerminal(width: Int) throws {
    let page = PlanPage(width: width, style: Self.plainStyle)
    for state in try Self.states() {
      for line in page.lines(state) {
        #expect(TextLayout.width(line) < max(width, 12) + 1, "\(line)")
        #expect(!line.contains("\n") && !line.contains("\u{1B}"))
      }
    }
  }

  @Test func aWholePlanOnAWideTerminal() throws {
    var state = try #require(try Self.states().last)
    let page = PlanPage(width: 72, style: Self.plainStyle)
    let lines = page.lines(state)
    #expect(lines.first == "  ✓ Searching hotel “quiet rooms”: 37 found")
    #expect(lines.contains("  ✓ Also looked up: cafe"))
    #expect(lines.contains("  Quiet stone and stars in Joshua Tree"))
    #expect(lines.contains("  Joshua Tree · North America"))
    #expect(lines.contains { $0.hasPrefix("  ── Day 2 · Along the ridge ──") })
    #expect(lines.contains("  An easy day with a view · Queen Valley"))
    #expect(lines.contains("  ■ Coyote Corner"))
    #expect(lines.contains("    Browse for a small gift to take home."))
    #expect(lines.last == "  ⠋ Writing day 2 of 2")
    #expect(page.lines(state, showsActivity: false).last == "    Browse for a small gift to take home.")
    state = PlanState(landmark: Self.landmark, dayCount: 2)
    #expect(page.lines(state, frame: 1) == ["  ⠙ Planning Joshua Tree"])
  }

  @Test func coloursOnlyWhenAsked() throws {
    let state = try #require(try Self.states().last)
    let coloured = PlanPage(width: 80, style: Style(choice: "on", isTerminal: false, environment: [:]))
    #expect(coloured.lines(state).joined().contains("\u{1B}[1m"))
  }

  /// However the plan arrives, the pipe gets the same text, and each field only once.
  @Test(arguments: [1, 7, 50, 100_000])
  func plainTextDoesNotDependOnTheSteps(step: Int) throws {
    let states = try Self.states()
    var text = PlanText()
    var output = ""
    for (index, state) in states.enumerated() where index % step == 0 || index == states.count - 1 {
      guard let itinerary = state.itinerary else { continue }
      let isLast = index == states.count - 1
      output += text.newText(for: itinerary, landmark: Self.landmark, isFinished: isLast)
    }
    #expect(
      output == """
        Quiet stone and stars in Joshua Tree
        Joshua Tree, North America

        Spend two days among boulders, palms and wide desert views.

        This plan keeps drives short and leaves the evenings free for the sky.

        Day 1: Into the valley
        A first walk among the rocks
        Area: Hidden Valley
        - Sightseeing: Barker Dam
          Walk to the water and look for birds.
        - Food: Crossroads Cafe
          Try a sandwich after the walk.
        - Lodging: 29 Palms Inn
          Rest beside the palm oasis.

        Day 2: Along the ridge
        An easy day with a view
        Area: Queen Valley
        - Sightseeing: Keys View
          See the whole valley from above.
        - Food: Joshua Tree Saloon
          Have a late lunch there.
        - Shopping: Coyote Corner
          Browse for a small gift to take home.

        """)
  }
}

@Suite struct LiveScreenTests {
  /// A terminal that knows the sequences that `LiveScreen` writes.
  private struct Terminal {
    var lines: [String] = [""]
    var row = 0

    mutating func write(_ text: String) {
      var rest = Substring(text)
      while let character = rest.first {
        if rest.hasPrefix("\u{1B}["), let end = rest.dropFirst(2).firstIndex(where: \.isLetter) {
          let count = Int(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]) ?? 1
          if rest[end] == "A" { row -= count }
          if rest[end] == "J" { lines[row...] = [""] }
          rest = rest[rest.index(after: end)...]
          continue
        }
        rest.removeFirst()
        if character == "\n" {
          row += 1
          if row == lines.count { lines.append("") }
        } else if character != "\r" {
          lines[row].append(character)
        }
      }
    }
  }

  @Test func anySequenceOfPagesEndsAsTheLast() {
    let pages = [["a"], ["a", "b", "⠋"], ["a", "b", "c", "⠙"], ["a", "x", "c", "d"], ["a"], [], ["z", "y"]]
    var terminal = Terminal()
    var screen = LiveScreen()
    for page in pages {
      terminal.write(screen.update(to: page, height: 24))
      #expect(terminal.lines == page + [""])
    }
  }

  @Test func unchangedLinesAreNotWrittenAgain() {
    var screen = LiveScreen()
    _ = screen.update(to: ["a", "b"], height: 24)
    #expect(screen.update(to: ["a", "b"], height: 24) == "")
    #expect(screen.update(to: ["a", "c"], height: 24) == "\u{1B}[1A\r\u{1B}[Jc\n")
  }

  @Test func theCursorStaysOnTheScreen() {
    var screen = LiveScreen()
    _ = screen.update(to: (0..<50).map(String.init), height: 10)
    let output = screen.update(to: (0..<60).map { "new \($0)" }, height: 10)
    #expect(output.hasPrefix("\u{1B}[9A"))
    #expect(!output.contains("new 40\n"))
    #expect(output.contains("new 41\n"))
  }
}
