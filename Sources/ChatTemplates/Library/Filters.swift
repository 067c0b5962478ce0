// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The names of all filters.
enum Filters {
  static let names: Set<String> = text.union(sequence).union([
    "tojson", "from_json", "fromjson", "default", "d", "safe", "length", "count", "string", "int", "float", "abs",
    "round", "items", "attr", "list", "dictsort", "pprint",
  ])
  static let text: Set<String> = [
    "trim", "upper", "lower", "capitalize", "title", "replace", "indent", "escape", "e", "forceescape", "wordcount",
    "format", "center", "truncate", "striptags", "urlencode",
  ]
  static let sequence: Set<String> = [
    "join", "first", "last", "reverse", "sort", "unique", "min", "max", "sum", "map", "select", "reject",
    "selectattr", "rejectattr", "batch", "slice", "groupby",
  ]
}

/// Filters: `value|name(arguments)`. Those on text and on sequences have files of their own.
extension Interpreter {
  func filter(_ name: String, _ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    if Filters.text.contains(name) { return try textFilter(name, try text(of: value), arguments) }
    if Filters.sequence.contains(name) { return try sequenceFilter(name, value, arguments) }
    switch name {
    case "tojson": return .string(try json(value, try jsonStyle(arguments)))
    case "from_json", "fromjson": return try parseJSON(try text(of: value))
    case "default", "d":
      let isReplaced = value.isUndefined || (arguments.value(1, "boolean")?.isTrue == true && !value.isTrue)
      return isReplaced ? arguments.value(0, "default_value") ?? .text("") : value
    case "safe":
      var text = try text(of: value)
      text.isSafe = true
      return .string(text)
    case "string": return .string(try text(of: value))
    case "pprint": return .string(try representation(of: value))
    case "length", "count": return .int(try count(value))
    case "int": return try integer(value, arguments)
    case "float": return try float(value, arguments)
    case "abs":
      if let number = value.integer, number != .min { return .int(abs(number)) }
      guard let number = value.number else { throw typeError("bad operand type for abs(): '\(value.typeName)'") }
      return .double(abs(number))
    case "round": return try round(value, arguments)
    case "items": return try items(value)
    case "attr": return try member(try text(of: arguments.value(0, "name") ?? .none).text, of: value)
    case "list": return try list(try iterate(value))
    case "dictsort": return try sortedItems(value, arguments)
    default: throw fail(.unknownName(kind: "filter", name: name))
    }
  }

  private func jsonStyle(_ arguments: CallArguments) throws(TemplateError) -> JSONStyle {
    var style = JSONStyle()
    style.escapesNonASCII = arguments.named("ensure_ascii")?.isTrue ?? false
    style.sortsKeys = arguments.named("sort_keys")?.isTrue ?? false
    switch arguments.value(0, "indent") {
    case nil, .some(.none): break
    case .string(let text): style.indentation = text
    case let value?:
      guard let width = value.integer else { throw typeError("indent must be an integer or a string") }
      try chargeText(max(0, width))
      style.indentation = MarkedString(String(repeating: " ", count: max(0, width)))
    }
    if style.indentation != nil { style.itemSeparator = "," }
    if case .list(let separators) = arguments.named("separators"), separators.items.count == 2 {
      style.itemSeparator = try text(of: separators.items[0])
      style.keySeparator = try text(of: separators.items[1])
    }
    return style
  }

  private func parseJSON(_ text: MarkedString) throws(TemplateError) -> Value {
    try charge(text.count * 4)
    // The longest list of a text takes so much, twice over.
    try made(Self.product(text.count, 48))
    do {
      let json = try JSONValue(parsing: text.text, limits: JSONLimits(depth: TemplateLimits.nesting - 1))
      return Value(json, isInput: text.hasInput) ?? .none
    } catch {
      throw typeError("not JSON: \(error)")
    }
  }

  func count(_ value: Value) throws(TemplateError) -> Int {
    switch value {
    case .undefined: return 0
    case .string(let text): return text.count
    case .list(let list): return list.items.count
    case .dictionary(let dictionary) where !dictionary.isNamespace: return dictionary.count
    default: throw typeError("object of type '\(value.typeName)' has no len()")
    }
  }

  private func integer(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let standard = arguments.value(0, "default") ?? .int(0)
    if let number = value.integer { return .int(number) }
    switch value {
    case .double(let number): return Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? standard
    case .string(let text):
      try charge(text.count * 4)
      let digits = text.stripped().text
      let base = arguments.value(1, "base")?.integer ?? 10
      if (2...36).contains(base), let number = Int(digits, radix: base) { return .int(number) }
      if let number = Double(digits), let whole = Int(exactly: number.rounded(.towardZero)) { return .int(whole) }
      return standard
    default: return standard
    }
  }

  private func float(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let standard = arguments.value(0, "default") ?? .double(0)
    if let number = value.number { return .double(number) }
    guard case .string(let text) = value else { return standard }
    try charge(text.count * 4)
    return Double(text.stripped().text).map { .double($0) } ?? standard
  }

  private func round(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    guard let number = value.number else { throw typeError("round needs a number, not '\(value.typeName)'") }
    let precision = min(max(arguments.value(0, "precision")?.integer ?? 0, -300), 300)
    let method = try text(of: arguments.value(1, "method") ?? .text("common")).text
    let rule: FloatingPointRoundingRule = method == "ceil" ? .up : method == "floor" ? .down : .toNearestOrEven
    var scale = 1.0
    for _ in 0..<abs(precision) { scale *= 10 }
    if precision < 0 { return .double((number / scale).rounded(rule) * scale) }
    let scaled = number * scale
    return .double(scaled.isFinite ? scaled.rounded(rule) / scale : number)
  }

  private func items(_ value: Value) throws(TemplateError) -> Value {
    switch value {
    case .undefined: return .list([])
    case .dictionary(let dictionary) where !dictionary.isNamespace: return try pairs(of: dictionary)
    default: throw typeError("can only get item pairs from a mapping, not '\(value.typeName)'")
    }
  }

  func pairs(of dictionary: DictionaryObject) throws(TemplateError) -> Value {
    var pairs: [Value] = []
    for (key, value) in zip(dictionary.keys, dictionary.values) {
      pairs.append(try list([key.value, value], kind: .tuple))
    }
    return try list(pairs)
  }

  private func sortedItems(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    guard case .dictionary(let dictionary) = value, case .list(let pairs) = try pairs(of: dictionary) else {
      throw typeError("dictsort needs a mapping, not '\(value.typeName)'")
    }
    let isCaseSensitive = arguments.value(0, "case_sensitive")?.isTrue ?? false
    let position = try text(of: arguments.value(1, "by") ?? .text("key")).text == "value" ? 1 : 0
    return try list(
      try sorted(pairs.items, isReversed: arguments.value(2, "reverse")?.isTrue ?? false) {
        (pair) throws(TemplateError) in
        guard case .list(let items) = pair else { return pair }
        return try folded(items.items[position], isCaseSensitive)
      })
  }

  /// Text in lower case, for comparing without regard to case; other values as they are.
  func folded(_ value: Value, _ isCaseSensitive: Bool) throws(TemplateError) -> Value {
    guard !isCaseSensitive, case .string(let text) = value else { return value }
    try chargeCase(text)
    return .string(text.lowercased)
  }

  /// Counts what mapping the case of a text takes: a scalar may become three.
  func chargeCase(_ text: MarkedString) throws(TemplateError) {
    try charge(Self.product(text.count, 8))
    try made(Self.product(text.count, 12) + 64)
  }

  /// Sorts by a key, equal ones in the order they had.
  func sorted(
    _ items: [Value], isReversed: Bool, by key: (Value) throws(TemplateError) -> Value
  ) throws(TemplateError) -> [Value] {
    var keyed: [(offset: Int, key: Value)] = []
    for (offset, item) in items.enumerated() { keyed.append((offset, try key(item))) }
    do {
      try keyed.sort { a, b in
        let (first, second) = isReversed ? (b, a) : (a, b)
        if try isLess(first.key, second.key) { return true }
        return try !isLess(second.key, first.key) && a.offset < b.offset
      }
    } catch let error as TemplateError {
      throw error
    } catch {
      throw typeError("\(error)")
    }
    return keyed.map { items[$0.offset] }
  }
}
