// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension GeneratedContent {
  /// Reads JSON text. Text that ends early gives what has arrived, with `isComplete` false.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` for text that is no beginning of JSON.
  public init(json: String) throws {
    do {
      let (value, isComplete) = try JSONValue.parsingPartial(json, limits: .default)
      self.init(value, id: nil, isComplete: isComplete)
    } catch {
      throw LanguageModelSession.GenerationError.decoding("The text is not JSON: \(error)")
    }
  }

  /// The value as JSON on one line, properties in their order.
  public var jsonString: String { json.text(.python) }

  /// The value as JSON.
  package var json: JSONValue {
    switch storage {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .structure(let properties, let keys):
      .object(keys.reduce(into: JSONObject()) { $0[$1] = properties[$1]?.json })
    }
  }

  /// Wraps a JSON value.
  ///
  /// - Parameters:
  ///   - id: The identifier of the value; those of nested objects and arrays derive from it.
  ///   - isComplete: When false, the value on the last path (the last element of the last member …) may still grow, and
  ///     so may whatever contains it.
  package init(_ value: JSONValue, id: GenerationID?, isComplete: Bool = true) {
    switch value {
    case .null: self.init(storage: .null, isComplete: isComplete)
    case .bool(let value): self.init(storage: .bool(value), isComplete: isComplete)
    case .number(let value): self.init(storage: .number(value), isComplete: isComplete)
    case .string(let value): self.init(storage: .string(value), isComplete: isComplete)
    case .array(let elements):
      let contents = elements.enumerated().map { index, element in
        GeneratedContent(
          element, id: id?.element(index), isComplete: isComplete || index < elements.count - 1)
      }
      self.init(storage: .array(contents), id: id, isComplete: isComplete)
    case .object(let object):
      var properties = [String: GeneratedContent](minimumCapacity: object.count)
      for (index, member) in object.enumerated() {
        properties[member.key] = GeneratedContent(
          member.value, id: id?.member(member.key), isComplete: isComplete || index < object.count - 1)
      }
      self.init(storage: .structure(properties: properties, orderedKeys: object.keys), id: id, isComplete: isComplete)
    }
  }
}
