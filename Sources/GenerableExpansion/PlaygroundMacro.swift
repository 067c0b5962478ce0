// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax
import SwiftSyntaxMacros

/// `#Playground`: expands to nothing. The compiler has checked the body before; editors elsewhere would run it.
package enum PlaygroundMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
