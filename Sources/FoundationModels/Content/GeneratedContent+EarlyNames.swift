// SPDX-License-Identifier: Apache-2.0

// Spellings of the framework's first betas that articles still show.

extension GeneratedContent {
  /// The properties of an object by name.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` for anything but an object.
  @_disfavoredOverload
  @available(*, deprecated, message: "Use 'value(_:forProperty:)', or 'kind' for all properties.")
  public func properties() throws -> [String: GeneratedContent] {
    guard case .structure(let properties, _) = storage else { throw mismatch("an object") }
    return properties
  }

  /// The elements of an array.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.decodingFailure` for anything but an array.
  @_disfavoredOverload
  @available(*, deprecated, message: "Use 'value(_:)' with an array type, or 'kind'.")
  public func elements() throws -> [GeneratedContent] {
    guard case .array(let elements) = storage else { throw mismatch("an array") }
    return elements
  }
}
