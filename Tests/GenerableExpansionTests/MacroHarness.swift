// SPDX-License-Identifier: Apache-2.0
import GenerableExpansion
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Expands the two macros in a piece of source, as the compiler would.
struct MacroHarness {
  /// The source after expansion.
  let text: String
  /// `line:column: severity: message` of everything said.
  let diagnostics: [String]

  init(_ source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Client", fullFilePath: "Client.swift")])
    let expanded = file.expand(
      macroSpecs: [
        "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Generable"]),
        "Guide": MacroSpec(type: GuideMacro.self),
      ],
      contextGenerator: { BasicMacroExpansionContext(sharingWith: context, lexicalContext: [Syntax($0)]) },
      indentationWidth: .spaces(2))
    text = String(expanded.description.drop { $0.isNewline })
    diagnostics = context.diagnostics.map { diagnostic in
      let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Client.swift")
      return "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
    }
  }
}

extension MacroHarness {
  /// The member of the first type whose first line contains `name`, outdented.
  func member(_ name: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  nonisolated") && $0.contains(name) }) else { return "" }
    guard let end = lines[start...].firstIndex(of: "  }") else { return "" }
    return lines[start...end].map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  /// What the extension role wrote.
  var extensionText: String {
    guard let start = text.firstRange(of: "extension ")?.lowerBound else { return "" }
    return String(text[start...])
  }
}
