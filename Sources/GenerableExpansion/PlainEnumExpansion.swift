// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// The expansion of an enum whose cases carry nothing: one of a few strings.
///
/// An enum whose raw type is `String` is written by its raw values; any other by the names of its cases.
struct PlainEnumExpansion {
  let declaration: GenerableDeclaration
  let cases: ConditionalList<EnumCase>

  private var hasStringRawValues: Bool {
    ["String", "Swift.String"].contains(declaration.firstInheritedType)
  }

  private func choice(_ enumCase: EnumCase) -> String {
    hasStringRawValues ? "Self.\(enumCase.name).rawValue" : stringLiteral(enumCase.key)
  }

  var members: [String] {
    [
      SourceWriter.text { writer in
        writer.block(
          "nonisolated \(declaration.access)static var generationSchema: FoundationModels.GenerationSchema {"
        ) { writeSchema(to: &$0) }
      },
      SourceWriter.text { writer in
        writer.block(
          "nonisolated \(declaration.access)var generatedContent: FoundationModels.GeneratedContent {"
        ) { writeContent(to: &$0) }
      },
    ]
  }

  private func writeSchema(to writer: inout SourceWriter) {
    let description = declaration.description.map { ", description: \($0)" } ?? ""
    guard cases.hasConditions else {
      let choices = cases.all.map(choice).joined(separator: ", ")
      writer.line("FoundationModels.GenerationSchema(type: Self.self\(description), anyOf: [\(choices)])")
      return
    }
    writer.line("var choices: [Swift.String] = []")
    writer.line("choices.reserveCapacity(\(cases.all.count))")
    cases.write(to: &writer) { $1.line("choices.append(\(choice($0)))") }
    writer.line("return FoundationModels.GenerationSchema(type: Self.self\(description), anyOf: choices)")
  }

  private func writeContent(to writer: inout SourceWriter) {
    if hasStringRawValues {
      writer.line("FoundationModels.GeneratedContent(self.rawValue)")
      return
    }
    writer.line("switch self {")
    cases.write(to: &writer) { enumCase, writer in
      writer.line("case .\(enumCase.name): FoundationModels.GeneratedContent(\(stringLiteral(enumCase.key)))")
    }
    writer.line("}")
  }

  func conformance(of type: some TypeSyntaxProtocol) -> String {
    declaration.conformance(of: type) { writer in
      writer.line("let name = try content.value(Swift.String.self)")
      if hasStringRawValues {
        writer.block("guard let value = Self(rawValue: name) else {") { $0.writeUnexpectedValue("name") }
        writer.line("self = value")
        return
      }
      writer.line("switch name {")
      cases.write(to: &writer) { enumCase, writer in
        writer.line("case \(stringLiteral(enumCase.key)): self = .\(enumCase.name)")
      }
      writer.line("default:")
      writer.indented { $0.writeUnexpectedValue("name") }
      writer.line("}")
    }
  }
}

extension SourceWriter {
  /// Writes the statement that rejects a string naming no case.
  mutating func writeUnexpectedValue(_ variable: String) {
    line("throw FoundationModels.LanguageModelSession.GenerationError.decodingFailure(")
    indented {
      $0.line(".init(debugDescription: \"Unexpected value '\\(\(variable))' for \\(Self.self)\"))")
    }
  }
}
