// SPDX-License-Identifier: Apache-2.0

/// The inside of tags.
extension Lexer {
  /// Reads up to the end of the tag; inside brackets its mark is punctuation.
  mutating func lexExpression(endingWith mark: String, as form: Token.Form, openedAt tag: Int) throws(TemplateError) {
    var brackets: [Symbol] = []
    while true {
      while isSpace(at: position) { position += 1 }
      guard position < source.count else { throw error("tag without an end", at: tag) }
      if brackets.isEmpty, let end = tagEnd(mark, at: position) {
        append(form, at: position)
        finishTag(end, trimsLine: form == .blockEnd)
        return
      }
      try lexToken(&brackets)
    }
  }

  private mutating func lexToken(_ brackets: inout [Symbol]) throws(TemplateError) {
    let unit = source[position]
    let scalar = MarkedString.scalar(unit)
    switch scalar {
    case "0"..."9": try lexNumber()
    case "'", "\"": try lexString()
    case _ where scalar == "_" || scalar.properties.isXIDStart: lexName()
    default:
      guard let symbol = Symbol.allCases.first(where: { has($0.rawValue, at: position) }) else {
        throw error("unexpected character '\(scalar)'", at: position)
      }
      try match(symbol, &brackets)
      append(.symbol(symbol), at: position)
      position += symbol.rawValue.count
    }
  }

  private func match(_ symbol: Symbol, _ brackets: inout [Symbol]) throws(TemplateError) {
    switch symbol {
    case .openParenthesis: brackets.append(.closeParenthesis)
    case .openBracket: brackets.append(.closeBracket)
    case .openBrace: brackets.append(.closeBrace)
    case .closeParenthesis, .closeBracket, .closeBrace:
      guard let expected = brackets.popLast() else { throw error("unexpected '\(symbol.rawValue)'", at: position) }
      guard expected == symbol else {
        throw error("unexpected '\(symbol.rawValue)', expected '\(expected.rawValue)'", at: position)
      }
    default: break
    }
  }

  private mutating func lexName() {
    let start = position
    var text = ""
    while position < source.count {
      let scalar = MarkedString.scalar(source[position])
      guard scalar.properties.isXIDContinue || scalar == "_" else { break }
      text.unicodeScalars.append(scalar)
      position += 1
    }
    append(.name(text), at: start)
  }

  private func digit(at offset: Int) -> Bool { offset < source.count && (0x30...0x39).contains(source[offset]) }

  /// Takes digits and the underscores between them.
  private mutating func takeDigits(into text: inout String) {
    while digit(at: position) || (has("_", at: position) && digit(at: position + 1)) {
      if source[position] != 0x5F { text.unicodeScalars.append(MarkedString.scalar(source[position])) }
      position += 1
    }
  }

  private mutating func lexNumber() throws(TemplateError) {
    let start = position
    var text = ""
    // After a dot, digits are a member: `a.0.1` is not a fraction.
    let isMember = tokens.last?.form == .symbol(.dot)
    takeDigits(into: &text)
    var isDouble = false
    if !isMember, position < source.count, source[position] == 0x2E, digit(at: position + 1) {
      isDouble = true
      text += "."
      position += 1
      takeDigits(into: &text)
    }
    if !isMember, position < source.count, source[position] | 0x20 == 0x65 {
      let hasSign = position + 1 < source.count && (source[position + 1] == 0x2B || source[position + 1] == 0x2D)
      if digit(at: position + (hasSign ? 2 : 1)) {
        isDouble = true
        text += "e"
        if hasSign { text.unicodeScalars.append(MarkedString.scalar(source[position + 1])) }
        position += hasSign ? 2 : 1
        takeDigits(into: &text)
      }
    }
    if isDouble {
      append(.double(Double(text) ?? 0), at: start)
    } else if let value = Int(text) {
      append(.int(value), at: start)
    } else {
      throw error("integer out of range", at: start)
    }
  }

  private mutating func lexString() throws(TemplateError) {
    let start = position
    let quote = source[position]
    position += 1
    var text = MarkedString()
    while position < source.count, source[position] != quote {
      if source[position] == 0x5C, position + 1 < source.count {
        try lexEscape(into: &text)
      } else {
        text.units.append(source[position])
        position += 1
      }
    }
    guard position < source.count else { throw error("string without an end", at: start) }
    position += 1
    append(.string(text), at: start)
  }

  /// Python's escapes; a backslash before anything else stands for itself.
  private mutating func lexEscape(into text: inout MarkedString) throws(TemplateError) {
    let start = position
    let letter = MarkedString.scalar(source[position + 1])
    position += 2
    switch letter {
    case "\n": break
    case "n": text.units.append(0x0A)
    case "r": text.units.append(0x0D)
    case "t": text.units.append(0x09)
    case "a": text.units.append(0x07)
    case "b": text.units.append(0x08)
    case "f": text.units.append(0x0C)
    case "v": text.units.append(0x0B)
    case "\\", "'", "\"": text.units.append(letter.value)
    case "x": text.units.append(try lexHexadecimal(2, at: start))
    case "u": text.units.append(try lexHexadecimal(4, at: start))
    case "U": text.units.append(try lexHexadecimal(8, at: start))
    case "0"..."7":
      var value = letter.value - 0x30
      var count = 1
      while count < 3, position < source.count, (0x30...0x37).contains(source[position]) {
        value = value * 8 + source[position] - 0x30
        position += 1
        count += 1
      }
      text.units.append(value)
    default:
      text.units.append(0x5C)
      text.units.append(letter.value)
    }
  }

  private mutating func lexHexadecimal(_ count: Int, at start: Int) throws(TemplateError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard position < source.count,
        let digit = Character(MarkedString.scalar(source[position])).hexDigitValue, value < 0x1000_0000
      else { throw error("escape without enough hexadecimal digits", at: start) }
      value = value * 16 + UInt32(digit)
      position += 1
    }
    guard Unicode.Scalar(value) != nil else { throw error("escape that is not a Unicode scalar", at: start) }
    return value
  }
}
