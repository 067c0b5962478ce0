// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object in the order written; each key once.
///
/// Keys are told apart by their code points, as JSON does, not by canonical equivalence, as Swift's `String` does.
package struct JSONObject: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
  package typealias Element = (key: String, value: JSONValue)

  package private(set) var keys: [String] = []
  package private(set) var values: [JSONValue] = []
  /// Position of each key; built only past a size where a linear search would be slow.
  private var positions: [ExactKey: Int] = [:]
  private static let indexThreshold = 12

  package init() {}

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { keys.count }
  package subscript(position: Int) -> Element { (keys[position], values[position]) }

  package func index(ofKey key: String) -> Int? {
    keys.count > Self.indexThreshold
      // Canonical equivalence, the looser relation, is the faster test.
      ? positions[ExactKey(text: key)] : keys.firstIndex { $0 == key && $0.utf8.elementsEqual(key.utf8) }
  }

  /// Reads, replaces in place, appends (a new key goes last) or, with nil, removes.
  package subscript(key: String) -> JSONValue? {
    get { index(ofKey: key).map { values[$0] } }
    set {
      switch (index(ofKey: key), newValue) {
      case (let at?, let value?): values[at] = value
      case (nil, let value?): append(key, value)
      case (let at?, nil): remove(at: at)
      case (nil, nil): break
      }
    }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
    if keys.count > Self.indexThreshold {
      if positions.isEmpty { reindex() } else { positions[ExactKey(text: key)] = keys.count - 1 }
    }
  }

  private mutating func remove(at position: Int) {
    keys.remove(at: position)
    values.remove(at: position)
    reindex()
  }

  private mutating func reindex() {
    positions = [:]
    guard keys.count > Self.indexThreshold else { return }
    for (position, key) in keys.enumerated() { positions[ExactKey(text: key)] = position }
  }

  package static func == (a: JSONObject, b: JSONObject) -> Bool { a.keys == b.keys && a.values == b.values }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(values)
  }
}

/// A string that equals only the same code points.
private struct ExactKey: Hashable, Sendable {
  let text: String

  static func == (a: ExactKey, b: ExactKey) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
