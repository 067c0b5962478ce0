// SPDX-License-Identifier: Apache-2.0

/// The bodies that a list of properties needs, in a struct and in the struct that stands for an enum's case.
struct PropertyCode {
  let properties: ConditionalList<StoredProperty>
  /// Those that the model writes, which leaves out any `GenerationID`.
  private var generated: ConditionalList<StoredProperty> { properties.filter { !$0.type.isGenerationID } }
  /// The expression given for `representNilExplicitlyInGeneratedContent`.
  let explicitNil: String?
  /// The value of the fixed first property `type`, in the struct that stands for an enum's case.
  var discriminator: String?

  // MARK: Schema

  func writeSchema(to writer: inout SourceWriter, description: String?) {
    var head = ["type: Self.self"]
    if let description { head.append("description: \(description)") }
    if let explicitNil { head.append("representNilExplicitlyInGeneratedContent: \(explicitNil)") }
    let arguments = head.joined(separator: ", ")

    // An array literal cannot hold `#if`, so with conditions the array is built by statements.
    if generated.hasConditions {
      writeArray(to: &writer, type: "[FoundationModels.GenerationSchema.Property]") { property in
        schemaProperty(property)
      }
      writer.line("return FoundationModels.GenerationSchema(\(arguments), properties: properties)")
      return
    }
    let elements = discriminatorProperty + generated.all.map(schemaProperty)
    if elements.isEmpty {
      writer.line("FoundationModels.GenerationSchema(\(arguments), properties: [])")
    } else {
      writer.block("FoundationModels.GenerationSchema(\(arguments), properties: [", closing: "])") { writer in
        for element in elements { writer.line("\(element),") }
      }
    }
  }

  private var discriminatorProperty: [String] {
    discriminator.map {
      [
        "FoundationModels.GenerationSchema.Property(name: \"type\", type: Swift.String.self, "
          + "guides: [.constant(\(stringLiteral($0)))])"
      ]
    } ?? []
  }

  private func schemaProperty(_ property: StoredProperty) -> String {
    var arguments = ["name: \(stringLiteral(property.key))"]
    if let description = property.description { arguments.append("description: \(description)") }
    arguments.append("type: \(property.type.text).self")
    if !property.guides.isEmpty { arguments.append("guides: [\(property.guides.joined(separator: ", "))]") }
    return "FoundationModels.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
  }

  // MARK: Encoding

  /// Writes the value's content in declaration order. An absent optional is left out unless nil is explicit.
  func writeContent(to writer: inout SourceWriter) {
    let omitsNil = explicitNil != "true" && generated.all.contains { $0.type.isOptional }
    // Only an identity that is declared in every build can be handed on.
    let identity = properties.unconditional.first { $0.type.isGenerationID && $0.key == "id" }
    let id = identity.map { ", id: self.\($0.name)" } ?? ""
    guard generated.hasConditions || omitsNil else {
      var pairs = discriminator.map { ["\"type\": \(stringLiteral($0))"] } ?? []
      pairs += generated.all.map { "\(stringLiteral($0.key)): self.\($0.name)" }
      if pairs.isEmpty {
        writer.line("FoundationModels.GeneratedContent(properties: [:]\(id))")
      } else {
        writer.block("FoundationModels.GeneratedContent(properties: [", closing: "]\(id))") { writer in
          for pair in pairs { writer.line("\(pair),") }
        }
      }
      return
    }
    writer.line("var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []")
    // Counts as a mutation, so that no warning appears when every `#if` branch is inactive.
    writer.line("properties.reserveCapacity(\(generated.all.count + (discriminator == nil ? 0 : 1)))")
    if let discriminator { writer.line("properties.append((\"type\", \(stringLiteral(discriminator))))") }
    generated.write(to: &writer) { property, writer in
      let append = "properties.append((\(stringLiteral(property.key)), "
      guard property.type.isOptional, explicitNil != "true" else {
        writer.line("\(append)self.\(property.name)))")
        return
      }
      writer.block("if let value = self.\(property.name) {") { $0.line("\(append)value))") }
      if let explicitNil, explicitNil != "false" {
        writer.block("else if \(explicitNil) {") { $0.line("\(append)self.\(property.name)))") }
      }
    }
    writer.line("return FoundationModels.GeneratedContent(properties: properties\(id), uniquingKeysWith: { $1 })")
  }

  // MARK: Decoding

  /// Writes `self.x = …` for each property; the type of `x` picks the overload for optional values.
  ///
  /// - Parameter isPartial: Whether this is the snapshot type, in which an identity is always there.
  func writeAssignments(to writer: inout SourceWriter, isPartial: Bool = false) {
    properties.write(to: &writer) { property, writer in
      if property.type.isGenerationID {
        let fallback = property.type.isOptional && !isPartial ? "" : " ?? FoundationModels.GenerationID()"
        writer.line("self.\(property.name) = content.id\(fallback)")
        return
      }
      writer.line(
        "self.\(property.name) = try content.value(forProperty: \(stringLiteral(property.key)))")
    }
  }

  /// Builds `properties` by statements, with `#if` around those that had it.
  private func writeArray(
    to writer: inout SourceWriter, type: String, _ element: (StoredProperty) -> String
  ) {
    writer.line("var properties: \(type) = []")
    writer.line("properties.reserveCapacity(\(generated.all.count))")
    generated.write(to: &writer) { property, writer in
      writer.line("properties.append(\(element(property)))")
    }
  }
}
