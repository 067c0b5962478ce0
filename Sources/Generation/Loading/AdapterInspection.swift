// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import TransformerRuntime

/// What an adapter's file says of itself, read and checked without a model.
package struct AdapterInspection: Sendable {
  package let path: String
  private let file: AdapterFile

  /// - Throws: `ModelLoadError` when the file is no adapter, or damaged.
  package init(path: String) throws(ModelLoadError) {
    self.path = path
    file = try AdapterFile(path: path)
  }

  /// The kind of model that the adapter was trained on.
  package var architecture: String { file.architecture }

  /// The file's metadata without what the engine reads, as `Bool`, `Int`, `Double`, `String` and arrays of these.
  package var metadata: [String: Any] {
    var metadata: [String: Any] = [:]
    for entry in file.file.metadata.entries where !Self.isOfEngine(entry.key) {
      metadata[entry.key] = Self.plain(entry.value)
    }
    return metadata
  }

  /// Checks the adapter against a model in every shape, without loading either.
  ///
  /// - Throws: `ModelLoadError` with the path of the file at fault.
  package func check(fitsModelAt modelPath: String) throws(ModelLoadError) {
    var options = ModelLoadOptions()
    options.adapter = path
    _ = try ModelInspection(path: modelPath, options: options)
  }

  private static func isOfEngine(_ key: String) -> Bool {
    key == "general.type" || key == "general.architecture" || key == "general.alignment" || key.hasPrefix("adapter.")
  }

  private static func plain(_ value: GGUFValue) -> Any? {
    if let flag = value.bool { return flag }
    if let text = value.text { return text }
    if let number = value.integer { return number }
    if let number = value.float { return Double(number) }
    guard let array = value.array else { return nil }
    if let texts = array.strings { return texts }
    if let numbers = array.int32s { return numbers.map(Int.init) }
    if let numbers = array.floats { return numbers.map(Double.init) }
    return nil
  }
}
