// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The subschemas of a document, each known by an id once it has been reached.
struct SchemaPlaces {
  private struct Place {
    let value: JSONValue
    let parent: Int
    let token: String
  }
  private struct Step: Hashable {
    let parent: Int
    let token: String
  }
  private var places: [Place]
  private var known: [Step: Int] = [:]
  private var references: [String: Int] = [:]
  static let root = 0

  init(document: JSONValue) { places = [Place(value: document, parent: -1, token: "")] }

  func value(_ id: Int) -> JSONValue { places[id].value }

  /// The place below `parent`; the same id each time.
  mutating func child(_ parent: Int, _ token: String, _ value: JSONValue) -> Int {
    let step = Step(parent: parent, token: token)
    if let id = known[step] { return id }
    places.append(Place(value: value, parent: parent, token: token))
    known[step] = places.count - 1
    return places.count - 1
  }

  /// JSON pointer of a place.
  func path(_ id: Int) -> String {
    var tokens: [String] = []
    var id = id
    // A path of thousands of steps would cost more than it tells.
    while id > 0, tokens.count < 100 {
      tokens.append(Self.escape(places[id].token))
      id = places[id].parent
    }
    if id > 0 { tokens.append("…") }
    return tokens.reversed().map { "/" + $0 }.joined()
  }

  private static func escape(_ token: String) -> String {
    var result = ""
    for character in token.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The place that `reference` names: `#`, `#/pointer`, `#anchor`, or the `$id` of the document with one of these.
  mutating func resolve(_ reference: String) -> Int? {
    if let id = references[reference] { return id }
    var fragment = Substring(reference)
    if let base = (places[0].value["$id"] ?? places[0].value["id"])?.stringValue, !base.isEmpty,
      fragment.hasPrefix(base)
    {
      fragment = fragment.dropFirst(base.count)
    }
    guard fragment.isEmpty || fragment.hasPrefix("#") else { return nil }
    let pointer = Self.removingPercentEncoding(fragment.dropFirst())
    var id: Int?
    if pointer.isEmpty {
      id = Self.root
    } else if pointer.hasPrefix("/") {
      id = follow(pointer)
    } else {
      id = findAnchor(pointer)
    }
    if let id { references[reference] = id }
    return id
  }

  private mutating func follow(_ pointer: String) -> Int? {
    var id = Self.root
    for part in pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      var token = ""
      var isEscaped = false
      for scalar in part {
        if isEscaped {
          guard scalar == "0" || scalar == "1" else { return nil }
          token += scalar == "0" ? "~" : "/"
          isEscaped = false
        } else if scalar == "~" {
          isEscaped = true
        } else {
          token.unicodeScalars.append(scalar)
        }
      }
      guard !isEscaped else { return nil }
      switch places[id].value {
      case .object(let object):
        guard let value = object[token] else { return nil }
        id = child(id, token, value)
      case .array(let items):
        guard let index = Int(token), items.indices.contains(index) else { return nil }
        id = child(id, token, items[index])
      default: return nil
      }
    }
    return id
  }

  private mutating func findAnchor(_ name: String) -> Int? {
    var open = [Self.root]
    while let id = open.popLast() {
      switch places[id].value {
      case .object(let object):
        if object["$anchor"]?.stringValue == name { return id }
        // An enumerated value may look like a schema and is none.
        for (key, value) in object where key != "enum" && key != "const" { open.append(child(id, key, value)) }
      case .array(let items):
        for (index, value) in items.enumerated() { open.append(child(id, String(index), value)) }
      default: break
      }
    }
    return nil
  }

  private static func removingPercentEncoding(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
