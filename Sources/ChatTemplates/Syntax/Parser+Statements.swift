// SPDX-License-Identifier: Apache-2.0

extension Parser {
  /// Parses statements up to a tag named in `ends`, whose name becomes the current token.
  mutating func parseBody(until ends: Set<String>) throws(TemplateError) -> [Statement] {
    var body: [Statement] = []
    while true {
      switch current.form {
      case .data(let text):
        advance()
        body.append(.text(text))
      case .outputBegin:
        advance()
        body.append(.output(try parseExpressionOrTuple()))
        try expect(.outputEnd, "'}}'")
      case .blockBegin:
        if case .name(let name) = next.form, ends.contains(name) {
          advance()
          return body
        }
        advance()
        body.append(try nested { parser throws(TemplateError) in try parser.parseTag() })
      case .end where ends.isEmpty: return body
      default:
        let expected = ends.sorted().map { "{% \($0) %}" }.joined(separator: " or ")
        throw error(ends.isEmpty ? "unexpected '\(currentText)'" : "expected \(expected), found '\(currentText)'")
      }
    }
  }

  /// Parses a body, its end tag and the end of that.
  private mutating func parseBody(endingWith name: String) throws(TemplateError) -> [Statement] {
    let body = try parseBody(until: [name])
    advance()
    try expect(.blockEnd, "'%}'")
    return body
  }

  private mutating func parseTag() throws(TemplateError) -> Statement {
    let location = current.location
    let name = try expectName()
    switch name {
    case "if": return try parseConditional()
    case "for": return try parseLoop()
    case "set": return try parseSet()
    case "macro": return try parseMacro(location)
    case "call": return try parseCall(location)
    case "filter":
      let filters = try parseFilterCalls(first: true)
      try expect(.blockEnd, "'%}'")
      return .filter(filters, try parseBody(endingWith: "endfilter"))
    case "generation":
      try expect(.blockEnd, "'%}'")
      return .scoped([], try parseBody(endingWith: "endgeneration"))
    case "with": return try parseWith()
    case "break", "continue":
      guard loopCount > 0 else { throw TemplateError(.syntax("'\(name)' outside a loop"), at: location) }
      try expect(.blockEnd, "'%}'")
      return name == "break" ? .breakLoop : .continueLoop
    default: throw TemplateError(.unknownName(kind: "tag", name: name), at: location)
    }
  }

  private mutating func parseConditional() throws(TemplateError) -> Statement {
    var branches: [(condition: Expression, body: [Statement])] = []
    while true {
      let condition = try parseExpressionOrTuple(allowingConditional: false)
      try expect(.blockEnd, "'%}'")
      branches.append((condition, try parseBody(until: ["elif", "else", "endif"])))
      if skip(name: "elif") { continue }
      var otherwise: [Statement] = []
      if skip(name: "else") {
        try expect(.blockEnd, "'%}'")
        otherwise = try parseBody(until: ["endif"])
      }
      advance()
      try expect(.blockEnd, "'%}'")
      return .conditional(branches, otherwise: otherwise)
    }
  }

  private mutating func parseLoop() throws(TemplateError) -> Statement {
    let target = try parseTarget()
    guard skip(name: "in") else { throw error("expected 'in', found '\(currentText)'") }
    let items = try parseExpressionOrTuple(allowingConditional: false)
    let condition = skip(name: "if") ? try parseExpression() : nil
    if isName("recursive") { throw error("recursive loops are not supported") }
    try expect(.blockEnd, "'%}'")
    loopCount += 1
    let body = try parseBody(until: ["endfor", "else"])
    loopCount -= 1
    var otherwise: [Statement] = []
    if skip(name: "else") {
      try expect(.blockEnd, "'%}'")
      otherwise = try parseBody(until: ["endfor"])
    }
    advance()
    try expect(.blockEnd, "'%}'")
    return .loop(Loop(target: target, items: items, condition: condition, body: body, otherwise: otherwise))
  }

  private mutating func parseTarget() throws(TemplateError) -> Target {
    let location = current.location
    let isInParentheses = skip(.openParenthesis)
    let first = try expectName()
    if !isInParentheses, skip(.dot) { return .member(first, try expectName(), location) }
    var names = [first]
    var isTuple = false
    while skip(.comma) {
      isTuple = true
      guard case .name(let name) = current.form, name != "in" else { break }
      advance()
      names.append(name)
    }
    if isInParentheses { try expect(.closeParenthesis) }
    return isTuple ? .tuple(names, location) : .name(first)
  }

  private mutating func parseSet() throws(TemplateError) -> Statement {
    let target = try parseTarget()
    if skip(.assign) {
      let value = try parseExpressionOrTuple()
      try expect(.blockEnd, "'%}'")
      return .set(target, value)
    }
    let filters = try parseFilterCalls(first: false)
    try expect(.blockEnd, "'%}'")
    return .capture(target, filters, try parseBody(endingWith: "endset"))
  }

  private mutating func parseMacro(_ location: SourceLocation) throws(TemplateError) -> Statement {
    let name = try expectName()
    let parameters = try parseParameters()
    try expect(.blockEnd, "'%}'")
    let outerLoopCount = loopCount
    loopCount = 0
    let body = try parseBody(endingWith: "endmacro")
    loopCount = outerLoopCount
    return .macro(MacroDefinition(name: name, parameters: parameters, body: body, location: location))
  }

  private mutating func parseCall(_ location: SourceLocation) throws(TemplateError) -> Statement {
    let parameters = isSymbol(.openParenthesis) ? try parseParameters() : []
    let expression = try parseExpression()
    guard case .call = expression.form else { throw error("expected a call") }
    try expect(.blockEnd, "'%}'")
    let outerLoopCount = loopCount
    loopCount = 0
    let body = try parseBody(endingWith: "endcall")
    loopCount = outerLoopCount
    return .call(
      MacroDefinition(name: "caller", parameters: parameters, body: body, location: location), expression)
  }

  private mutating func parseParameters() throws(TemplateError) -> [(name: String, standard: Expression?)] {
    var parameters: [(name: String, standard: Expression?)] = []
    try expect(.openParenthesis)
    while !isSymbol(.closeParenthesis) {
      if !parameters.isEmpty { try expect(.comma) }
      if isSymbol(.closeParenthesis) { break }
      let name = try expectName()
      parameters.append((name, skip(.assign) ? try parseExpression() : nil))
    }
    advance()
    return parameters
  }

  private mutating func parseWith() throws(TemplateError) -> Statement {
    var assignments: [(Target, Expression)] = []
    while current.form != .blockEnd {
      if !assignments.isEmpty { try expect(.comma) }
      let target = try parseTarget()
      try expect(.assign)
      assignments.append((target, try parseExpression()))
    }
    advance()
    return .scoped(assignments, try parseBody(endingWith: "endwith"))
  }
}
