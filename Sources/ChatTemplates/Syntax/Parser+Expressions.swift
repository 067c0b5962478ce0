// SPDX-License-Identifier: Apache-2.0

extension Parser {
  /// Parses an expression, or several between commas as a tuple.
  mutating func parseExpressionOrTuple(allowingConditional: Bool = true) throws(TemplateError) -> Expression {
    let location = current.location
    let first = allowingConditional ? try parseExpression() : try parseBinary(from: .or)
    guard isSymbol(.comma) else { return first }
    var items = [first]
    while skip(.comma) {
      guard startsExpression else { break }
      items.append(allowingConditional ? try parseExpression() : try parseBinary(from: .or))
    }
    return try node(.tuple(items), at: location, over: items)
  }

  private var startsExpression: Bool {
    switch current.form {
    case .name(let name): !["in", "if", "else", "recursive"].contains(name)
    case .string, .int, .double: true
    case .symbol(let symbol): [.openParenthesis, .openBracket, .openBrace, .minus, .plus].contains(symbol)
    default: false
    }
  }

  /// Parses any expression but a bare tuple.
  mutating func parseExpression() throws(TemplateError) -> Expression {
    try nested { parser throws(TemplateError) in
      let location = parser.current.location
      var result = try parser.parseBinary(from: .or)
      while parser.skip(name: "if") {
        let condition = try parser.parseBinary(from: .or)
        let otherwise = parser.skip(name: "else") ? try parser.parseExpression() : nil
        result = try parser.node(
          .conditional(result, condition: condition, otherwise: otherwise), at: location,
          over: [result, condition] + (otherwise.map { [$0] } ?? []))
      }
      return result
    }
  }

  // MARK: Operators

  /// The precedences of binary operators, loosest first.
  private enum Precedence: Int {
    case or, and, not, comparison, sum, concatenation, product, power, operand

    var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .operand }
  }

  private enum Operator {
    case or, and
    case comparison(Comparison)
    case arithmetic(Arithmetic)
  }

  /// The binary operator at the current token and the tokens that it takes.
  private var binaryOperator: (Operator, Precedence, length: Int)? {
    switch current.form {
    case .name("or"): (.or, .or, 1)
    case .name("and"): (.and, .and, 1)
    case .name("in"): (.comparison(.isIn), .comparison, 1)
    case .name("not") where next.form == .name("in"): (.comparison(.isNotIn), .comparison, 2)
    case .symbol(let symbol):
      switch symbol {
      case .equal: (.comparison(.equal), .comparison, 1)
      case .notEqual: (.comparison(.notEqual), .comparison, 1)
      case .less: (.comparison(.less), .comparison, 1)
      case .lessOrEqual: (.comparison(.lessOrEqual), .comparison, 1)
      case .greater: (.comparison(.greater), .comparison, 1)
      case .greaterOrEqual: (.comparison(.greaterOrEqual), .comparison, 1)
      case .plus: (.arithmetic(.add), .sum, 1)
      case .minus: (.arithmetic(.subtract), .sum, 1)
      case .tilde: (.arithmetic(.concatenate), .concatenation, 1)
      case .star: (.arithmetic(.multiply), .product, 1)
      case .slash: (.arithmetic(.divide), .product, 1)
      case .doubleSlash: (.arithmetic(.floorDivide), .product, 1)
      case .percent: (.arithmetic(.remainder), .product, 1)
      case .doubleStar: (.arithmetic(.power), .power, 1)
      default: nil
      }
    default: nil
    }
  }

  /// Parses operators of a precedence and tighter ones.
  private mutating func parseBinary(from minimum: Precedence) throws(TemplateError) -> Expression {
    let location = current.location
    var left = try parseOperand()
    while let (_, precedence, _) = binaryOperator, precedence.rawValue >= minimum.rawValue {
      var rest: [(Operator, Expression)] = []
      while let (found, same, length) = binaryOperator, same == precedence {
        for _ in 0..<length { advance() }
        rest.append((found, try parseBinary(from: precedence.tighter)))
      }
      left = try chain(left, rest, at: location)
    }
    return left
  }

  private func chain(
    _ first: Expression, _ rest: [(Operator, Expression)], at location: SourceLocation
  ) throws(TemplateError) -> Expression {
    let operands = [first] + rest.map(\.1)
    let form: Expression.Form =
      switch rest[0].0 {
      case .or: .or(operands)
      case .and: .and(operands)
      case .comparison:
        .comparison(first, rest.compactMap { if case .comparison(let kind) = $0.0 { (kind, $0.1) } else { nil } })
      case .arithmetic:
        .arithmetic(first, rest.compactMap { if case .arithmetic(let kind) = $0.0 { (kind, $0.1) } else { nil } })
      }
    return try node(form, at: location, over: operands)
  }

  /// Parses `not` with all that binds tighter, or a signed value with its filters and tests.
  private mutating func parseOperand() throws(TemplateError) -> Expression {
    let location = current.location
    guard skip(name: "not") else {
      let value = try parseSigned()
      return try parseFiltersAndTests(value)
    }
    let operand = try nested { parser throws(TemplateError) in try parser.parseBinary(from: .comparison) }
    return try node(.not(operand), at: location, over: [operand])
  }

  private mutating func parseSigned() throws(TemplateError) -> Expression {
    let location = current.location
    if skip(.minus) {
      let operand = try nested { parser throws(TemplateError) in try parser.parseSigned() }
      return try node(.negative(operand), at: location, over: [operand])
    }
    if skip(.plus) {
      let operand = try nested { parser throws(TemplateError) in try parser.parseSigned() }
      return try node(.positive(operand), at: location, over: [operand])
    }
    return try parsePostfix(try parsePrimary())
  }

  // MARK: Values

  private mutating func parsePrimary() throws(TemplateError) -> Expression {
    let location = current.location
    switch current.form {
    case .name(let name):
      advance()
      switch name {
      case "true", "True": return try node(.bool(true), at: location, over: [])
      case "false", "False": return try node(.bool(false), at: location, over: [])
      case "none", "None": return try node(.none, at: location, over: [])
      default: return try node(.name(name), at: location, over: [])
      }
    case .string(var text):
      advance()
      // Strings side by side are one.
      while case .string(let more) = current.form {
        text.append(more)
        advance()
      }
      return try node(.string(text), at: location, over: [])
    case .int(let value):
      advance()
      return try node(.int(value), at: location, over: [])
    case .double(let value):
      advance()
      return try node(.double(value), at: location, over: [])
    case .symbol(.openParenthesis):
      advance()
      if skip(.closeParenthesis) { return try node(.tuple([]), at: location, over: []) }
      let inner = try parseExpressionOrTuple()
      try expect(.closeParenthesis)
      return inner
    case .symbol(.openBracket):
      advance()
      let items = try parseItems(until: .closeBracket)
      return try node(.list(items), at: location, over: items)
    case .symbol(.openBrace): return try parseDictionary()
    default: throw error("expected a value, found '\(currentText)'")
    }
  }

  private mutating func parseItems(until end: Symbol) throws(TemplateError) -> [Expression] {
    var items: [Expression] = []
    while !isSymbol(end) {
      if !items.isEmpty { try expect(.comma) }
      if isSymbol(end) { break }
      items.append(try parseExpression())
    }
    advance()
    return items
  }

  private mutating func parseDictionary() throws(TemplateError) -> Expression {
    let location = current.location
    advance()
    var members: [(key: Expression, value: Expression)] = []
    while !isSymbol(.closeBrace) {
      if !members.isEmpty { try expect(.comma) }
      if isSymbol(.closeBrace) { break }
      let key = try parseExpression()
      try expect(.colon)
      members.append((key, try parseExpression()))
    }
    advance()
    return try node(.dictionary(members), at: location, over: members.flatMap { [$0.key, $0.value] })
  }

  // MARK: Members, items and calls

  private mutating func parsePostfix(_ first: Expression) throws(TemplateError) -> Expression {
    var value = first
    while true {
      let location = current.location
      if skip(.dot) {
        if case .int(let index) = current.form {
          advance()
          let key = try node(.int(index), at: location, over: [])
          value = try node(.item(value, key), at: location, over: [value, key])
        } else {
          value = try node(.member(value, try expectName()), at: location, over: [value])
        }
      } else if isSymbol(.openBracket) {
        value = try parseSubscript(value)
      } else if isSymbol(.openParenthesis) {
        let arguments = try parseArguments()
        value = try node(.call(value, arguments), at: location, over: [value] + arguments.expressions)
      } else {
        return value
      }
    }
  }

  private mutating func parseSubscript(_ value: Expression) throws(TemplateError) -> Expression {
    let location = current.location
    advance()
    let start = isSymbol(.colon) ? nil : try parseExpression()
    guard skip(.colon) else {
      guard let start else { throw error("expected an index") }
      try expect(.closeBracket)
      return try node(.item(value, start), at: location, over: [value, start])
    }
    let end = isSymbol(.colon) || isSymbol(.closeBracket) ? nil : try parseExpression()
    var step: Expression?
    if skip(.colon), !isSymbol(.closeBracket) { step = try parseExpression() }
    try expect(.closeBracket)
    return try node(
      .slice(value, start: start, end: end, step: step), at: location,
      over: [value] + [start, end, step].compactMap { $0 })
  }

  private mutating func parseArguments() throws(TemplateError) -> Arguments {
    try expect(.openParenthesis)
    var arguments = Arguments()
    var isFirst = true
    while !isSymbol(.closeParenthesis) {
      if !isFirst { try expect(.comma) }
      isFirst = false
      if isSymbol(.closeParenthesis) { break }
      if isSymbol(.star) || isSymbol(.doubleStar) { throw error("argument lists with '*' are not supported") }
      if case .name(let name) = current.form, next.form == .symbol(.assign) {
        advance()
        advance()
        arguments.named.append((name, try parseExpression()))
      } else {
        guard arguments.named.isEmpty else { throw error("positional argument after a named one") }
        arguments.positional.append(try parseExpression())
      }
    }
    advance()
    return arguments
  }

  // MARK: Filters and tests

  private mutating func parseFiltersAndTests(_ first: Expression) throws(TemplateError) -> Expression {
    var value = first
    while true {
      let location = current.location
      if isSymbol(.pipe) {
        let filter = try parseFilterCall()
        value = try node(.filter(value, filter), at: location, over: [value] + filter.arguments.expressions)
      } else if skip(name: "is") {
        value = try parseTest(value, at: location)
      } else if isSymbol(.openParenthesis) {
        let arguments = try parseArguments()
        value = try node(.call(value, arguments), at: location, over: [value] + arguments.expressions)
      } else {
        return value
      }
    }
  }

  private mutating func parseFilterCall() throws(TemplateError) -> FilterCall {
    try expect(.pipe)
    return try parseFilterName()
  }

  private mutating func parseFilterName() throws(TemplateError) -> FilterCall {
    let location = current.location
    let name = try expectName()
    let arguments = isSymbol(.openParenthesis) ? try parseArguments() : Arguments()
    return FilterCall(name: name, arguments: arguments, location: location)
  }

  /// Parses `|a|b(c)`, in a filter block without the first bar.
  mutating func parseFilterCalls(first isBare: Bool) throws(TemplateError) -> [FilterCall] {
    var filters: [FilterCall] = []
    if isBare { filters.append(try parseFilterName()) }
    while isSymbol(.pipe) { filters.append(try parseFilterCall()) }
    return filters
  }

  private mutating func parseTest(
    _ value: Expression, at location: SourceLocation
  ) throws(TemplateError) -> Expression {
    let isNegated = skip(name: "not")
    let name = try expectName()
    var arguments = Arguments()
    if isSymbol(.openParenthesis) {
      arguments = try parseArguments()
    } else if startsTestArgument {
      arguments.positional = [try parsePostfix(try parsePrimary())]
    }
    return try node(
      .test(value, name: name, arguments, isNegated: isNegated), at: location, over: [value] + arguments.expressions)
  }

  /// A test may have one argument without parentheses: `x is divisibleby 3`.
  private var startsTestArgument: Bool {
    switch current.form {
    case .name(let name): !["else", "or", "and", "if", "is", "in", "not", "recursive"].contains(name)
    case .string, .int, .double: true
    case .symbol(let symbol): symbol == .openBracket || symbol == .openBrace
    default: false
    }
  }
}
