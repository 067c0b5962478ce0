// SPDX-License-Identifier: Apache-2.0

/// The bodies that a list of properties needs, in a struct and in the struct that stands for an enum's case.
struct PropertyCode {
  let properties: ConditionalList<StoredProperty>
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
    if properties.hasConditions {
      writeArray(to: &writer, type: "[FoundationModels.GenerationSchema.Property]") { property in
        schemaProperty(property)
      }
      writer.line("return FoundationModels.GenerationSchema(\(arguments), properties: properties)")
      return
    }
    let elements = discriminatorProperty + properties.all.map(schemaProperty)
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
    let omitsNil = explicitNil != "true" && properties.all.contains { $0.type.isOptional }
    guard properties.hasConditions || omitsNil else {
      var pairs = discriminator.map { ["\"type\": \(stringLiteral($0))"] } ?? []
      pairs += properties.all.map { "\(stringLiteral($0.key)): self.\($0.name)" }
      if pairs.isEmpty {
        writer.line("FoundationModels.GeneratedContent(properties: [:])")
      } else {
        writer.block("FoundationModels.GeneratedContent(properties: [", closing: "])") { writer in
          for pair in pairs { writer.line("\(pair),") }
        }
      }
      return
    }
    writer.line("var properties: [(Swift.String, any FoundationModels.ConvertibleToGeneratedContent)] = []")
    // Counts as a mutation, so that no warning appears when every `#if` branch is inactive.
    writer.line("properties.reserveCapacity(\(properties.all.count + (discriminator == nil ? 0 : 1)))")
    if let discriminator { writer.line("properties.append((\"type\", \(stringLiteral(discriminator))))") }
    properties.write(to: &writer) { property, writer in
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
    writer.line("return FoundationModels.GeneratedContent(properties: properties, uniquingKeysWith: { $1 })")
  }

  // MARK: Decoding

  /// Writes `self.x = …` for each property; the type of `x` picks the overload for optional values.
  func writeAssignments(to writer: inout SourceWriter) {
    properties.write(to: &writer) { property, writer in
      writer.line(
        "self.\(property.name) = try content.value(forProperty: \(stringLiteral(property.key)))")
    }
  }

  /// Builds `properties` by statements, with `#if` around those that had it.
  private func writeArray(
    to writer: inout SourceWriter, type: String, _ element: (StoredProperty) -> String
  ) {
    writer.line("var properties: \(type) = []")
    writer.line("properties.reserveCapacity(\(properties.all.count))")
    properties.write(to: &writer) { property, writer in
      writer.line("properties.append(\(element(property)))")
    }
  }
}
