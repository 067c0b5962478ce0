// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// The expansion of a struct.
struct StructExpansion {
  let declaration: GenerableDeclaration
  let properties: ConditionalList<StoredProperty>

  init(_ declaration: GenerableDeclaration) {
    self.declaration = declaration
    properties = ConditionalList(declaration.members) {
      StoredProperty.properties(of: $0, selfName: declaration.name)
    }
  }

  var members: [String] {
    let body = PropertyCode(properties: properties, explicitNil: declaration.explicitNil)
    var members = [
      SourceWriter.text { writer in
        writer.block(
          "nonisolated \(declaration.access)static var generationSchema: FoundationModels.GenerationSchema {"
        ) { body.writeSchema(to: &$0, description: declaration.description) }
      },
      SourceWriter.text { writer in
        writer.block(
          "nonisolated \(declaration.access)var generatedContent: FoundationModels.GeneratedContent {"
        ) { body.writeContent(to: &$0) }
      },
    ]
    if !declaration.declaresType("PartiallyGenerated") { members.append(partialType) }
    return members
  }

  func conformance(of type: some TypeSyntaxProtocol) -> String {
    declaration.conformance(of: type) { writer in
      PropertyCode(properties: properties, explicitNil: nil).writeAssignments(to: &writer)
    }
  }

  /// The snapshot type: the same properties, each optional, and an identity that stays the same from one snapshot to
  /// the next. A type with an `id` of its own, or that is `Identifiable` already, keeps its own notion of identity;
  /// an `id` that is a `GenerationID` is the identity.
  private var partialType: String {
    let access = declaration.access
    let id = properties.all.first { $0.key == "id" }
    let hasOwnIdentity = id != nil || declaration.inherits("Identifiable", module: "Swift")
    let isIdentifiable = !hasOwnIdentity || id?.type.isGenerationID == true
    let protocols =
      (isIdentifiable ? "Swift.Identifiable, " : "") + "FoundationModels.ConvertibleFromGeneratedContent"
    return SourceWriter.text { writer in
      writer.block("nonisolated \(access)struct PartiallyGenerated: \(protocols) {") { writer in
        if !hasOwnIdentity { writer.line("\(access)var id: FoundationModels.GenerationID") }
        properties.write(to: &writer) { property, writer in
          let type = property.type.isGenerationID ? "FoundationModels.GenerationID" : property.type.partial
          writer.line("\(access)var \(property.name): \(type)")
        }
        writer.block(
          "nonisolated \(access)init(_ content: FoundationModels.GeneratedContent) throws {"
        ) { writer in
          if !hasOwnIdentity { writer.line("self.id = content.id ?? FoundationModels.GenerationID()") }
          PropertyCode(properties: properties, explicitNil: nil).writeAssignments(to: &writer, isPartial: true)
        }
      }
    }
  }
}
