// SPDX-License-Identifier: Apache-2.0

/// How a JSON text is laid out.
package struct JSONStyle: Sendable, Hashable {
  /// Between members or items, where they stand on one line.
  package var itemSeparator: String
  /// Between a key and its value.
  package var keySeparator: String
  /// Spaces per level with one member or item a line; nil keeps all on one line.
  package var indentation: Int?
  /// Whether characters beyond ASCII are written as `\u` escapes.
  package var escapesNonASCII: Bool

  package init(
    itemSeparator: String = ",", keySeparator: String = ":", indentation: Int? = nil, escapesNonASCII: Bool = false
  ) {
    self.itemSeparator = itemSeparator
    self.keySeparator = keySeparator
    self.indentation = indentation
    self.escapesNonASCII = escapesNonASCII
  }

  /// `{"a":[1,2]}`
  package static let compact = JSONStyle()
  /// One member or item a line, two spaces a level.
  package static let pretty = pretty(indentation: 2)
  /// `{"a": [1, 2]}`, as Python's `json.dumps(value, ensure_ascii=False)` writes it, which chat templates expect.
  package static let python = JSONStyle(itemSeparator: ", ", keySeparator: ": ")

  /// One member or item a line, as Python's `json.dumps(value, indent: n)`.
  package static func pretty(indentation: Int) -> JSONStyle {
    JSONStyle(keySeparator: ": ", indentation: indentation)
  }
}

extension JSONValue: CustomStringConvertible {
  package var description: String { text() }

  /// The value as JSON text.
  package func text(_ style: JSONStyle = .compact) -> String {
    var writer = JSONWriter(style: style)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// `text` as a JSON string, quotes included.
  package static func quoted(_ text: String, escapesNonASCII: Bool = false) -> String {
    JSONValue.string(text).text(JSONStyle(escapesNonASCII: escapesNonASCII))
  }
}

private struct JSONWriter {
  let style: JSONStyle
  var bytes: [UInt8] = []
  private var level = 0

  init(style: JSONStyle) { self.style = style }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): quote(text)
    case .array(let items):
      enclose("[", "]", count: items.count) { writer, index in writer.write(items[index]) }
    case .object(let object):
      enclose("{", "}", count: object.count) { writer, index in
        writer.quote(object.keys[index])
        writer.append(writer.style.keySeparator)
        writer.write(object.values[index])
      }
    }
  }

  private mutating func enclose(
    _ open: String, _ close: String, count: Int, _ element: (inout JSONWriter, Int) -> Void
  ) {
    append(open)
    level += 1
    for index in 0..<count {
      if style.indentation != nil {
        if index > 0 { append(",") }
        newline()
      } else if index > 0 {
        append(style.itemSeparator)
      }
      element(&self, index)
    }
    level -= 1
    if count > 0 { newline() }
    append(close)
  }

  private mutating func newline() {
    guard let indentation = style.indentation else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: level * indentation))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if style.escapesNonASCII {
      for scalar in text.unicodeScalars {
        if scalar.isASCII { quote(UInt8(scalar.value)) } else { scalar.utf16.forEach { escape($0) } }
      }
    } else {
      for byte in text.utf8 { quote(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func quote(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0..<0x20: escape(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  private mutating func escape(_ unit: UInt16) {
    append("\\u")
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    append(digits)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
