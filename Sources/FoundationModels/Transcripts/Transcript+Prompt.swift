// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Transcript {
  /// What the model was asked.
  public struct Prompt: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the entry.
    public var id: String
    /// The prompt.
    public var segments: [Segment]
    /// The options of the request.
    public var options: GenerationOptions
    /// The form asked for; nil is free text.
    public var responseFormat: ResponseFormat?
    /// Whether the schema of `responseFormat` stands in the prompt that the model reads.
    package var includesSchema = true

    /// Makes an entry.
    public init(
      id: String = UUID().uuidString, segments: [Segment], options: GenerationOptions = GenerationOptions(),
      responseFormat: ResponseFormat? = nil
    ) {
      self.id = id
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
    }

    /// The entry for a reader.
    public var description: String { "Prompt: \(segments.text)" }
  }

  /// The form of a response.
  public struct ResponseFormat: Sendable, Equatable, CustomStringConvertible {
    /// The schema of the response.
    package let schema: GenerationSchema

    /// The name of the schema.
    public var name: String { schema.name }

    /// Makes the form of a type.
    public init<Content>(type: Content.Type) where Content: Generable { schema = Content.generationSchema }

    /// Makes a form from a schema.
    public init(schema: GenerationSchema) { self.schema = schema }

    /// Compares the JSON forms.
    public static func == (a: ResponseFormat, b: ResponseFormat) -> Bool {
      a.schema.json.isEquivalent(to: b.schema.json)
    }

    /// The name of the schema.
    public var description: String { name }
  }
}
