// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// A property's type as the expansion spells it.
struct GeneratedType {
  /// The type without its optionality, e.g. `[DayPlan]` for `[DayPlan]?`.
  let wrapped: String
  let isOptional: Bool

  /// The type itself: `String`, or `String?`.
  var text: String { isOptional ? "\(wrapped)?" : wrapped }

  /// The type in a snapshot. It is always optional, and always qualified: inside a nested type a bare
  /// `PartiallyGenerated` would name the enclosing type's.
  var partial: String { "\(wrapped).PartiallyGenerated?" }

  /// Whether this is `GenerationID`, which no model writes: the framework gives it.
  var isGenerationID: Bool { ["GenerationID", "FoundationModels.GenerationID"].contains(wrapped) }

  /// `selfName` replaces `Self`, which would mean another type inside `PartiallyGenerated`.
  init(_ type: TypeSyntax, selfName: String) {
    let type = SelfReplacer(name: selfName).rewrite(type.trimmed).cast(TypeSyntax.self)
    let inner: TypeSyntax?
    if let optional = type.as(OptionalTypeSyntax.self) {
      inner = optional.wrappedType
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      inner = optional.wrappedType
    } else {
      inner = type.argumentOfOptional
    }
    isOptional = inner != nil
    let base = inner ?? type
    let isPostfixable =
      base.is(IdentifierTypeSyntax.self) || base.is(MemberTypeSyntax.self) || base.is(ArrayTypeSyntax.self)
      || base.is(OptionalTypeSyntax.self) || base.is(DictionaryTypeSyntax.self) || base.is(TupleTypeSyntax.self)
    wrapped = isPostfixable ? base.trimmedDescription : "(\(base.trimmedDescription))"
  }
}

extension TypeSyntax {
  /// `T` of `Optional<T>` and `Swift.Optional<T>`.
  fileprivate var argumentOfOptional: TypeSyntax? {
    let clause: GenericArgumentClauseSyntax?
    if let identifier = self.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
      clause = identifier.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.name.text == "Optional",
      member.baseType.trimmedDescription == "Swift"
    {
      clause = member.genericArgumentClause
    } else {
      return nil
    }
    guard let argument = clause?.arguments.first?.argument, case .type(let type) = argument else { return nil }
    return type
  }
}

/// Writes the type's own name where `Self` stands.
private final class SelfReplacer: SyntaxRewriter {
  let name: String

  init(name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(node.with(\.name, .identifier(name)))
  }
}
