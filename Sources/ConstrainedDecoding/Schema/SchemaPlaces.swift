// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The values inside a document, each known by a number once it has been reached.
///
/// The children of a place get their numbers together, when one of them is first asked for; so a child is found by adding.
struct SchemaPlaces {
  private struct Place {
    let value: JSONValue
    let parent: Int32
    /// Position in the parent; -1 where the value does not stand in the document.
    let index: Int32
    /// -1 before the children are numbered.
    var firstChild: Int32 = -1
  }
  private var places: [Place]
  private var unions: [Int: [SchemaTerm]] = [:]
  var index = SchemaIndex()
  /// The draft that the document names, from 3 to 7; nil for a later one or none.
  let draft: Int?
  /// Whether the document follows a draft where what stands beside `$ref` is ignored.
  let ignoresSiblings: Bool
  /// Whether it follows a draft where `1.0` is no integer.
  let comparesIntegersByText: Bool
  /// Other documents that references may lead to, by absolute identifier.
  private let documents: [String: JSONValue]
  /// The places where other documents begin.
  private(set) var documentRoots: Set<Int> = []
  static let root = 0
  /// A place that everything satisfies.
  static let anything = 1

  init(document: JSONValue, documents: [String: JSONValue] = [:]) {
    self.documents = documents
    places = [Place(value: document, parent: -1, index: -1), Place(value: .bool(true), parent: 0, index: -1)]
    draft = Self.draft(document["$schema"]?.stringValue ?? "")
    comparesIntegersByText = draft.map { $0 == 3 || $0 == 4 } ?? false
    ignoresSiblings = draft.map { (3...7).contains($0) } ?? false
  }

  /// The number in `draft-0N`, the first that stands in the name of a dialect.
  private static func draft(_ dialect: String) -> Int? {
    let mark = Array("draft-0".utf8)
    var matched = 0
    for byte in dialect.utf8 {
      if matched == mark.count {
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return Int(byte - UInt8(ascii: "0")) }
        matched = 0
      }
      // The first letter occurs once in the mark.
      matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
    }
    return nil
  }

  var count: Int { places.count }

  func value(_ id: Int) -> JSONValue { places[id].value }

  func parent(_ id: Int) -> Int { Int(places[id].parent) }

  /// The place of a child by its position.
  mutating func child(_ id: Int, _ position: Int) -> Int {
    if places[id].firstChild >= 0 { return Int(places[id].firstChild) + position }
    let first = places.count
    switch places[id].value {
    case .object(let object):
      for index in 0..<object.count { add(object.values[index], id, index) }
    case .array(let items):
      for (index, item) in items.enumerated() { add(item, id, index) }
    default: break
    }
    places[id].firstChild = Int32(first)
    return first + position
  }

  private mutating func add(_ value: JSONValue, _ parent: Int, _ index: Int) {
    places.append(Place(value: value, parent: Int32(parent), index: Int32(index)))
  }

  mutating func child(_ id: Int, key: String) -> Int? {
    guard case .object(let object) = places[id].value, let position = object.index(ofKey: key) else { return nil }
    return child(id, position)
  }

  /// A schema that does not stand in the document; errors name the place it was made for.
  mutating func add(schema: JSONValue, for id: Int) -> Int {
    add(schema, id, -1)
    return places.count - 1
  }

  /// A place that is satisfied where one of `terms` is.
  mutating func add(union terms: [SchemaTerm], for id: Int) -> Int {
    let place = add(schema: .bool(true), for: id)
    unions[place] = terms
    return place
  }

  /// The place where the document of that absolute identifier begins; nil where it was not given. Errors inside it name
  /// places by their paths in it.
  mutating func add(documentNamed identifier: String) -> Int? {
    guard let document = documents[identifier] else { return nil }
    places.append(Place(value: document, parent: -1, index: -1))
    documentRoots.insert(places.count - 1)
    return places.count - 1
  }

  func union(_ id: Int) -> [SchemaTerm]? { unions.isEmpty ? nil : unions[id] }

  /// JSON pointer of a place.
  func path(_ id: Int) -> String {
    var tokens: [String] = []
    var id = id
    // A path of thousands of steps would cost more than it tells.
    while id > 0, tokens.count < 100 {
      let place = places[id]
      if place.index >= 0 { tokens.append(token(Int(place.parent), Int(place.index))) }
      id = Int(place.parent)
    }
    if id > 0 { tokens.append("…") }
    return tokens.reversed().map { "/" + $0 }.joined()
  }

  private func token(_ parent: Int, _ index: Int) -> String {
    guard case .object(let object) = places[parent].value else { return String(index) }
    var result = ""
    for character in object.keys[index].unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
