// SPDX-License-Identifier: Apache-2.0
import PlaygroundSymbols
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `#Playground("name") { … }`: a function with a C name that gives the block to whoever asks for it, and is never called
/// otherwise.
///
/// The C name is made of the file and the place in it, so that a program that has loaded the library finds the blocks of a file
/// it has read, in order, without any registration at start.
package enum PlaygroundMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let labelled = node.arguments.first { $0.label?.text == "body" }
    let name = node.arguments.first { $0.label == nil }?.expression.trimmedDescription ?? "nil"
    guard let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
      let line = Int(location.line.trimmedDescription), let column = Int(location.column.trimmedDescription),
      let body = node.trailingClosure.map({ ExprSyntax($0) }) ?? labelled?.expression
    else {
      context.diagnose(.playgroundWithoutBody, at: node)
      return []
    }
    let file = location.file.trimmedDescription
    let symbol = PlaygroundSymbol(file: file, line: line, column: column)
    let closure: String
    if let literal = body.as(ClosureExprSyntax.self) {
      closure = PlaygroundBody(context: context).text(of: literal)
    } else {
      closure = "{ @MainActor _ in try await (\(body.trimmedDescription))() }"
    }
    return [
      """
      @_cdecl(\(raw: stringLiteral(symbol.name)))
      public func \(context.makeUniqueName("playground"))() -> UnsafeMutableRawPointer {
        Playgrounds.PlaygroundBlock(name: \(raw: name), file: \(raw: file), line: \(raw: line), body: \(raw: closure))
          .retainedPointer
      }
      """
    ]
  }
}
