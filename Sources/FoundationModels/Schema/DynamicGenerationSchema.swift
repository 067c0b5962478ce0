// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A schema that is put together while the program runs.
///
/// Give it to `GenerationSchema(root:dependencies:)`, which checks that all of it fits together.
public struct DynamicGenerationSchema: Sendable {
  let node: SchemaNode

  private init(node: SchemaNode) { self.node = node }

  /// The schema of null alone.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(node: .inline(["type": "null"])) }

  /// Makes the schema of an object.
  ///
  /// - Parameters:
  ///   - name: The name by which others refer to it.
  ///   - description: What it is, for the model.
  ///   - properties: The properties, in the order in which they are generated.
  public init(name: String, description: String? = nil, properties: [Property]) {
    self.init(
      name: name, description: description, representNilExplicitlyInGeneratedContent: false, properties: properties)
  }

  /// Makes the schema of an object.
  ///
  /// - Parameters:
  ///   - name: The name by which others refer to it.
  ///   - description: What it is, for the model.
  ///   - explicitNil: Whether an optional property without a value is generated as null rather than left out.
  ///   - properties: The properties, in the order in which they are generated.
  public init(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [Property]
  ) {
    node = .object(
      ObjectSchema(
        name: name, description: description, properties: properties.map(\.property), writesNull: explicitNil))
  }

  /// Makes the schema of a choice between schemas.
  ///
  /// - Parameters:
  ///   - name: The name by which others refer to it.
  ///   - description: What it is, for the model.
  ///   - choices: The schemas to choose from.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    node = .choice(ChoiceSchema(name: name, description: description, choices: choices.map(\.node)))
  }

  /// Makes the schema of a choice between strings.
  ///
  /// - Parameters:
  ///   - name: The name by which others refer to it.
  ///   - description: What it is, for the model.
  ///   - choices: The strings to choose from.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    node = .enumeration(EnumerationSchema(name: name, description: description, choices: choices))
  }

  /// Makes the schema of an array.
  ///
  /// - Parameters:
  ///   - itemSchema: The schema of the elements.
  ///   - minimumElements: The least number of elements.
  ///   - maximumElements: The greatest number of elements.
  public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
    var constraints: [GuideConstraint] = []
    if let minimumElements { constraints.append(.minimumCount(minimumElements)) }
    if let maximumElements { constraints.append(.maximumCount(maximumElements)) }
    node = SchemaNode.array(items: itemSchema.node).constrained(by: constraints)
  }

  /// Makes the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - guides: Restrictions, which all hold.
  public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = []) where Value: Generable {
    node = SchemaNode.type(type).constrained(by: guides.flatMap(\.constraints))
  }

  /// Makes a schema that stands for another, by its name.
  public init(referenceTo name: String) { node = .reference(name) }

  /// A property of an object's schema.
  public struct Property {
    let property: ObjectSchema.Property

    /// Makes a property.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - description: What it is, for the model.
    ///   - schema: The schema of its value.
    ///   - isOptional: Whether it may be missing.
    public init(name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false) {
      property = ObjectSchema.Property(
        name: name, description: description, schema: schema.node, isOptional: isOptional)
    }
  }
}
