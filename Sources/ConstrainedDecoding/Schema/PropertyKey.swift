// SPDX-License-Identifier: Apache-2.0

/// A key of an object: equal only to the same code points, which Swift's `String` does not ask for.
struct PropertyKey: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: PropertyKey, b: PropertyKey) -> Bool {
    // Canonical equivalence, the looser relation, is the faster test.
    a.text == b.text && haveSameBytes(a.text.utf8, b.text.utf8)
  }

  private static func haveSameBytes(_ a: String.UTF8View, _ b: String.UTF8View) -> Bool {
    let result = a.withContiguousStorageIfAvailable { x in
      b.withContiguousStorageIfAvailable { y in x.count == y.count && x.elementsEqual(y) }
    }
    return (result ?? nil) ?? a.elementsEqual(b)
  }

  func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}

/// Keys in the order in which they came, each once, and something for each.
struct PropertyList<Value> {
  private(set) var keys: [String] = []
  var values: [Value] = []
  private var positions: [PropertyKey: Int] = [:]
  private static var indexThreshold: Int { 8 }

  var count: Int { keys.count }
  var isEmpty: Bool { keys.isEmpty }

  func index(of key: String) -> Int? {
    if keys.count > Self.indexThreshold { return positions[PropertyKey(key)] }
    return keys.firstIndex { PropertyKey($0) == PropertyKey(key) }
  }

  subscript(key: String) -> Value? { index(of: key).map { values[$0] } }

  /// Adds a key that is not there yet.
  mutating func append(_ key: String, _ value: Value) {
    keys.append(key)
    values.append(value)
    guard keys.count > Self.indexThreshold else { return }
    if positions.isEmpty {
      for (index, key) in keys.enumerated() { positions[PropertyKey(key)] = index }
    } else {
      positions[PropertyKey(key)] = keys.count - 1
    }
  }

  /// Puts the keys in another order.
  mutating func reorder(_ order: [Int]) {
    let (oldKeys, oldValues) = (keys, values)
    self = PropertyList()
    for index in order { append(oldKeys[index], oldValues[index]) }
  }
}
