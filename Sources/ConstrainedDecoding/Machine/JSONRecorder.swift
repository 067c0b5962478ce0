// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Builds the value of JSON text as its bytes are accepted. The machine has already judged them, so that nothing is checked
/// or read twice: the cost is per byte, whatever the length of the text.
struct JSONRecorder: Sendable {
  private enum Container: Sendable {
    case object(JSONObject, key: String?)
    case array([JSONValue])
  }
  private enum Leaf: Sendable { case none, string, key, word }

  private var open: [Container] = []
  private var leaf = Leaf.none
  /// Decoded bytes of the string, or the text of the number or literal, being written.
  private var text: [UInt8] = []
  /// 0: no escape; 1: after the backslash; 2…5: digits of `\u` read, plus 2.
  private var escape = 0
  private var unit: UInt32 = 0
  /// A high surrogate that waits for its partner.
  private var high: UInt32?
  private var root: JSONValue?

  mutating func append(_ byte: UInt8) {
    switch leaf {
    case .string, .key: appendToString(byte)
    case .word:
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09:
        finishWord()
        appendStructure(byte)
      default:
        text.append(byte)
        finishLiteral()
      }
    case .none: appendStructure(byte)
    }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      if leaf == .string, escape == 0 {
        // As far as the string is written as it reads.
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
        if index > start {
          text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
          continue
        }
      }
      append(bytes[index])
      index += 1
    }
  }

  /// The text has ended; a number at the end is whole.
  mutating func finish() {
    if leaf == .word { finishWord() }
  }

  var isComplete: Bool { root != nil }

  private mutating func appendStructure(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): open.append(.object(JSONObject(), key: nil))
    case UInt8(ascii: "["): open.append(.array([]))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      switch open.popLast() {
      case .object(let object, _): attach(.object(object))
      case .array(let items): attach(.array(items))
      case nil: break
      }
    case UInt8(ascii: "\""):
      text.removeAll(keepingCapacity: true)
      if case .object(_, key: nil)? = open.last { leaf = .key } else { leaf = .string }
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: break
    default:
      text.removeAll(keepingCapacity: true)
      text.append(byte)
      leaf = .word
    }
  }

  private mutating func appendToString(_ byte: UInt8) {
    switch escape {
    case 0:
      if byte == UInt8(ascii: "\\") {
        escape = 1
      } else if byte == UInt8(ascii: "\"") {
        finishString()
      } else {
        text.append(byte)
      }
    case 1:
      if byte == UInt8(ascii: "u") {
        escape = 2
        unit = 0
      } else {
        escape = 0
        text.append(UInt8(Machine.shortEscape(byte) ?? 0))
      }
    default:
      unit = unit << 4 | (Machine.hexDigit(byte) ?? 0)
      escape += 1
      guard escape == 6 else { return }
      escape = 0
      if 0xD800...0xDBFF ~= unit {
        high = unit
      } else {
        var value = unit
        if let first = high { value = 0x10000 + (first - 0xD800) << 10 + (unit & 0x3FF) }
        high = nil
        text.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
      }
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

  /// A literal is whole at its last letter; only a number may go on.
  private mutating func finishLiteral() {
    if text.count == (text[0] == UInt8(ascii: "f") ? 5 : 4), text[0] >= UInt8(ascii: "a") { finishWord() }
  }

  private mutating func finishWord() {
    leaf = .none
    switch text.first {
    case UInt8(ascii: "t"): attach(.bool(true))
    case UInt8(ascii: "f"): attach(.bool(false))
    case UInt8(ascii: "n"): attach(.null)
    default: attach(.number(JSONNumber(uncheckedText: String(decoding: text, as: UTF8.self))))
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
