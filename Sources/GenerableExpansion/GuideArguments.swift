// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// What the `@Guide` attributes of one property say, as expressions to paste.
///
/// Nothing is evaluated here: a guide may be any expression of the right type, and the compiler checks it twice, once
/// in the attribute and once where it is pasted.
struct GuideArguments {
  var description: String?
  private var expressions: [ExprSyntax] = []

  /// Merges all `@Guide` attributes of a property; of several descriptions the first counts.
  init(_ attributes: AttributeListSyntax) {
    for element in attributes {
      guard let attribute = element.as(AttributeSyntax.self), attribute.isNamed("Guide"),
        case .argumentList(let arguments) = attribute.arguments
      else { continue }
      for argument in arguments {
        if argument.label?.text == "description" {
          guard !argument.expression.is(NilLiteralExprSyntax.self) else { continue }
          description = description ?? argument.expression.trimmedDescription
        } else {
          expressions.append(argument.expression)
        }
      }
    }
  }

  /// The elements of a `guides:` array.
  ///
  /// A lone regex is passed as it is and picks the initializer that takes one. Beside other guides it must become a
  /// guide itself, since an array holds one type.
  var guides: [String] {
    expressions.map { expression in
      let text = expression.trimmedDescription
      return expressions.count > 1 && expression.isRegex ? ".pattern(\(text))" : text
    }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is `@name` or `@FoundationModels.name`.
  func isNamed(_ name: String) -> Bool {
    let text = attributeName.trimmedDescription
    return text == name || text == "FoundationModels.\(name)"
  }
}

extension ExprSyntax {
  /// Whether the expression is visibly a regex: a literal, or a call of `Regex`, also behind `try!` or parentheses.
  fileprivate var isRegex: Bool {
    if self.is(RegexLiteralExprSyntax.self) { return true }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isRegex }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return only.expression.isRegex
    }
    if let call = self.as(FunctionCallExprSyntax.self) {
      let callee =
        call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression
      return ["Regex", "_StringProcessing.Regex"].contains(callee.trimmedDescription)
    }
    return false
  }
}
