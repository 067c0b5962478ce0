// SPDX-License-Identifier: Apache-2.0

/// Filters that turn text into text.
extension Interpreter {
  func textFilter(_ name: String, _ text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> Value {
    try chargeText(text.count)
    if Self.caseNames.contains(name) { try chargeCase(text) }
    switch name {
    case "trim": return .string(text.stripped(try optionalText(arguments.value(0, "chars"))))
    case "upper": return .string(text.uppercased)
    case "lower": return .string(text.lowercased)
    case "capitalize": return .string(text.capitalized)
    case "title": return .string(text.titled { Self.titleBreaks.contains($0) || $0.properties.isWhitespace })
    case "replace":
      return .string(
        try replace(
          in: text, try requiredText(arguments, 0, "old"), try requiredText(arguments, 1, "new"),
          limit: arguments.value(2, "count")?.integer))
    case "indent": return .string(try indent(text, arguments))
    case "escape", "e", "forceescape": return .string(try escaped(text))
    case "wordcount":
      try charge(Self.product(text.count, 8))
      return .int(Self.wordCount(text))
    case "format": return .string(try formatted(text, percent: try formatOperand(arguments)))
    case "center": return .string(try centered(text, arguments.value(0, "width")?.integer ?? 80))
    case "truncate": return .string(try truncated(text, arguments))
    case "striptags": return .string(try withoutTags(text))
    case "urlencode": return .string(try percentEncoded(text))
    default: throw fail(.unknownName(kind: "filter", name: name))
    }
  }

  /// Jinja begins words after these and white space only; `str.title` of Python after all but letters.
  private static let titleBreaks: Set<Unicode.Scalar> = ["-", "(", "{", "[", "<"]

  /// Filters and methods that ask Unicode about each scalar.
  static let caseNames: Set<String> = [
    "upper", "lower", "capitalize", "title", "isupper", "islower", "isalpha", "isalnum", "isdigit", "isspace",
  ]

  private static func wordCount(_ text: MarkedString) -> Int {
    var (count, isInside) = (0, false)
    for unit in text.units {
      let isWord = isWord(unit)
      if isWord, !isInside { count += 1 }
      isInside = isWord
    }
    return count
  }

  private static func isWord(_ unit: UInt32) -> Bool {
    let scalar = MarkedString.scalar(unit)
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  func optionalText(_ value: Value?) throws(TemplateError) -> MarkedString? {
    switch value {
    case nil, .some(.none): return nil
    case let value?:
      let text = try text(of: value)
      try charge(text.count * 4)
      return text
    }
  }

  func requiredText(_ arguments: CallArguments, _ position: Int, _ name: String) throws(TemplateError) -> MarkedString {
    guard let value = arguments.value(position, name) else { throw typeError("missing argument '\(name)'") }
    let text = try text(of: value)
    try charge(text.count)
    return text
  }

  func replace(
    in text: MarkedString, _ old: MarkedString, _ new: MarkedString, limit: Int?
  ) throws(TemplateError) -> MarkedString {
    let limit = limit.map { $0 < 0 ? .max : $0 } ?? .max
    try chargeSearch(text, old)
    // The size before the work: a short pattern and a long replacement can multiply a text.
    let places = old.isEmpty ? text.count + 1 : text.count / old.count
    try chargeText(text.count, new.count > old.count ? Self.product(min(places, limit), new.count) : 0)
    return text.replacing(old, with: new, limit: limit)
  }

  private func indent(_ text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> MarkedString {
    var space: MarkedString
    switch arguments.value(0, "width") {
    case .string(let given): space = given
    case let value:
      let width = max(0, value?.integer ?? 4)
      try chargeText(width)
      space = MarkedString(String(repeating: " ", count: width))
    }
    let indentsBlank = arguments.value(2, "blank")?.isTrue ?? false
    try chargeText(text.count + 1)
    var lines = try self.lines(of: text + "\n")
    try chargeText(text.count, Self.product(lines.count, space.count))
    for position in lines.indices.dropFirst() where indentsBlank || !lines[position].isEmpty {
      lines[position] = space + lines[position]
    }
    let result = MarkedString("\n").joining(lines)
    return arguments.value(1, "first")?.isTrue == true ? space + result : result
  }

  /// The lines of a text, unless they are too many.
  func lines(of text: MarkedString, keepingEnds: Bool = false) throws(TemplateError) -> [MarkedString] {
    try parts { text.lines(keepingEnds: keepingEnds, limit: $0) }
  }

  /// The parts of a text, unless they are too many: each takes far more than its scalars do.
  ///
  /// - Parameter cut: makes the parts, at most one more than so many.
  func parts(_ cut: (Int) -> [MarkedString]) throws(TemplateError) -> [MarkedString] {
    let parts = cut(partLimit)
    try made(Self.product(parts.count, Self.partSize))
    return parts
  }

  func escaped(_ text: MarkedString) throws(TemplateError) -> MarkedString {
    var size = 0
    for unit in text.units {
      switch MarkedString.plain(unit) {
      case 0x22, 0x26, 0x27: size += 5
      case 0x3C, 0x3E: size += 4
      default: size += 1
      }
    }
    try chargeText(size)
    var result = MarkedString()
    result.units.reserveCapacity(size)
    for unit in text.units {
      switch MarkedString.scalar(unit) {
      case "&": result.append("&amp;")
      case "<": result.append("&lt;")
      case ">": result.append("&gt;")
      case "'": result.append("&#39;")
      case "\"": result.append("&#34;")
      default: result.units.append(unit)
      }
    }
    return result
  }

  private func centered(_ text: MarkedString, _ width: Int) throws(TemplateError) -> MarkedString {
    // A width far below nothing less a length would be no integer.
    let space = width > text.count ? width - text.count : 0
    try chargeText(space, text.count)
    // Python puts the odd space left where the width is odd.
    let left = space / 2 + (space & width & 1)
    return MarkedString(String(repeating: " ", count: left)) + text
      + MarkedString(String(repeating: " ", count: space - left))
  }

  private func truncated(_ text: MarkedString, _ arguments: CallArguments) throws(TemplateError) -> MarkedString {
    let length = max(0, arguments.value(0, "length")?.integer ?? 255)
    let end = try optionalText(arguments.value(2, "end")) ?? "..."
    let leeway = arguments.value(3, "leeway")?.integer ?? 5
    guard text.count > length, text.count - length > leeway else { return text }
    let cut = text.first(max(0, length - end.count))
    if arguments.value(1, "killwords")?.isTrue == true { return cut + end }
    return (cut.findLast(" ").map { cut.first($0) } ?? cut) + end
  }

  private func withoutTags(_ text: MarkedString) throws(TemplateError) -> MarkedString {
    var result = MarkedString()
    var isInside = false
    for unit in text.units {
      switch MarkedString.scalar(unit) {
      case "<": isInside = true
      case ">" where isInside: isInside = false
      default: if !isInside { result.units.append(unit) }
      }
    }
    return MarkedString(" ").joining(try parts { result.splitAtSpaces(limit: $0) })
  }

  private func percentEncoded(_ text: MarkedString) throws(TemplateError) -> MarkedString {
    // A scalar of four bytes becomes twelve.
    try charge(Self.product(text.count, 8))
    try made(Self.product(text.count, text.units.contains { MarkedString.plain($0) > 0x7F } ? 96 : 24))
    var result = MarkedString()
    for unit in text.units {
      let scalar = MarkedString.scalar(unit)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_.-~/".unicodeScalars.contains(scalar)
      {
        result.units.append(unit)
      } else {
        for byte in String(Character(scalar)).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          result.append(MarkedString("%" + (digits.count < 2 ? "0" : "") + digits))
        }
      }
    }
    try chargeText(result.count)
    return result
  }

  // MARK: Formatting

  private func formatOperand(_ arguments: CallArguments) throws(TemplateError) -> Value {
    guard arguments.named.isEmpty else {
      let named = try dictionary()
      for (name, value) in arguments.named { try store(value, in: named, key: .string(MarkedString(name))) }
      return .dictionary(named)
    }
    return try list(arguments.positional, kind: .tuple)
  }

  /// Python's `format % operand` for `%s`, `%d`, `%i`, `%f`, `%x`, `%r`, `%%` and `%(name)s`, with a precision for `%f`.
  func formatted(_ format: MarkedString, percent operand: Value) throws(TemplateError) -> MarkedString {
    var values: [Value]
    if case .list(let list) = operand, list.kind == .tuple { values = list.items } else { values = [operand] }
    values.reverse()
    var result = MarkedString()
    var position = 0
    while position < format.count {
      let unit = format.units[position]
      position += 1
      guard MarkedString.plain(unit) == 0x25 else {
        result.units.append(unit)
        continue
      }
      var named: Value?
      if position < format.count, MarkedString.plain(format.units[position]) == 0x28,
        let close = format.find(")", from: position)
      {
        named = try item(.string(format[position + 1..<close]), of: operand)
        position = close + 1
      }
      var specification = ""
      while position < format.count {
        let scalar = MarkedString.scalar(format.units[position])
        guard scalar == "." || ("0"..."9").contains(scalar) else { break }
        specification.unicodeScalars.append(scalar)
        position += 1
      }
      guard position < format.count else { throw typeError("incomplete format") }
      let kind = MarkedString.scalar(format.units[position])
      position += 1
      if kind == "%" {
        result.append("%")
        continue
      }
      guard let value = named ?? values.popLast() else { throw typeError("not enough arguments for format string") }
      result.append(try formatted(value, kind: kind, specification))
      try checkGrowth(result)
      try charge(32)
    }
    try chargeText(result.count)
    return result
  }

  private func formatted(
    _ value: Value, kind: Unicode.Scalar, _ specification: String
  ) throws(TemplateError) -> MarkedString {
    let parts = specification.split(separator: ".", omittingEmptySubsequences: false)
    let width = min(parts.first.flatMap { Int($0) } ?? 0, 1000)
    let precision = parts.count > 1 ? min(Int(parts[1]) ?? 0, 100) : nil
    var result: MarkedString
    switch kind {
    case "s": result = try text(of: value)
    case "r": result = try representation(of: value)
    case "d", "i":
      guard let number = value.integer ?? value.number.flatMap({ Int(exactly: $0.rounded(.towardZero)) }) else {
        throw typeError("%d format: a number is required, not \(value.typeName)")
      }
      result = MarkedString(String(number))
    case "x":
      guard let number = value.integer else { throw typeError("%x format: an integer is required") }
      result = MarkedString(String(number, radix: 16))
    case "f":
      guard let number = value.number else { throw typeError("%f format: a number is required") }
      result = MarkedString(PythonText.fixed(number, precision ?? 6))
    default: throw typeError("unsupported format character '\(kind)'")
    }
    if kind == "s", let precision { result = result.first(precision) }
    let fill = parts.first?.first == "0" && kind != "s" ? "0" : " "
    return MarkedString(String(repeating: fill, count: max(0, width - result.count))) + result
  }
}
