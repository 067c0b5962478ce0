// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Builds the value of JSON text from what the machine says of each byte it has taken: the place it led to.
///
/// Which bytes may follow which, and what they open and close, the machine alone knows. The cost is per byte, whatever the
/// length of the text.
struct JSONRecorder: Sendable {
  private enum Container: Sendable {
    case object(JSONObject, key: String?)
    case array([JSONValue])
  }
  private enum Leaf: Sendable { case none, string, key, number, word }

  private var open: [Container] = []
  private var leaf = Leaf.none
  /// Decoded bytes of the string, or the text of the number or literal, being written.
  private var text: [UInt8] = []
  /// The escape being written.
  private var escape: StringEscape?
  private var root: JSONValue?
  /// Steps of work done: a byte, or a run of bytes of a string, each.
  private(set) var steps = 0

  /// - Parameter places: where the machine stood after each byte of `bytes`.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ places: UnsafePointer<JSONPlace>) {
    var index = 0
    while index < bytes.count {
      steps += 1
      if leaf == .string, escape == nil {
        // As far as the string is written as it reads.
        let start = index
        while index < bytes.count, places[index].kind == .scalar, bytes[index] != UInt8(ascii: "\\") { index += 1 }
        if index > start {
          text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
          continue
        }
      }
      append(bytes[index], places[index])
      index += 1
    }
  }

  /// The text has ended; a number at the end is whole.
  mutating func finish() {
    if leaf == .number { finishNumber() }
  }

  var isComplete: Bool { root != nil }

  private mutating func append(_ byte: UInt8, _ place: JSONPlace) {
    switch leaf {
    case .none: begin(byte, place)
    case .string, .key:
      if place.kind == .scalar || place.kind == .key { appendToString(byte) } else { finishString() }
    case .number:
      if NumberAutomaton.symbol(byte) >= 0 { return text.append(byte) }
      finishNumber()
      begin(byte, place)
    case .word:
      text.append(byte)
      if place.kind != .scalar { finishWord() }
    }
  }

  /// A byte between the tokens, or the first of one.
  private mutating func begin(_ byte: UInt8, _ place: JSONPlace) {
    if place.depth > open.count {
      return open.append(place.kind == .object ? .object(JSONObject(), key: nil) : .array([]))
    }
    if place.depth < open.count { return closeContainer() }
    if byte == UInt8(ascii: "\"") {
      leaf = place.kind == .key ? .key : .string
      text.removeAll(keepingCapacity: true)
    } else if NumberAutomaton.symbol(byte) >= 0 {
      // Listed numbers of one digit end with it, so that the place says nothing.
      leaf = .number
      text = [byte]
    } else if place.kind == .scalar {
      leaf = .word
      text = [byte]
    }
  }

  private mutating func closeContainer() {
    switch open.popLast() {
    case .object(let object, _): attach(.object(object))
    case .array(let items): attach(.array(items))
    case nil: break
    }
  }

  private mutating func appendToString(_ byte: UInt8) {
    if let known = escape {
      escape = nil
      switch known.reading(byte) {
      case .more(let next): escape = next
      case .character(let value): text.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
      case .invalid: break
      }
    } else if byte == UInt8(ascii: "\\") {
      escape = .start
    } else {
      text.append(byte)
    }
  }

  private mutating func finishString() {
    let string = String(decoding: text, as: UTF8.self)
    if leaf == .key, case .object(let object, _)? = open.popLast() {
      open.append(.object(object, key: string))
    } else {
      attach(.string(string))
    }
    leaf = .none
  }

  private mutating func finishNumber() {
    leaf = .none
    attach(.number(JSONNumber(uncheckedText: String(decoding: text, as: UTF8.self))))
  }

  private mutating func finishWord() {
    leaf = .none
    switch text.first {
    case UInt8(ascii: "t"): attach(.bool(true))
    case UInt8(ascii: "f"): attach(.bool(false))
    default: attach(.null)
    }
  }

  private mutating func attach(_ value: JSONValue) {
    guard let last = open.popLast() else {
      root = value
      return
    }
    open.append(Self.adding(value, to: last))
  }

  private static func adding(_ value: JSONValue, to container: consuming Container) -> Container {
    switch consume container {
    case .object(var object, let key):
      if let key { object[key] = value }
      return .object(object, key: nil)
    case .array(var items):
      items.append(value)
      return .array(items)
    }
  }

  var snapshot: PartialJSON {
    if let root { return PartialJSON(value: root, isComplete: true) }
    var value: JSONValue?
    var path: [PartialJSON.Step]?
    if leaf == .string {
      value = .string(String(decoding: Self.wholeCharacters(text), as: UTF8.self))
      path = []
    }
    var isInnermost = true
    for container in open.reversed() {
      switch container {
      case .object(var object, let key):
        if let key, let inner = value {
          object[key] = inner
          path?.append(.key(key))
        }
        value = .object(object)
      case .array(var items):
        if let inner = value, !isInnermost || leaf == .string {
          items.append(inner)
          path?.append(.index(items.count - 1))
        }
        value = .array(items)
      }
      isInnermost = false
    }
    return PartialJSON(value: value, isComplete: false, unfinished: path.map { $0.reversed() })
  }

  /// Without the bytes of a character that has not arrived whole.
  private static func wholeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var start = bytes.count
    while start > 0, bytes.count - start < 4 {
      start -= 1
      guard bytes[start] & 0xC0 != 0x80 else { continue }
      let length = UTF8Prefix.length(ofLead: bytes[start]) ?? 1
      return start + length > bytes.count ? bytes[..<start] : bytes[...]
    }
    return bytes[...]
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: wholeCharacters(bytes), as: UTF8.self) }
}
