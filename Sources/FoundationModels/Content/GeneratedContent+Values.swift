// SPDX-License-Identifier: Apache-2.0

extension GeneratedContent {
  /// Reads the content as a type.
  ///
  /// - Throws: What the type's initializer throws when the content does not fit.
  public func value<Value>(_ type: Value.Type = Value.self) throws -> Value
  where Value: ConvertibleFromGeneratedContent {
    try Value(self)
  }

  /// Reads a property as a type.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` when there is no such property, and what the type's
  ///   initializer throws.
  public func value<Value>(_ type: Value.Type = Value.self, forProperty property: String) throws -> Value
  where Value: ConvertibleFromGeneratedContent {
    guard let content = try self.property(property) else {
      throw LanguageModelSession.GenerationError.decoding("GeneratedContent does not contain a property '\(property)'.")
    }
    return try Value(content)
  }

  /// Reads a property that may be missing.
  ///
  /// - Returns: Nil when the property is missing or null.
  /// - Throws: What the type's initializer throws.
  public func value<Value>(_ type: Value?.Type = Value?.self, forProperty property: String) throws -> Value?
  where Value: ConvertibleFromGeneratedContent {
    guard let content = try self.property(property), content.storage != .null else { return nil }
    return try Value(content)
  }

  private func property(_ name: String) throws -> GeneratedContent? {
    guard case .structure(let properties, _) = storage else {
      throw LanguageModelSession.GenerationError.decoding("Property '\(name)' was asked of \(form), not of an object.")
    }
    return properties[name]
  }

  /// What kind of value this is, for messages.
  package var form: String {
    switch storage {
    case .null: "null"
    case .bool: "a boolean"
    case .number(let number): "the number \(number.text)"
    case .string: "a string"
    case .array: "an array"
    case .structure: "an object"
    }
  }

  /// The error for a content that is not what a type needs.
  func mismatch(_ expected: String) -> LanguageModelSession.GenerationError {
    .decoding("Expected \(expected), found \(form).")
  }
}
