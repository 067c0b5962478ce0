// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// What both kinds of type have in common: how the attribute was written, and what the expansion copies.
struct GenerableDeclaration {
  let name: String
  /// `public ` or `package ` with its trailing space, else empty: lower levels are what members get anyway.
  let access: String
  /// The type's `@available` attributes, one a line.
  let availability: [String]
  /// The `description:` argument.
  let description: String?
  /// The `representNilExplicitlyInGeneratedContent:` argument.
  let explicitNil: String?
  let members: MemberBlockItemListSyntax
  private let inheritedTypes: [String]

  init(_ declaration: some DeclGroupSyntax & NamedDeclSyntax, attribute: AttributeSyntax) {
    name = declaration.name.text
    let level = declaration.modifiers.first { [.keyword(.public), .keyword(.package)].contains($0.name.tokenKind) }
    access = level.map { "\($0.name.text) " } ?? ""
    availability = declaration.attributes.compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self), attribute.isNamed("available") else { return nil }
      return attribute.trimmedDescription
    }
    var description: String?
    var explicitNil: String?
    if case .argumentList(let arguments) = attribute.arguments {
      for argument in arguments where !argument.expression.is(NilLiteralExprSyntax.self) {
        switch argument.label?.text {
        case "description": description = argument.expression.trimmedDescription
        case "representNilExplicitlyInGeneratedContent": explicitNil = argument.expression.trimmedDescription
        default: break
        }
      }
    }
    self.description = description
    self.explicitNil = explicitNil
    members = declaration.memberBlock.members
    inheritedTypes = declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
  }

  /// The first type after the colon: an enum's raw type stands there.
  var firstInheritedType: String? { inheritedTypes.first }

  func inherits(_ name: String, module: String) -> Bool {
    inheritedTypes.contains { $0 == name || $0 == "\(module).\(name)" }
  }

  /// Whether the body declares a type of that name.
  func declaresType(_ name: String) -> Bool {
    let found = ConditionalList(members) { declaration -> [String] in
      let type: (any NamedDeclSyntax)? =
        declaration.as(StructDeclSyntax.self) ?? declaration.as(EnumDeclSyntax.self)
        ?? declaration.as(ClassDeclSyntax.self) ?? declaration.as(ActorDeclSyntax.self)
        ?? declaration.as(TypeAliasDeclSyntax.self)
      return type.map { [$0.name.text] } ?? []
    }
    return found.all.contains(name)
  }

  /// The extension that adds the conformance and `init(_:)`, whose body is `body`.
  ///
  /// The initializer stands in an extension so that a struct keeps its memberwise one.
  func conformance(of type: some TypeSyntaxProtocol, _ body: (inout SourceWriter) -> Void) -> String {
    SourceWriter.text { writer in
      availability.forEach { writer.line($0) }
      writer.block("extension \(type.trimmedDescription): nonisolated FoundationModels.Generable {") { writer in
        writer.block(
          "nonisolated \(access)init(_ content: FoundationModels.GeneratedContent) throws {"
        ) { body(&$0) }
      }
    }
  }
}
