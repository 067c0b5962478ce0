// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

@testable import ConstrainedDecoding

/// What the beginning of a JSON text shows, read anew from its first byte: slow, and plain enough to be believed.
struct PrefixReader {
  private let bytes: [UInt8]
  private var index = 0
  private var path: [PartialJSON.Step] = []
  private var unfinished: [PartialJSON.Step]?

  /// - Parameter hasEnded: whether nothing follows, so that a number at the end is whole.
  static func read(_ bytes: [UInt8], hasEnded: Bool) -> PartialJSON {
    var reader = PrefixReader(bytes: bytes + (hasEnded ? [0x20] : []))
    let (value, isWhole) = reader.value()
    return PartialJSON(value: value, isComplete: isWhole, unfinished: reader.unfinished)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipBlanks() { while let byte = peek, [0x20, 0x0A, 0x09, 0x0D].contains(byte) { index += 1 } }
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func value() -> (JSONValue?, isWhole: Bool) {
    skipBlanks()
    guard let byte = peek else { return (nil, false) }
    switch byte {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""):
      let (text, isWhole) = string()
      if !isWhole { unfinished = path }
      return (.string(text), isWhole)
    default:
      var word: [UInt8] = []
      while let byte = peek, !",]} \n\t\r".utf8.contains(byte) {
        word.append(byte)
        index += 1
      }
      let text = String(decoding: word, as: UTF8.self)
      switch text {
      case "true": return (true, true)
      case "false": return (false, true)
      case "null": return (.null, true)
      default: return peek == nil ? (nil, false) : (try? JSONValue(parsing: word), true)
      }
    }
  }

  private mutating func array() -> (JSONValue?, isWhole: Bool) {
    index += 1
    var items: [JSONValue] = []
    while true {
      skipBlanks()
      if peek == UInt8(ascii: ",") {
        index += 1
      } else if peek == UInt8(ascii: "]") {
        index += 1
        return (.array(items), true)
      }
      skipBlanks()
      guard peek != nil else { return (.array(items), false) }
      path.append(.index(items.count))
      let (item, isWhole) = value()
      path.removeLast()
      if let item { items.append(item) }
      if !isWhole { return (.array(items), false) }
    }
  }

  private mutating func object() -> (JSONValue?, isWhole: Bool) {
    index += 1
    var object = JSONObject()
    while true {
      skipBlanks()
      if peek == UInt8(ascii: ",") {
        index += 1
      } else if peek == UInt8(ascii: "}") {
        index += 1
        return (.object(object), true)
      }
      skipBlanks()
      guard peek != nil else { return (.object(object), false) }
      let (key, hasKey) = string()
      guard hasKey else { return (.object(object), false) }
      skipBlanks()
      guard peek != nil else { return (.object(object), false) }
      index += 1
      path.append(.key(key))
      let (member, isWhole) = value()
      path.removeLast()
      if let member { object[key] = member }
      if !isWhole { return (.object(object), false) }
    }
  }

  /// A string, as far as its whole characters go.
  private mutating func string() -> (String, isWhole: Bool) {
    let start = index
    index += 1
    var lastWhole = index
    while let byte = peek, byte != UInt8(ascii: "\"") {
      let count: Int =
        if byte == UInt8(ascii: "\\") {
          if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") { isHigh(at: index) ? 12 : 6 } else { 2 }
        } else {
          byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        }
      guard index + count <= bytes.count else {
        index = bytes.count
        return (decoded(start, lastWhole), false)
      }
      index += count
      lastWhole = index
    }
    guard peek != nil else { return (decoded(start, lastWhole), false) }
    index += 1
    return (decoded(start, lastWhole), true)
  }

  private func isHigh(at start: Int) -> Bool {
    start + 3 < bytes.count && "dD".utf8.contains(bytes[start + 2]) && "89abAB".utf8.contains(bytes[start + 3])
  }

  private func decoded(_ start: Int, _ end: Int) -> String {
    (try? JSONValue(parsing: Array(bytes[start..<end]) + [UInt8(ascii: "\"")]))?.stringValue ?? "?"
  }
}
