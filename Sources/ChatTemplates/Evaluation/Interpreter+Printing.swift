// SPDX-License-Identifier: Apache-2.0

/// Values as text: as Python prints them, and as JSON.
extension Interpreter {
  /// `str(value)`: what `{{ value }}` writes.
  func text(of value: Value) throws(TemplateError) -> MarkedString {
    switch value {
    case .undefined: return MarkedString()
    case .string(let text): return text
    default: return try representation(of: value)
    }
  }

  /// `repr(value)`.
  func representation(of value: Value) throws(TemplateError) -> MarkedString {
    var output = MarkedString()
    try appendRepresentation(of: value, to: &output)
    return output
  }

  private func appendRepresentation(of value: Value, to output: inout MarkedString) throws(TemplateError) {
    switch value {
    case .undefined: output.append("Undefined")
    case .none: output.append("None")
    case .bool(let flag): output.append(flag ? "True" : "False")
    case .int(let number): output.append(MarkedString(String(number)))
    case .double(let number): output.append(MarkedString(PythonText.text(number)))
    case .string(let text):
      try charge(text.count)
      output.append(PythonText.quoted(text))
    case .list(let list):
      let isTuple = list.kind == .tuple
      output.append(isTuple ? "(" : "[")
      try appendItems(list.items, to: &output)
      if isTuple, list.items.count == 1 { output.append(",") }
      output.append(isTuple ? ")" : "]")
    case .dictionary(let dictionary):
      output.append(dictionary.isNamespace ? "<Namespace {" : "{")
      for (position, (key, value)) in zip(dictionary.keys, dictionary.values).enumerated() {
        if position > 0 { output.append(", ") }
        try appendRepresentation(of: key.value, to: &output)
        output.append(": ")
        try nested(levels: 2) { () throws(TemplateError) in try appendRepresentation(of: value, to: &output) }
      }
      output.append(dictionary.isNamespace ? "}>" : "}")
    case .macro(let macro): output.append(MarkedString("<Macro '\(macro.definition.name)'>"))
    case .function(let function): output.append(MarkedString("<function \(function.rawValue)>"))
    case .method(_, let name): output.append(MarkedString("<method '\(name)'>"))
    case .loop(let state): output.append(MarkedString("<LoopContext \(state.index + 1)/\(state.items.count)>"))
    }
    try checkSize(output)
  }

  private func appendItems(_ items: [Value], to output: inout MarkedString) throws(TemplateError) {
    for (position, item) in items.enumerated() {
      if position > 0 { output.append(", ") }
      try nested(levels: 2) { () throws(TemplateError) in try appendRepresentation(of: item, to: &output) }
    }
  }

  /// Counts a step for each value printed: values that share parts print far longer than they are.
  private func checkSize(_ output: MarkedString) throws(TemplateError) {
    try charge()
    guard output.count <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
  }

  // MARK: JSON

  /// How `tojson` writes: `json.dumps` of Python.
  struct JSONStyle {
    var escapesNonASCII = false
    /// Spaces per level, or nil for all on one line.
    var indentation: MarkedString?
    var itemSeparator: MarkedString = ", "
    var keySeparator: MarkedString = ": "
    var sortsKeys = false
  }

  func json(_ value: Value, _ style: JSONStyle) throws(TemplateError) -> MarkedString {
    var output = MarkedString()
    try appendJSON(value, style, level: 0, to: &output)
    return output
  }

  private func appendJSON(
    _ value: Value, _ style: JSONStyle, level: Int, to output: inout MarkedString
  ) throws(TemplateError) {
    try checkSize(output)
    switch value {
    case .none: output.append("null")
    case .bool(let flag): output.append(flag ? "true" : "false")
    case .int(let number): output.append(MarkedString(String(number)))
    case .double(let number):
      output.append(
        number.isNaN
          ? "NaN"
          : number.isInfinite
            ? (number < 0 ? "-Infinity" : "Infinity")
            : MarkedString(PythonText.text(number)))
    case .string(let text):
      try charge(text.count)
      Self.appendQuoted(text, escapesNonASCII: style.escapesNonASCII, to: &output)
    case .list(let list):
      try appendJSONContainer("[", "]", list.items.count, style, level, &output) {
        (position, output) throws(TemplateError) in
        try appendJSON(list.items[position], style, level: level + 1, to: &output)
      }
    case .dictionary(let dictionary) where !dictionary.isNamespace:
      var members = Array(zip(dictionary.keys, dictionary.values))
      if style.sortsKeys { members.sort { Self.keyText($0.0) < Self.keyText($1.0) } }
      try appendJSONContainer("{", "}", members.count, style, level, &output) {
        (position, output) throws(TemplateError) in
        Self.appendQuoted(Self.keyText(members[position].0), escapesNonASCII: style.escapesNonASCII, to: &output)
        output.append(style.keySeparator)
        try appendJSON(members[position].1, style, level: level + 1, to: &output)
      }
    default: throw typeError("Object of type \(value.typeName) is not JSON serializable")
    }
  }

  private func appendJSONContainer(
    _ open: MarkedString, _ close: MarkedString, _ count: Int, _ style: JSONStyle, _ level: Int,
    _ output: inout MarkedString, _ element: (Int, inout MarkedString) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    output.append(open)
    func newLine(_ level: Int) {
      guard let indentation = style.indentation else { return }
      output.append("\n")
      for _ in 0..<level { output.append(indentation) }
    }
    for position in 0..<count {
      if position > 0 { output.append(style.itemSeparator) }
      newLine(level + 1)
      try nested(levels: 2) { () throws(TemplateError) in try element(position, &output) }
    }
    if count > 0 { newLine(level) }
    output.append(close)
  }

  private static func keyText(_ key: DictionaryObject.Key) -> MarkedString {
    switch key {
    case .string(let text): text
    case .int(let number): MarkedString(String(number))
    case .none: "null"
    }
  }

  private static func appendQuoted(_ text: MarkedString, escapesNonASCII: Bool, to output: inout MarkedString) {
    output.append("\"")
    for unit in text.units {
      let value = MarkedString.plain(unit)
      // An escape has the origin of what it stands for.
      func append(_ escape: String) {
        for scalar in escape.unicodeScalars { output.units.append(scalar.value | unit & MarkedString.inputMark) }
      }
      switch value {
      case 0x22: append("\\\"")
      case 0x5C: append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case 0..<0x20: append(escape(UInt16(value)))
      default:
        if escapesNonASCII, value > 0x7E {
          for code in UTF16.encode(MarkedString.scalar(unit))! { append(escape(code)) }
        } else {
          output.units.append(unit)
        }
      }
    }
    output.append("\"")
  }

  private static func escape(_ code: UInt16) -> String {
    let digits = String(code, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
