// SPDX-License-Identifier: Apache-2.0

/// The methods of text.
extension Interpreter {
  func call(_ name: String, of text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> Value {
    try charge(text.count)
    for case .string(let argument) in arguments.positional { try chargeSearch(text, argument) }
    switch name {
    case "split", "rsplit": return try split(name, text, arguments)
    case "splitlines":
      return try list(text.lines(keepingEnds: arguments.value(0, "keepends")?.isTrue ?? false).map { .string($0) })
    case "strip": return .string(text.stripped(try optionalText(arguments.value(0, "chars"))))
    case "lstrip": return .string(text.stripped(try optionalText(arguments.value(0, "chars")), end: false))
    case "rstrip": return .string(text.stripped(try optionalText(arguments.value(0, "chars")), start: false))
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
    case "find": return .int(text.find(try requiredText(arguments, 0, "sub")) ?? -1)
    case "rfind": return .int(text.findLast(try requiredText(arguments, 0, "sub")) ?? -1)
    case "index":
      guard let position = text.find(try requiredText(arguments, 0, "sub")) else {
        throw typeError("substring not found")
      }
      return .int(position)
    case "count":
      let part = try requiredText(arguments, 0, "sub")
      return .int(part.isEmpty ? text.count + 1 : text.split(at: part).count - 1)
    case "format": return .string(try formatted(text, braces: arguments))
    case "removeprefix", "removesuffix":
      let affix = try requiredText(arguments, 0, "prefix")
      guard try hasAffix(name == "removeprefix" ? "startswith" : "endswith", text, .string(affix)) else {
        return .string(text)
      }
      return .string(
        name == "removeprefix" ? text[affix.count..<text.count] : text.first(text.count - affix.count))
    case "partition", "rpartition": return try partition(name, text, try requiredText(arguments, 0, "sep"))
    case "zfill", "ljust", "rjust", "center": return .string(try padded(name, text, arguments))
    default:
      guard let result = Self.hasProperty(name, text) else { throw typeError("str has no method '\(name)'") }
      return .bool(result)
    }
  }

  private func split(_ name: String, _ text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let limit = arguments.value(1, "maxsplit")?.integer.map { $0 < 0 ? .max : $0 } ?? .max
    guard let separator = try optionalText(arguments.value(0, "sep")) else {
      return try list(text.splitAtSpaces(limit: limit).map { .string($0) })
    }
    guard !separator.isEmpty else { throw typeError("empty separator") }
    let parts =
      name == "split" ? text.split(at: separator, limit: limit) : text.splitFromEnd(at: separator, limit: limit)
    return try list(parts.map { .string($0) })
  }

  private func hasAffix(_ name: String, _ text: MarkedString, _ affix: Value) throws(TemplateError) -> Bool {
    switch affix {
    case .string(let affix): return name == "startswith" ? text.starts(with: affix) : text.ends(with: affix)
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
    let space = max(0, width - text.count)
    try chargeText(space)
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
      result.append(try text(of: value))
      try chargeText(result.count)
    }
    return result
  }
}
