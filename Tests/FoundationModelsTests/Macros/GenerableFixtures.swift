// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import RegexBuilder

// Types that exercise the macros' rules one by one. That this file compiles is the first test.

/// Nested types, several guides on one property, counts, descriptions, access levels.
@Generable(description: "A journey")
public struct Journey: Equatable, Sendable {
  @Guide(description: "A title")
  public let title: String
  @Guide(description: "Where it goes")
  @Guide(.anyOf(Journey.places))
  public let place: String
  @Guide(.count(3))
  public let days: [Day]

  static let places = ["Sahara", "Serengeti"]
  var summary: String { "\(title): \(days.count)" }

  @Generable
  public struct Day: Equatable, Sendable {
    public var title: String
    @Guide(description: "What to do", .minimumCount(1), .maximumCount(2))
    public var activities: [Activity]

    @Generable
    public enum Activity: Equatable, Sendable {
      case sightseeing
      case hotelAndLodging
    }
  }
}

/// Optional properties in every spelling, several bindings, a keyword, and what takes no part.
@Generable
struct Person: Equatable {
  var name: String
  var nickname: String?
  var age: Optional<Int>
  @Guide(.range(0...10))
  var score: Int!
  var `class`: String
  var width, height: Double
  let kind: String = "person"
  var isCalm = true
  static let shared = 3
  lazy var cache: Int = 3
  var observed: Int = 0 {
    didSet { isCalm = false }
  }

  @Guide(description: "Children", .maximumCount(2))
  var children: [Person]
}

/// A recursion through `Self`, and an identity of its own.
@Generable
struct Folder: Identifiable, Equatable {
  let id: Int
  let entries: [Self]
}

/// Nil is written as null.
@Generable(description: nil, representNilExplicitlyInGeneratedContent: true)
struct Explicit: Equatable {
  let first: String?
  let second: Int?
}

/// A generic struct.
@Generable
struct Pair<First: Generable, Second: Generable> {
  let first: First
  let second: Second?
}

/// A string enum, with a keyword among its cases.
@Generable
enum Meal: String, CaseIterable {
  case breakfast = "Frühstück"
  case lunch
  case `default`
}

/// An enum whose raw values are numbers is written by the names of its cases.
@Generable
enum Level: Int {
  case low = 1
  case high = 2
}

/// Cases with labelled, unlabelled, optional and named values, and without any.
@Generable(description: "What happens next")
public enum Step: Equatable, Sendable {
  case visit(place: String, hours: Int?)
  case pause(Int)
  case talk(_ topic: String, to: Person2)
  case pair(Int, String)
  case end
  case `default`(in: Bool)

  @Generable
  public struct Person2: Equatable, Sendable {
    let name: String
  }
}

/// A recursive enum.
@Generable
indirect enum Tree: Equatable {
  case leaf(Int)
  case node(left: Tree, right: Tree?)
}

/// Regular expressions: a literal, a builder, one beside other guides, one made elsewhere.
@Generable
struct Patterns: Equatable {
  @Guide(description: "A code", /[A-Z]{2}-\d{3}/)
  let code: String
  @Guide(
    Regex {
      ChoiceOf {
        "Mr"
        "Mrs"
      }
      ". "
      OneOrMore(.word)
    })
  let name: String
  @Guide(.pattern(/a+/))
  let letters: String
  @Guide(Patterns.digits)
  let digits: String?

  static var digits: Regex<Substring> { /\d+/ }
}

/// Conditions inside the body are kept.
@Generable
struct Conditional: Equatable {
  let always: Int
  #if os(Linux)
    let linux: String?
  #elseif os(Windows)
    let windows: Missing
  #else
    let elsewhere: String
  #endif
  #if NEVER_DEFINED
    let never: Missing
  #endif
}

@Generable
enum ConditionalCase {
  case always
  #if NEVER_DEFINED
    case never(Missing)
  #else
    case otherwise(Int)
  #endif
}

/// An identity that the framework gives.
@Generable
struct Term: Identifiable {
  var id: GenerationID
  @Guide(
    description: """
      Two or three words,
        as "one" would say them
      """,
    .anyOf([
      "beautiful sunset",  // a comment
      "old town",
    ])
  )
  var text: String
}

/// A type with nothing to generate.
@Generable
struct Empty {}

/// A snapshot type of one's own.
@Generable
struct OwnSnapshot {
  let count: Int

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    let count: Int?
    init(_ content: GeneratedContent) throws { count = try content.value(forProperty: "count") }
  }
}

/// Names that the expansion uses itself.
@Generable
struct Clashing: Equatable {
  let content: String
  let properties: [String]
  let value: String?
  let name: String
}

@Generable
private struct Hidden {
  let value: String
}

@available(*, deprecated, message: "kept to test that availability is copied")
@Generable
struct Old {
  let value: String
}
