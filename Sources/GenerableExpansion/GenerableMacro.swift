// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: members for the schema, the encoding and the snapshot type, and an extension that conforms.
///
/// Both roles are expanded on their own; what is wrong is said by the member role alone.
package enum GenerableMacro {
  /// The expansion of one declaration.
  fileprivate enum Expansion {
    case structure(StructExpansion)
    case plainEnum(PlainEnumExpansion)
    case payloadEnum(PayloadEnumExpansion)

    init(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) throws(Refusal) {
      let generable: GenerableDeclaration
      if let structure = declaration.as(StructDeclSyntax.self) {
        generable = GenerableDeclaration(structure, attribute: attribute)
        self = .structure(StructExpansion(generable))
      } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
        generable = GenerableDeclaration(enumeration, attribute: attribute)
        let cases = EnumCase.cases(of: generable)
        if cases.all.isEmpty { throw Refusal(.emptyEnum, at: attribute) }
        if let clash = cases.all.first(where: { $0.fields.contains { $0.key == "type" } }) {
          throw Refusal(.reservedLabel(case: clash.key), at: attribute)
        }
        let isIndirect = enumeration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
        if cases.all.allSatisfy({ !$0.hasPayload }) {
          self = .plainEnum(PlainEnumExpansion(declaration: generable, cases: cases))
        } else {
          self = .payloadEnum(
            PayloadEnumExpansion(declaration: generable, cases: cases, isIndirect: isIndirect))
        }
      } else {
        throw Refusal(.notStructOrEnum, at: attribute)
      }
      if generable.inherits("Generable", module: "FoundationModels") {
        throw Refusal(.alreadyConforms, at: attribute)
      }
    }
  }

  /// A declaration that cannot be expanded, with the message that says why.
  fileprivate struct Refusal: Error {
    let message: MacroDiagnostic
    let node: Syntax

    init(_ message: MacroDiagnostic, at node: some SyntaxProtocol) {
      self.message = message
      self.node = Syntax(node)
    }
  }
}

extension GenerableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let members =
        switch try Expansion(declaration, attribute: node) {
        case .structure(let expansion): expansion.members
        case .plainEnum(let expansion): expansion.members
        case .payloadEnum(let expansion): expansion.members
        }
      return members.map { DeclSyntax(stringLiteral: $0) }
    } catch {
      context.diagnose(error.message, at: error.node)
      return []
    }
  }
}

extension GenerableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let expansion = try? Expansion(declaration, attribute: node) else { return [] }
    let text =
      switch expansion {
      case .structure(let expansion): expansion.conformance(of: type)
      case .plainEnum(let expansion): expansion.conformance(of: type)
      case .payloadEnum(let expansion): expansion.conformance(of: type)
      }
    return [try ExtensionDeclSyntax("\(raw: text)")]
  }
}
