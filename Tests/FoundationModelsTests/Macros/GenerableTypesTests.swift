// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Testing

@Suite struct GenerableTypesTests {
  static let person = Person(
    name: "Ada", nickname: nil, age: 36, score: 7, class: "A", width: 1, height: 2,
    children: [
      Person(name: "Byron", nickname: "B", age: nil, score: nil, class: "B", width: 3, height: 4, children: [])
    ])
  static let journey = Journey(
    title: "Sands", place: "Sahara",
    days: [.init(title: "One", activities: [.sightseeing, .hotelAndLodging])])

  @Test func structsComeBackFromTheirContent() throws {
    #expect(try Journey(Self.journey.generatedContent) == Self.journey)
    #expect(try Person(Self.person.generatedContent) == Self.person)
    let folder = Folder(id: 1, entries: [Folder(id: 2, entries: [])])
    #expect(try Folder(folder.generatedContent) == folder)
    let clashing = Clashing(content: "a", properties: ["b"], value: nil, name: "c")
    #expect(try Clashing(clashing.generatedContent) == clashing)
    let conditional = Conditional(always: 1, linux: "x")
    #expect(try Conditional(conditional.generatedContent) == conditional)
    _ = try Empty(Empty().generatedContent)
    let pair = Pair<String, Int>(first: "a", second: 2)
    #expect(try Pair<String, Int>(pair.generatedContent).second == 2)
  }

  @Test(arguments: [
    Step.visit(place: "Dune", hours: 2), .visit(place: "Dune", hours: nil), .pause(3),
    .talk("sand", to: .init(name: "Ada")), .pair(1, "b"), .end, .default(in: true),
  ])
  func payloadEnumsComeBack(_ step: Step) throws {
    #expect(try Step(step.generatedContent) == step)
  }

  @Test func recursiveEnumsComeBack() throws {
    let tree = Tree.node(left: .leaf(1), right: .node(left: .leaf(2), right: nil))
    #expect(try Tree(tree.generatedContent) == tree)
    guard case .node(let left, _) = try Tree.PartiallyGenerated(tree.generatedContent),
      case .leaf(let value) = left
    else {
      Issue.record("the snapshot has another case")
      return
    }
    #expect(value == 1)
  }

  @Test(arguments: Meal.allCases)
  func stringEnumsAreTheirRawValues(_ meal: Meal) throws {
    #expect(try meal.generatedContent.value(String.self) == meal.rawValue)
    #expect(try Meal(meal.generatedContent) == meal)
  }

  @Test func numberEnumsAreTheirNames() throws {
    #expect(try Level.high.generatedContent.value(String.self) == "high")
    #expect(try Level(GeneratedContent("low")) == .low)
  }

  @Test func unknownCasesAreRefused() {
    #expect(throws: LanguageModelSession.GenerationError.self) { try Level(GeneratedContent("medium")) }
    #expect(throws: LanguageModelSession.GenerationError.self) { try Meal(GeneratedContent("Lunch")) }
    #expect(throws: LanguageModelSession.GenerationError.self) {
      try Step(GeneratedContent(properties: ["type": "fly"]))
    }
  }

  @Test func snapshotsHoldWhatIsThere() throws {
    let partial = try Journey.PartiallyGenerated(GeneratedContent(properties: ["title": "Sands"]))
    #expect(partial.title == "Sands")
    #expect(partial.days == nil)
    #expect(try OwnSnapshot.PartiallyGenerated(GeneratedContent(properties: ["count": 3])).count == 3)
    let folder: Int? = try Folder.PartiallyGenerated(GeneratedContent(properties: ["id": 3])).id
    #expect(folder == 3)
  }

  @Test func generationIDsComeFromTheContent() throws {
    let id = GenerationID()
    let content = GeneratedContent(properties: ["text": "old town"], id: id)
    #expect(try Term(content).id == id && Term.PartiallyGenerated(content).id == id)
    #expect(try Term(content).generatedContent.id == id)
    func identity(_ value: some Identifiable<GenerationID>) -> GenerationID { value.id }
    #expect(try identity(Term.PartiallyGenerated(content)) == id)
    let properties = Term.generationSchema.json["properties"]
    #expect(properties?.objectValue?.keys == ["text"])
    #expect(properties?["text"]?["description"] == "Two or three words,\n  as \"one\" would say them")
    #expect(properties?["text"]?["enum"] == ["beautiful sunset", "old town"])
  }

  @Test func snapshotsKeepTheIdentityOfTheirContent() throws {
    let id = GenerationID()
    let content = GeneratedContent(properties: ["title": "Sands"], id: id)
    #expect(try Journey.PartiallyGenerated(content).id == id)
  }
}
