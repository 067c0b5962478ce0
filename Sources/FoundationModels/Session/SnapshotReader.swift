// SPDX-License-Identifier: Apache-2.0

/// Reads what has arrived of an answer as the partial form of a type.
enum SnapshotReader {
  /// The snapshot of an update, or nil while too little has arrived to make one.
  ///
  /// A value that cannot be read yet, such as half the name of an enum's case, is left out until it can.
  static func snapshot<Content: Generable>(
    _ type: Content.Type, of update: ResponseUpdate, id: GenerationID
  ) -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
    let raw: GeneratedContent =
      switch update {
      case .text(let text): GeneratedContent(storage: .string(text), isComplete: false)
      case .value(let value, let isComplete): GeneratedContent(value, id: id, isComplete: isComplete)
      case .content(let content): content.identified(by: id)
      }
    var candidate: GeneratedContent? = raw
    while let content = candidate {
      // With the type written out: in an expression, `Content.PartiallyGenerated(…)` means the protocol's default, `Self`.
      let value: Content.PartiallyGenerated? = try? content.value()
      if let value {
        return LanguageModelSession.ResponseStream<Content>.Snapshot(content: value, rawContent: content)
      }
      candidate = raw.isComplete ? nil : content.withoutLastValue()
    }
    return nil
  }
}

extension GeneratedContent {
  /// The content under an identifier, from which those of its parts derive.
  func identified(by id: GenerationID) -> GeneratedContent {
    GeneratedContent(json, id: id, isComplete: isComplete)
  }

  /// The content without the value that arrived last, the innermost one; nil when nothing would be left.
  func withoutLastValue() -> GeneratedContent? {
    switch storage {
    case .null, .bool, .number, .string: return nil
    case .array(var elements):
      guard let last = elements.popLast() else { return nil }
      if let shorter = last.withoutLastValue() { elements.append(shorter) }
      return GeneratedContent(storage: .array(elements), id: id, isComplete: isComplete)
    case .structure(var properties, var keys):
      guard let key = keys.popLast() else { return nil }
      let last = properties.removeValue(forKey: key)
      if let shorter = last?.withoutLastValue() {
        keys.append(key)
        properties[key] = shorter
      }
      return GeneratedContent(
        storage: .structure(properties: properties, orderedKeys: keys), id: id, isComplete: isComplete)
    }
  }
}
