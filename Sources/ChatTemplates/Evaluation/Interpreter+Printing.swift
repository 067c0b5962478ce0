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
    try made(output.count * 8 + 64)
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
      let quote = PythonText.quote(for: text)
      output.units.append(quote)
      try appendInParts(text, to: &output) { PythonText.appendEscaped($0, quote: quote, to: &$1) }
      output.units.append(quote)
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
    try checkGrowth(output)
  }

  /// Writes a text some thousand scalars at a time, with a look at the size of the output between: an escape takes up to
  /// twelve scalars for one.
  private func appendInParts(
    _ text: MarkedString, to output: inout MarkedString, _ append: (ArraySlice<UInt32>, inout MarkedString) -> Void
  ) throws(TemplateError) {
    var start = 0
    while start < text.count {
      let end = min(text.count, start + 4096)
      try charge((end - start) * 4)
      append(text.units[start..<end], &output)
      try checkSize(output)
      start = end
    }
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
    try made(output.count * 8 + 64)
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
      try appendQuoted(text, style, to: &output)
    case .list(let list):
      try appendJSONContainer("[", "]", list.items.count, style, level, &output) {
        (position, output) throws(TemplateError) in
        try appendJSON(list.items[position], style, level: level + 1, to: &output)
      }
    case .dictionary(let dictionary) where !dictionary.isNamespace:
      var members = Array(zip(dictionary.keys, dictionary.values))
      try made(members.count * 32)
      try chargeKeys(of: dictionary)
      if style.sortsKeys { members.sort { Self.keyText($0.0) < Self.keyText($1.0) } }
      try appendJSONContainer("{", "}", members.count, style, level, &output) {
        (position, output) throws(TemplateError) in
        try appendQuoted(Self.keyText(members[position].0), style, to: &output)
        try charge(style.keySeparator.count)
        output.append(style.keySeparator)
        try checkGrowth(output)
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
    func newLine(_ level: Int) throws(TemplateError) {
      guard let indentation = style.indentation else { return }
      output.append("\n")
      for _ in 0..<level {
        try charge(indentation.count)
        output.append(indentation)
        try checkGrowth(output)
      }
    }
    for position in 0..<count {
      if position > 0 {
        try charge(style.itemSeparator.count)
        output.append(style.itemSeparator)
        try checkGrowth(output)
      }
      try newLine(level + 1)
      try nested(levels: 2) { () throws(TemplateError) in try element(position, &output) }
    }
    if count > 0 { try newLine(level) }
    output.append(close)
  }

  private static func keyText(_ key: DictionaryObject.Key) -> MarkedString {
    switch key {
    case .string(let text): text
    case .int(let number): MarkedString(String(number))
    case .none: "null"
    }
  }

  private func appendQuoted(
    _ text: MarkedString, _ style: JSONStyle, to output: inout MarkedString
  ) throws(TemplateError) {
    output.append("\"")
    try appendInParts(text, to: &output) {
      Self.appendEscaped($0, escapesNonASCII: style.escapesNonASCII, to: &$1)
    }
    output.append("\"")
  }

  private static func appendEscaped(_ units: ArraySlice<UInt32>, escapesNonASCII: Bool, to output: inout MarkedString) {
    for unit in units {
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
  }

  private static func escape(_ code: UInt16) -> String {
    let digits = String(code, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
