// SPDX-License-Identifier: Apache-2.0

/// The key–value pairs of a file, in its order.
package struct GGUFMetadata: Sendable {
  /// One pair.
  package struct Entry: Sendable {
    package let key: String
    package let value: GGUFValue
    /// Where the value begins, in bytes from the start of the file.
    package let offset: Int
  }

  package private(set) var entries: [Entry] = []

  /// Positions in `entries` by the bytes of the key: `String` would hold differently composed letters for equal.
  private var positions: [[UInt8]: Int] = [:]

  package init() {}

  /// Adds a pair and says whether the key is new; nothing changes when it is not.
  mutating func append(_ entry: Entry, keyBytes: some Collection<UInt8>) -> Bool {
    let (inserted, _) = positions.insertIfAbsent(Array(keyBytes), entries.count)
    if inserted { entries.append(entry) }
    return inserted
  }

  package func entry(_ key: String) -> Entry? {
    positions[Array(key.utf8)].map { entries[$0] }
  }

  package subscript(key: String) -> GGUFValue? { entry(key)?.value }
}

// MARK: Typed access; nil when the key is absent or its value has another type

extension GGUFMetadata {
  package func string(_ key: String) -> String? { self[key]?.text }

  /// Of any integer type.
  package func int(_ key: String) -> Int? { self[key]?.integer }

  /// Of either float type.
  package func float(_ key: String) -> Float? { self[key]?.float }

  package func bool(_ key: String) -> Bool? { self[key]?.bool }

  package func array(_ key: String) -> GGUFArray? { self[key]?.array }
}

// MARK: Typed access that tells wrong types from absent keys

extension GGUFMetadata {
  /// Nil when the key is absent. Throws: `wrongValueType`.
  package func optionalString(_ key: String) throws(GGUFError) -> String? {
    try convert(key, to: "a string") { $0.text }
  }

  /// Nil when the key is absent. Throws: `wrongValueType`, `valueOutOfRange`.
  package func optionalInt(_ key: String) throws(GGUFError) -> Int? {
    if let entry = entry(key), case .uint64(let value) = entry.value, value > UInt64(Int.max) {
      throw GGUFError(.valueOutOfRange("\(value)"), subject: .key(key), offset: entry.offset)
    }
    return try convert(key, to: "an integer") { $0.integer }
  }

  /// Nil when the key is absent. Throws: `wrongValueType`.
  package func optionalFloat(_ key: String) throws(GGUFError) -> Float? {
    try convert(key, to: "a float") { $0.float }
  }

  /// Nil when the key is absent. Throws: `wrongValueType`.
  package func optionalBool(_ key: String) throws(GGUFError) -> Bool? {
    try convert(key, to: "a bool") { $0.bool }
  }

  /// Nil when the key is absent. Throws: `wrongValueType`.
  package func optionalArray(_ key: String, of types: GGUFValueType...) throws(GGUFError) -> GGUFArray? {
    let names = types.map(\.name).joined(separator: " or ")
    return try convert(key, to: types.isEmpty ? "an array" : "an array of \(names)") { value in
      guard let array = value.array, types.isEmpty || types.contains(array.elementType) else { return nil }
      return array
    }
  }

  /// Throws: `missingKey`, `wrongValueType`.
  package func requiredString(_ key: String) throws(GGUFError) -> String {
    try require(key, optionalString(key))
  }

  /// Throws: `missingKey`, `wrongValueType`, `valueOutOfRange`.
  package func requiredInt(_ key: String) throws(GGUFError) -> Int {
    try require(key, optionalInt(key))
  }

  /// Throws: `missingKey`, `wrongValueType`.
  package func requiredFloat(_ key: String) throws(GGUFError) -> Float {
    try require(key, optionalFloat(key))
  }

  /// Throws: `missingKey`, `wrongValueType`.
  package func requiredBool(_ key: String) throws(GGUFError) -> Bool {
    try require(key, optionalBool(key))
  }

  /// Throws: `missingKey`, `wrongValueType`.
  package func requiredArray(_ key: String) throws(GGUFError) -> GGUFArray {
    try require(key, optionalArray(key))
  }

  private func convert<Value>(
    _ key: String, to expected: String, _ conversion: (GGUFValue) -> Value?
  ) throws(GGUFError) -> Value? {
    guard let entry = entry(key) else { return nil }
    if let value = conversion(entry.value) { return value }
    throw GGUFError(
      .wrongValueType(found: entry.value.typeName, expected: expected), subject: .key(key), offset: entry.offset)
  }

  private func require<Value>(_ key: String, _ value: Value?) throws(GGUFError) -> Value {
    guard let value else { throw GGUFError(.missingKey, subject: .key(key)) }
    return value
  }
}

extension Dictionary {
  /// Stores a value under a new key; an existing one is left as it is.
  mutating func insertIfAbsent(_ key: Key, _ value: Value) -> (inserted: Bool, value: Value) {
    let before = count
    let stored = self[key, default: value]
    self[key] = stored
    return (count > before, stored)
  }
}
