// SPDX-License-Identifier: Apache-2.0
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What the macros say about code they cannot expand.
enum MacroDiagnostic: DiagnosticMessage {
  case notStructOrEnum
  case emptyEnum
  case alreadyConforms
  case guideNeedsStoredProperty
  case guideWithoutType
  case guideOnConstant
  case reservedLabel(case: String)
  case playgroundWithoutBody

  var message: String {
    switch self {
    case .notStructOrEnum: "'@Generable' can only be used on structs and enums."
    case .emptyEnum: "Generable enums must have at least one case."
    case .alreadyConforms:
      "Type already conforms to 'Generable'. Remove the '@Generable' macro or delete the existing conformance."
    case .guideNeedsStoredProperty: "'@Guide' can only be used with a stored property."
    case .guideWithoutType: "'@Guide' has no effect on a property without a type annotation."
    case .guideOnConstant: "'@Guide' has no effect on a constant with an initial value."
    case .reservedLabel(let name):
      "The associated value 'type' of '\(name)' clashes with the property that names the case."
    case .playgroundWithoutBody: "'#Playground' needs a block of code."
    }
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .guideWithoutType, .guideOnConstant: .warning
    default: .error
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .notStructOrEnum: "notStructOrEnum"
      case .emptyEnum: "emptyEnum"
      case .alreadyConforms: "alreadyConforms"
      case .guideNeedsStoredProperty: "guideNeedsStoredProperty"
      case .guideWithoutType: "guideWithoutType"
      case .guideOnConstant: "guideOnConstant"
      case .reservedLabel: "reservedLabel"
      case .playgroundWithoutBody: "playgroundWithoutBody"
      }
    return MessageID(domain: "FoundationModelsMacros", id: id)
  }
}

extension MacroExpansionContext {
  func diagnose(_ message: MacroDiagnostic, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: node, message: message))
  }
}
