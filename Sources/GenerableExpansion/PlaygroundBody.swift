// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax
import SwiftSyntaxMacros

/// The code of a playground block, written again so that it tells what each line gave.
///
/// After a declaration comes a report of each name that it bound, after an assignment one of its left side; an expression
/// whose value nobody takes is reported itself. Loops, conditions and `do` blocks are entered; closures and local functions
/// are not, since what happens in them may happen elsewhere and later.
struct PlaygroundBody {
  let context: any MacroExpansionContext

  /// A closure that takes the log as its only argument.
  func text(of closure: ClosureExprSyntax) -> String {
    let captures = closure.signature?.capture.map { $0.trimmedDescription + " " } ?? ""
    let statements = text(of: closure.statements)
    return "{ @MainActor \(captures)(\(Self.log): Playgrounds.PlaygroundLog) async throws -> Void in\n\(statements)\n}"
  }

  static let log = "__playgroundLog"

  // MARK: Statements

  private func text(of statements: CodeBlockItemListSyntax) -> String {
    statements.map(text(of:)).joined(separator: "\n")
  }

  private func text(of item: CodeBlockItemSyntax) -> String {
    switch item.item {
    case .decl(let declaration):
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return declaration.trimmedDescription }
      let names = variable.bindings.filter { $0.initializer != nil }.flatMap { Self.names(in: $0.pattern) }
      return ([declaration.trimmedDescription] + names.map { report($0, at: declaration) }).joined(separator: "\n")
    case .stmt(let statement): return text(of: statement)
    case .expr(let expression): return text(of: expression)
    @unknown default: return item.trimmedDescription
    }
  }

  private func text(of statement: StmtSyntax) -> String {
    if let expression = statement.as(ExpressionStmtSyntax.self)?.expression { return text(of: expression) }
    if let loop = statement.as(ForStmtSyntax.self) {
      return head(of: statement, before: loop.body) + block(loop.body, Self.names(in: loop.pattern), at: loop.pattern)
    }
    if let loop = statement.as(WhileStmtSyntax.self) {
      return head(of: statement, before: loop.body) + block(loop.body)
    }
    if let loop = statement.as(RepeatStmtSyntax.self) {
      return "repeat " + block(loop.body) + " while \(loop.condition.trimmedDescription)"
    }
    if let attempt = statement.as(DoStmtSyntax.self) {
      let catches = attempt.catchClauses.map { " \(head(of: $0, before: $0.body))" + block($0.body) }
      return head(of: statement, before: attempt.body) + block(attempt.body) + catches.joined()
    }
    if let check = statement.as(GuardStmtSyntax.self) {
      let names = check.conditions.flatMap(Self.names(in:))
      return ([statement.trimmedDescription] + names.map { report($0, at: statement) }).joined(separator: "\n")
    }
    return statement.trimmedDescription
  }

  private func text(of expression: ExprSyntax) -> String {
    if let condition = expression.as(IfExprSyntax.self) { return text(of: condition) }
    if let choice = expression.as(SwitchExprSyntax.self) { return text(of: choice) }
    if let left = Self.leftSide(of: expression) {
      // `_ = value` asks for silence; and what a call gives cannot be asked for twice.
      let isPath = left.is(DeclReferenceExprSyntax.self) || left.is(MemberAccessExprSyntax.self)
      let report = isPath ? "\n" + report(left.trimmedDescription, at: expression) : ""
      return expression.trimmedDescription + report
    }
    return "\(Self.log).value(\(line(of: expression)), \(stringLiteral(Self.summary(expression))), "
      + "\(expression.trimmedDescription))"
  }

  private func text(of condition: IfExprSyntax) -> String {
    var text = head(of: condition, before: condition.body)
    text += block(condition.body, condition.conditions.flatMap(Self.names(in:)), at: condition.conditions)
    guard let other = condition.elseBody else { return text }
    if case .ifExpr(let next) = other { return text + " else " + self.text(of: next) }
    if case .codeBlock(let body) = other { return text + " else " + block(body) }
    return text + " else " + other.trimmedDescription
  }

  /// What stands in `node` before its block.
  private func head(of node: some SyntaxProtocol, before body: CodeBlockSyntax) -> String {
    let length = body.positionAfterSkippingLeadingTrivia.utf8Offset - node.positionAfterSkippingLeadingTrivia.utf8Offset
    return String(decoding: Array(node.trimmedDescription.utf8).prefix(length), as: UTF8.self)
  }

  private func block(_ body: CodeBlockSyntax) -> String { "{\n\(text(of: body.statements))\n}" }

  /// A block that first reports what its head bound.
  private func block(_ body: CodeBlockSyntax, _ names: [String], at node: some SyntaxProtocol) -> String {
    let reports = names.map { report($0, at: node) + "\n" }.joined()
    return "{\n\(reports)\(text(of: body.statements))\n}"
  }

  /// Only the statements of cases change; what stands in `#if` stays as it is.
  private func text(of choice: SwitchExprSyntax) -> String {
    var text = "switch \(choice.subject.trimmedDescription) {\n"
    for element in choice.cases {
      guard let branch = element.as(SwitchCaseSyntax.self) else {
        text += element.trimmedDescription + "\n"
        continue
      }
      text += branch.attribute.map { "\($0.trimmedDescription) " } ?? ""
      text += "\(branch.label.trimmedDescription)\n\(self.text(of: branch.statements))\n"
    }
    return text + "}"
  }

  // MARK: Reports

  private func report(_ name: String, at node: some SyntaxProtocol) -> String {
    "\(Self.log).value(\(line(of: node)), \(stringLiteral(name)), \(name))"
  }

  private func line(of node: some SyntaxProtocol) -> String {
    context.location(of: node)?.line.trimmedDescription ?? "0"
  }

  /// The names that a pattern binds, but `_`.
  private static func names(in pattern: PatternSyntax) -> [String] {
    if let identifier = pattern.as(IdentifierPatternSyntax.self) { return [identifier.identifier.text] }
    if let tuple = pattern.as(TuplePatternSyntax.self) { return tuple.elements.flatMap { names(in: $0.pattern) } }
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return names(in: binding.pattern) }
    return []
  }

  private static func names(in condition: ConditionElementSyntax) -> [String] {
    guard case .optionalBinding(let binding) = condition.condition else { return [] }
    return names(in: binding.pattern)
  }

  /// The left side of `a = b` or `a += b`; nil for what is no assignment.
  private static func leftSide(of expression: ExprSyntax) -> ExprSyntax? {
    var parts: [ExprSyntax] = []
    if let sequence = expression.as(SequenceExprSyntax.self) {
      parts = Array(sequence.elements)
    } else if let infix = expression.as(InfixOperatorExprSyntax.self) {
      parts = [infix.leftOperand, infix.operator, infix.rightOperand]
    }
    guard parts.count >= 3 else { return nil }
    if parts[1].is(AssignmentExprSyntax.self) { return parts[0] }
    let compound = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]
    guard let symbol = parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text, compound.contains(symbol) else {
      return nil
    }
    return parts[0]
  }

  /// An expression in one short line.
  private static func summary(_ expression: ExprSyntax) -> String {
    let words = expression.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 60 ? String(words.prefix(59)) + "…" : words
  }
}
