// SPDX-License-Identifier: Apache-2.0
import FoundationModels

// Conformances by hand, as a program without macros writes them.

struct Length: Generable, Equatable {
  var hours: Int
  var minutes: Int

  init(hours: Int, minutes: Int) {
    self.hours = hours
    self.minutes = minutes
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [.init(name: "hours", type: Int.self), .init(name: "minutes", type: Int.self)])
  }

  init(_ content: GeneratedContent) throws {
    hours = try content.value(forProperty: "hours")
    minutes = try content.value(forProperty: "minutes")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["hours": hours, "minutes": minutes]) }
}

struct Film: Generable {
  var name: String
  var length: Length
  var plot: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "What is known of a film",
      properties: [
        .init(name: "name", type: String.self),
        .init(name: "length", description: "How long it runs", type: Length.self),
        .init(name: "plot", description: "One sentence about it", type: String.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    length = try content.value(forProperty: "length")
    plot = try content.value(forProperty: "plot")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "length": length, "plot": plot])
  }

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    var id: GenerationID
    var name: String?
    var length: Length.PartiallyGenerated?
    var plot: String?

    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      name = try content.value(forProperty: "name")
      length = try content.value(forProperty: "length")
      plot = try content.value(forProperty: "plot")
    }
  }
}

struct Festival: Generable {
  var films: [Film]

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "films", type: [Film].self)])
  }

  init(_ content: GeneratedContent) throws { films = try content.value(forProperty: "films") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["films": films]) }

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    var films: [Film].PartiallyGenerated?
    init(_ content: GeneratedContent) throws { films = try content.value(forProperty: "films") }
  }
}

/// A type that contains itself.
struct Comment: Generable, Equatable {
  var likes: Int?
  var replies: [Comment]
  var text: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "likes", description: "How many liked it", type: Int?.self, guides: [.range(0...100)]),
        .init(
          name: "replies", description: "What others answered", type: [Comment].self, guides: [.maximumCount(3)]),
        .init(name: "text", description: "What it says", type: String.self),
      ])
  }

  init(likes: Int?, replies: [Comment], text: String) {
    self.likes = likes
    self.replies = replies
    self.text = text
  }

  init(_ content: GeneratedContent) throws {
    likes = try content.value(forProperty: "likes")
    replies = try content.value(forProperty: "replies")
    text = try content.value(forProperty: "text")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["likes": likes, "replies": replies, "text": text])
  }
}

/// An enum whose cases are strings.
enum Mood: String, Generable, CaseIterable {
  case calm, playful

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: allCases.map(\.rawValue))
  }

  init(_ content: GeneratedContent) throws {
    guard let value = Mood(rawValue: try content.value()) else {
      throw LanguageModelSession.GenerationError.decodingFailure(.init(debugDescription: "no such mood"))
    }
    self = value
  }

  var generatedContent: GeneratedContent { GeneratedContent(rawValue) }
}

/// Has an enum between strings.
struct Report: Generable, Equatable {
  var title: String
  var mood: Mood
  var notes: [String]

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "title", type: String.self), .init(name: "mood", type: Mood.self),
        .init(name: "notes", type: [String].self, guides: [.count(2), .element(.anyOf(["a", "b"]))]),
      ])
  }

  init(_ content: GeneratedContent) throws {
    title = try content.value(forProperty: "title")
    mood = try content.value(forProperty: "mood")
    notes = try content.value(forProperty: "notes")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["title": title, "mood": mood, "notes": notes])
  }

  struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent {
    var id: GenerationID
    var title: String?
    var mood: Mood.PartiallyGenerated?
    var notes: [String].PartiallyGenerated?

    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      title = try content.value(forProperty: "title")
      mood = try content.value(forProperty: "mood")
      notes = try content.value(forProperty: "notes")
    }
  }
}
