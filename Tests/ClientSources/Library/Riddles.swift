// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import RegexBuilder

/// Schemas put together while the program runs, in a module of public types.
public struct RiddleMaker: Sendable {
  public init() {}

  public func schema(of levels: [String]) throws -> GenerationSchema {
    let answer = DynamicGenerationSchema(
      name: "Answer",
      properties: [
        .init(name: "text", schema: .init(type: String.self, guides: [.pattern(Self.word)])),
        .init(name: "isCorrect", schema: .init(type: Bool.self)),
      ])
    let riddle = DynamicGenerationSchema(
      name: "Riddle",
      properties: [
        .init(name: "level", schema: .init(name: "Level", anyOf: levels)),
        .init(
          name: "answers", schema: .init(arrayOf: .init(referenceTo: "Answer"), minimumElements: 2, maximumElements: 4)),
        .init(name: "hint", schema: .init(type: String.self), isOptional: true),
      ])
    return try GenerationSchema(root: riddle, dependencies: [answer])
  }

  private static var word: Regex<Substring> { Regex { OneOrMore(.word) } }

  public func answers(in content: GeneratedContent) throws -> [String] {
    let answers: [GeneratedContent] = try content.value(forProperty: "answers")
    return try answers.map { try $0.value(forProperty: "text") }
  }

  public func riddle(from session: LanguageModelSession, levels: [String]) async throws -> [String] {
    let response = try await session.respond(to: "Ask a riddle.", schema: schema(of: levels))
    return try answers(in: response.content)
  }
}

@Generable(description: "What a person asks for")
public enum Request: Sendable {
  case coffee(String)
  case manager(complaint: String, urgency: Urgency?)
  case nothing

  @Generable
  public enum Urgency: Int, Sendable { case low, high }
}

/// A value shown to the model and read back without the macro.
public struct Money: Generable, Sendable {
  public var cents: Int
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [GenerationSchema.Property(name: "cents", type: Int.self, guides: [.minimum(0)])])
  }
  public init(_ content: GeneratedContent) throws { cents = try content.value(forProperty: "cents") }
  public var generatedContent: GeneratedContent { GeneratedContent(properties: ["cents": cents]) }
}
