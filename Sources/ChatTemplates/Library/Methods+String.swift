// SPDX-License-Identifier: Apache-2.0

/// The methods of text.
extension Interpreter {
  func call(_ name: String, of text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> Value {
    try charge(text.count)
    if Self.caseNames.contains(name) { try chargeCase(text) }
    switch name {
    case "split", "rsplit": return try split(name, text, arguments)
    case "splitlines":
      try chargeText(text.count)
      let lines = try lines(of: text, keepingEnds: arguments.value(0, "keepends")?.isTrue ?? false)
      return try list(lines.map { .string($0) })
    case "strip", "lstrip", "rstrip":
      try chargeText(text.count)
      let characters = try optionalText(arguments.value(0, "chars"))
      return .string(text.stripped(characters, start: name != "rstrip", end: name != "lstrip"))
    case "startswith", "endswith": return .bool(try hasAffix(name, text, try required(arguments, 0, "prefix")))
    case "replace":
      return .string(
        try replace(
          in: text, try requiredText(arguments, 0, "old"), try requiredText(arguments, 1, "new"),
          limit: arguments.value(2, "count")?.integer))
    case "upper": return .string(text.uppercased)
    case "lower": return .string(text.lowercased)
    case "capitalize": return .string(text.capitalized)
    case "title": return .string(text.titled { !$0.properties.isAlphabetic })
    case "join":
      return try filter("join", try required(arguments, 0, "iterable"), CallArguments(positional: [.string(text)]))
    case "find": return .int(text.find(try pattern(arguments, "sub", in: text)) ?? -1)
    case "rfind": return .int(text.findLast(try pattern(arguments, "sub", in: text)) ?? -1)
    case "index":
      guard let position = text.find(try pattern(arguments, "sub", in: text)) else {
        throw typeError("substring not found")
      }
      return .int(position)
    case "count":
      let part = try pattern(arguments, "sub", in: text)
      return .int(part.isEmpty ? text.count + 1 : text.occurrences(of: part))
    case "format": return .string(try formatted(text, braces: arguments))
    case "removeprefix", "removesuffix":
      let affix = try requiredText(arguments, 0, "prefix")
      try chargeText(text.count)
      guard try hasAffix(name == "removeprefix" ? "startswith" : "endswith", text, .string(affix)) else {
        return .string(text)
      }
      return .string(
        name == "removeprefix" ? text[affix.count..<text.count] : text.first(text.count - affix.count))
    case "partition", "rpartition":
      try chargeText(text.count)
      return try partition(name, text, try pattern(arguments, "sep", in: text))
    case "zfill", "ljust", "rjust", "center": return .string(try padded(name, text, arguments))
    default:
      guard let result = Self.hasProperty(name, text) else { throw typeError("str has no method '\(name)'") }
      return .bool(result)
    }
  }

  /// The text that a method looks for, its steps counted.
  private func pattern(
    _ arguments: CallArguments, _ name: String, in text: MarkedString
  ) throws(TemplateError) -> MarkedString {
    let pattern = try requiredText(arguments, 0, name)
    try chargeSearch(text, pattern)
    return pattern
  }

  private func split(_ name: String, _ text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let limit = arguments.value(1, "maxsplit")?.integer.map { $0 < 0 ? .max : $0 } ?? .max
    try chargeText(text.count)
    guard let separator = try optionalText(arguments.value(0, "sep")) else {
      return try list(try parts { text.splitAtSpaces(limit: min(limit, $0)) }.map { .string($0) })
    }
    guard !separator.isEmpty else { throw typeError("empty separator") }
    try chargeSearch(text, separator)
    let parts = try parts {
      name == "split"
        ? text.split(at: separator, limit: min(limit, $0)) : text.splitFromEnd(at: separator, limit: min(limit, $0))
    }
    return try list(parts.map { .string($0) })
  }

  private func hasAffix(_ name: String, _ text: MarkedString, _ affix: Value) throws(TemplateError) -> Bool {
    switch affix {
    case .string(let affix):
      try charge(min(text.count, affix.count))
      return name == "startswith" ? text.starts(with: affix) : text.ends(with: affix)
    case .list(let list) where list.kind == .tuple:
      for item in list.items where try hasAffix(name, text, item) { return true }
      return false
    default:
      throw typeError("\(name) first arg must be str or a tuple of str, not \(affix.typeName)")
    }
  }

  private func partition(
    _ name: String, _ text: MarkedString, _ separator: MarkedString
  ) throws(TemplateError) -> Value {
    guard !separator.isEmpty else { throw typeError("empty separator") }
    let isFirst = name == "partition"
    guard let position = isFirst ? text.find(separator) : text.findLast(separator) else {
      let parts: [MarkedString] = isFirst ? [text, "", ""] : ["", "", text]
      return try list(parts.map { .string($0) }, kind: .tuple)
    }
    let parts = [text.first(position), separator, text[position + separator.count..<text.count]]
    return try list(parts.map { .string($0) }, kind: .tuple)
  }

  private func padded(_ name: String, _ text: MarkedString, _ arguments: CallArguments) throws(TemplateError)
    -> MarkedString
  {
    guard let width = try required(arguments, 0, "width").integer else { throw typeError("width must be an integer") }
    if name == "center" {
      return try self.text(of: try filter("center", .string(text), CallArguments(positional: [.int(width)])))
    }
    let space = width > text.count ? width - text.count : 0
    try chargeText(space, space, text.count)
    let fill = name == "zfill" ? "0" : try optionalText(arguments.value(1, "fillchar")) ?? " "
    let padding = MarkedString(units: Array(repeating: fill.units.first ?? 0x20, count: space))
    if name == "ljust" { return text + padding }
    if name == "zfill", let sign = text.units.first, sign == 0x2B || sign == 0x2D {
      return MarkedString(units: [sign]) + padding + text[1..<text.count]
    }
    return padding + text
  }

  private static func hasProperty(_ name: String, _ text: MarkedString) -> Bool? {
    func all(_ property: (Unicode.Scalar) -> Bool) -> Bool {
      !text.isEmpty && text.units.allSatisfy { property(MarkedString.scalar($0)) }
    }
    func isDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
    }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
      default: false
      }
    }
    switch name {
    case "isdigit": return all(isDigit)
    case "isalpha": return all(isLetter)
    case "isalnum": return all { isLetter($0) || $0.properties.numericType != nil }
    case "isspace": return !text.isEmpty && text.units.allSatisfy(MarkedString.isSpace)
    case "isupper": return text == text.uppercased && text.lowercased != text.uppercased
    case "islower": return text == text.lowercased && text.lowercased != text.uppercased
    default: return nil
    }
  }

  /// Python's `str.format` with `{}`, `{0}`, `{name}` and doubled braces.
  private func formatted(_ format: MarkedString, braces arguments: CallArguments) throws(TemplateError) -> MarkedString
  {
    var result = MarkedString()
    var (position, automatic) = (0, 0)
    while position < format.count {
      let unit = format.units[position]
      let scalar = MarkedString.scalar(unit)
      position += 1
      guard scalar == "{" || scalar == "}" else {
        result.units.append(unit)
        continue
      }
      if position < format.count, MarkedString.scalar(format.units[position]) == scalar {
        result.units.append(unit)
        position += 1
        continue
      }
      guard scalar == "{", let close = format.find("}", from: position) else {
        throw typeError("single '\(scalar)' encountered in format string")
      }
      try charge((close - position) * 4)
      let field = format[position..<close].text
      position = close + 1
      let value: Value?
      if field.isEmpty {
        value = automatic < arguments.positional.count ? arguments.positional[automatic] : nil
        automatic += 1
      } else if let index = Int(field) {
        value = arguments.positional.indices.contains(index) ? arguments.positional[index] : nil
      } else {
        value = arguments.named(field)
      }
      guard let value else { throw typeError("no argument for '{\(field)}' in format string") }
      let text = try text(of: value)
      try charge(text.count)
      result.append(text)
      try checkGrowth(result)
    }
    try chargeText(result.count)
    return result
  }
}
