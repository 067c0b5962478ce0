// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`: expands to nothing. `@Generable` reads the attribute; this checks that it stands where that happens.
package enum GuideMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isTypeLevel,
      variable.bindings.allSatisfy({ $0.accessorBlock == nil })
    else {
      context.diagnose(.guideNeedsStoredProperty, at: node)
      return []
    }
    if variable.bindings.last?.typeAnnotation == nil {
      context.diagnose(.guideWithoutType, at: node)
    } else if variable.bindingSpecifier.tokenKind == .keyword(.let),
      variable.bindings.allSatisfy({ $0.initializer != nil })
    {
      context.diagnose(.guideOnConstant, at: node)
    }
    return []
  }
}
