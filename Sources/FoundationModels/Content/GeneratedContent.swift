// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A value that a model generated, or that can be shown to one: JSON whose properties keep their order.
///
/// Numbers keep the digits they were written with, so that an `Int` or a `Decimal` comes back exactly.
/// Two contents are equal when value, order of properties and completeness are; `id` does not count.
public struct GeneratedContent: Sendable {
  /// The value itself.
  package enum Storage: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([GeneratedContent])
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  package var storage: Storage

  /// What tells this value from others across the snapshots of one response.
  public var id: GenerationID?

  /// Whether the value is whole. False in the snapshots of a stream, and for truncated JSON, as long as more may come.
  public private(set) var isComplete: Bool

  package init(storage: Storage, id: GenerationID? = nil, isComplete: Bool = true) {
    self.storage = storage
    self.id = id
    self.isComplete = isComplete
  }
}

extension GeneratedContent: Equatable {
  /// Compares values, the order of properties and completeness; identifiers do not count.
  public static func == (a: GeneratedContent, b: GeneratedContent) -> Bool {
    guard a.isComplete == b.isComplete else { return false }
    // Numbers are compared by value: 1 and 1.0 are the same content.
    if case .number(let x) = a.storage, case .number(let y) = b.storage {
      return x.text == y.text || x.double == y.double
    }
    return a.storage == b.storage
  }
}

// MARK: Building

extension GeneratedContent {
  /// Makes an object from properties in the order given.
  ///
  /// - Parameters:
  ///   - properties: Names and values. Of a name that comes twice the last value counts, at the first one's place.
  ///   - id: The identifier of the object.
  public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
    self.init(
      properties: properties.map { ($0.key, $0.value) }, id: id, uniquingKeysWith: { _, last in last })
  }

  /// Makes an object from a sequence of properties, in the order given.
  ///
  /// - Parameters:
  ///   - properties: Names and values.
  ///   - id: The identifier of the object.
  ///   - combine: Makes one value of two that have the same name; the first one's place is kept.
  /// - Throws: What `combine` throws.
  public init<S>(
    properties: S, id: GenerationID? = nil,
    uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
  ) rethrows where S: Sequence, S.Element == (String, any ConvertibleToGeneratedContent) {
    var keys: [String] = []
    var values: [String: GeneratedContent] = [:]
    for (key, value) in properties {
      if let earlier = values[key] {
        values[key] = try combine(earlier, value.generatedContent).generatedContent
      } else {
        keys.append(key)
        values[key] = value.generatedContent
      }
    }
    self.init(storage: .structure(properties: values, orderedKeys: keys), id: id)
  }

  /// Makes an array.
  public init<S>(elements: S, id: GenerationID? = nil)
  where S: Sequence, S.Element == any ConvertibleToGeneratedContent {
    self.init(storage: .array(elements.map(\.generatedContent)), id: id)
  }

  /// Makes the content of a value.
  public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

  /// Makes the content of a value and gives it an identifier.
  public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
    self = value.generatedContent
    self.id = id
  }
}

// MARK: Generable

extension GeneratedContent: Generable {
  /// The schema of any value.
  public static var generationSchema: GenerationSchema { GenerationSchema(root: .inline(JSONObject())) }

  /// Takes a content as it is.
  public init(_ content: GeneratedContent) throws { self = content }

  /// The content itself.
  public var generatedContent: GeneratedContent { self }
}

extension GeneratedContent: CustomDebugStringConvertible {
  /// The value as JSON; an incomplete one ends in an ellipsis.
  public var debugDescription: String { isComplete ? jsonString : jsonString + "…" }
}
