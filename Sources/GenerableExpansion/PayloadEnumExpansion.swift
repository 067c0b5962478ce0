// SPDX-License-Identifier: Apache-2.0
import SwiftParser
import SwiftSyntax

/// The expansion of an enum with associated values: an object whose property `type` names the case and whose other
/// properties are the values.
///
/// Each case gets a private struct, which is the schema of that object and reads and writes it.
struct PayloadEnumExpansion {
  let declaration: GenerableDeclaration
  let cases: ConditionalList<DiscriminatedCase>
  let isIndirect: Bool

  /// A case with the name of its struct.
  struct DiscriminatedCase {
    let enumCase: EnumCase
    let structName: String
  }

  init(declaration: GenerableDeclaration, cases: ConditionalList<EnumCase>, isIndirect: Bool) {
    self.declaration = declaration
    self.isIndirect = isIndirect
    // `food` and `Food` would share a name; so would two raw identifiers that differ in punctuation.
    var used: [String: Int] = [:]
    self.cases = cases.map { enumCase in
      let letters = enumCase.key.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
      let base = "Discriminated" + String(letters).capitalizedFirst
      let count = used[base, default: 0]
      used[base] = count + 1
      return DiscriminatedCase(enumCase: enumCase, structName: count == 0 ? base : "\(base)_\(count)")
    }
  }

  // MARK: Members

  var members: [String] {
    var members = [
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
    if !declaration.declaresType("PartiallyGenerated") { members.append(partialType) }
    for item in cases.items { members.append(SourceWriter.text { writeStructs(item, to: &$0) }) }
    return members
  }

  private func writeSchema(to writer: inout SourceWriter) {
    let description = declaration.description.map { ", description: \($0)" } ?? ""
    guard cases.hasConditions else {
      let types = cases.all.map { "\($0.structName).self" }.joined(separator: ", ")
      writer.line("FoundationModels.GenerationSchema(type: Self.self\(description), anyOf: [\(types)])")
      return
    }
    writer.line("var types: [any FoundationModels.Generable.Type] = []")
    writer.line("types.reserveCapacity(\(cases.all.count))")
    cases.write(to: &writer) { $1.line("types.append(\($0.structName).self)") }
    writer.line("return FoundationModels.GenerationSchema(type: Self.self\(description), anyOf: types)")
  }

  private func writeContent(to writer: inout SourceWriter) {
    writer.line("switch self {")
    cases.write(to: &writer) { item, writer in
      let names = item.enumCase.fields.map(\.name)
      let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
      let arguments = item.enumCase.fields.map { "\($0.label): \($0.name)" }.joined(separator: ", ")
      writer.line("case .\(item.enumCase.name)\(pattern): \(item.structName)(\(arguments)).generatedContent")
    }
    writer.line("}")
  }

  /// The snapshot type: the same cases with optional values. Which case it is must be known before there is one.
  private var partialType: String {
    let access = declaration.access
    return SourceWriter.text { writer in
      writer.block(
        "nonisolated \(isIndirect ? "indirect " : "")\(access)enum PartiallyGenerated: "
          + "FoundationModels.ConvertibleFromGeneratedContent {"
      ) { writer in
        cases.write(to: &writer) { item, writer in
          let values = zip(item.enumCase.labels, item.enumCase.fields).map { label, field in
            label.isEmpty ? field.type.partial : "\(label): \(field.type.partial)"
          }
          let payload = item.enumCase.hasPayload ? "(\(values.joined(separator: ", ")))" : ""
          writer.line("\(item.enumCase.isIndirect ? "indirect " : "")case \(item.enumCase.name)\(payload)")
        }
        writer.block(
          "nonisolated \(access)init(_ content: FoundationModels.GeneratedContent) throws {"
        ) { writer in
          writeSwitch(to: &writer) { item, writer in
            let values = zip(item.enumCase.labels, item.enumCase.fields).map { label, field in
              callLabel(label) + "try content.value(forProperty: \(stringLiteral(field.key)))"
            }
            let payload = item.enumCase.hasPayload ? "(\(values.joined(separator: ", ")))" : ""
            writer.line("case \(stringLiteral(item.enumCase.key)): self = .\(item.enumCase.name)\(payload)")
          }
        }
      }
    }
  }

  private func writeStructs(
    _ item: ConditionalList<DiscriminatedCase>.Item, to writer: inout SourceWriter
  ) {
    ConditionalList(items: [item]).write(to: &writer) { item, writer in
      let fields = item.enumCase.fields
      let code = PropertyCode(
        properties: ConditionalList(elements: fields), explicitNil: declaration.explicitNil,
        discriminator: item.enumCase.key)
      writer.block("nonisolated private struct \(item.structName): FoundationModels.Generable {") { writer in
        for field in fields { writer.line("let \(field.name): \(field.type.text)") }
        let parameters = fields.map { "\($0.label): \($0.type.text)" }.joined(separator: ", ")
        writer.block("init(\(parameters)) {") { writer in
          for field in fields { writer.line("self.\(field.name) = \(field.name)") }
        }
        writer.block("init(_ content: FoundationModels.GeneratedContent) throws {") {
          code.writeAssignments(to: &$0)
        }
        writer.block("static var generationSchema: FoundationModels.GenerationSchema {") {
          code.writeSchema(to: &$0, description: nil)
        }
        writer.block("var generatedContent: FoundationModels.GeneratedContent {") {
          code.writeContent(to: &$0)
        }
      }
    }
  }

  // MARK: Decoding

  func conformance(of type: some TypeSyntaxProtocol) -> String {
    declaration.conformance(of: type) { writer in
      writeSwitch(to: &writer) { item, writer in
        guard item.enumCase.hasPayload else {
          writer.line("case \(stringLiteral(item.enumCase.key)): self = .\(item.enumCase.name)")
          return
        }
        writer.line("case \(stringLiteral(item.enumCase.key)):")
        writer.indented { writer in
          writer.line("let value = try \(item.structName)(content)")
          let values = zip(item.enumCase.labels, item.enumCase.fields).map { label, field in
            callLabel(label) + "value.\(field.name)"
          }
          writer.line("self = .\(item.enumCase.name)(\(values.joined(separator: ", ")))")
        }
      }
    }
  }

  private func writeSwitch(
    to writer: inout SourceWriter, _ body: (DiscriminatedCase, inout SourceWriter) -> Void
  ) {
    writer.line("let name = try content.value(Swift.String.self, forProperty: \"type\")")
    writer.line("switch name {")
    cases.write(to: &writer, body)
    writer.line("default:")
    writer.indented { $0.writeUnexpectedValue("name") }
    writer.line("}")
  }

  /// The label at a call for an associated value written as `label`, `label name`, `_ name` or nothing. Keywords need no
  /// backticks there, and get a warning for them.
  private func callLabel(_ label: String) -> String {
    guard let first = label.split(separator: " ").first, first != "_" else { return "" }
    let key = String(first).withoutBackticks
    return "\(key.isValidSwiftIdentifier(for: .memberAccess) ? key : String(first)): "
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
