// SPDX-License-Identifier: Apache-2.0

/// Builds the tree of a template from its tokens.
///
/// Nesting of blocks and expressions is bounded, so that no template can exhaust the stack, here or later: chains of
/// operators of one precedence, of `elif` and of arguments are lists in the tree and may be as long as they like.
struct Parser {
  private let tokens: [Token]
  var position = 0
  private var depth = 0
  /// Loops around the current statement, in the same macro.
  var loopCount = 0

  init(_ tokens: [Token]) { self.tokens = tokens }

  static func parse(_ source: String) throws(TemplateError) -> [Statement] {
    var parser = Parser(try Lexer.tokenize(source))
    let body = try parser.parseBody(until: [])
    if case .end = parser.current.form { return body }
    throw parser.error("unexpected '\(parser.currentText)'")
  }

  // MARK: Tokens

  var current: Token { tokens[position] }
  /// The token after the current one; the last repeats.
  var next: Token { tokens[min(position + 1, tokens.count - 1)] }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  func error(_ message: String) -> TemplateError { TemplateError(.syntax(message), at: current.location) }

  func isName(_ name: String) -> Bool { current.form == .name(name) }

  mutating func skip(name: String) -> Bool {
    guard isName(name) else { return false }
    advance()
    return true
  }

  func isSymbol(_ symbol: Symbol) -> Bool { current.form == .symbol(symbol) }

  mutating func skip(_ symbol: Symbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Symbol) throws(TemplateError) {
    guard skip(symbol) else { throw error("expected '\(symbol.rawValue)', found '\(currentText)'") }
  }

  mutating func expect(_ form: Token.Form, _ description: String) throws(TemplateError) {
    guard current.form == form else { throw error("expected \(description), found '\(currentText)'") }
    advance()
  }

  mutating func expectName() throws(TemplateError) -> String {
    guard case .name(let name) = current.form else { throw error("expected a name, found '\(currentText)'") }
    advance()
    return name
  }

  /// The current token as written, for messages.
  var currentText: String {
    switch current.form {
    case .data: "text"
    case .outputBegin: "{{"
    case .outputEnd: "}}"
    case .blockBegin: "{%"
    case .blockEnd: "%}"
    case .name(let name): name
    case .string(let text): text.text
    case .int(let value): String(value)
    case .double(let value): PythonText.text(value)
    case .symbol(let symbol): symbol.rawValue
    case .end: "the end of the template"
    }
  }

  // MARK: Nesting

  /// Parses something that may hold itself.
  mutating func nested<Result>(
    _ parse: (inout Parser) throws(TemplateError) -> Result
  ) throws(TemplateError) -> Result {
    guard depth < TemplateLimits.nesting else {
      throw TemplateError(.tooDeep(limit: TemplateLimits.nesting), at: current.location)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  /// Makes a node, unless it would stand on too many others.
  func node(
    _ form: Expression.Form, at location: SourceLocation, over children: [Expression]
  ) throws(TemplateError) -> Expression {
    let height = 1 + (children.lazy.map(\.height).max() ?? 0)
    guard height <= TemplateLimits.nesting else {
      throw TemplateError(.tooDeep(limit: TemplateLimits.nesting), at: location)
    }
    return Expression(form: form, location: location, height: height)
  }
}
