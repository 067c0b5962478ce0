// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension GenerationSchema {
  /// Puts dynamic schemas together.
  ///
  /// - Parameters:
  ///   - root: The schema of the value.
  ///   - dependencies: Schemas that the root or each other refer to by name.
  /// - Throws: A `SchemaError` when names are not unique, references lead nowhere or a choice is empty.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    var checker = DynamicSchemaChecker(root: root.node)
    for dependency in dependencies { try checker.add(dependency.node) }
    try checker.checkReferences()
    self.init(root: root.node, definitions: checker.definitions)
  }
}

/// Finds the named schemas among dynamic ones and the mistakes in them.
private struct DynamicSchemaChecker {
  private(set) var definitions: [String: SchemaNode] = [:]
  private let rootName: String?
  private let root: SchemaNode
  private var references: [String] = []

  init(root: SchemaNode) {
    self.root = root
    rootName = root.identity?.name
  }

  mutating func add(_ node: SchemaNode) throws {
    guard let (name, type) = node.identity, type == nil else { return try visit(node) }
    if name == rootName || definitions[name] != nil {
      throw GenerationSchema.SchemaError.duplicateType(
        schema: rootName, type: name, context: .init(debugDescription: "It is among the dependencies twice."))
    }
    definitions[name] = node
    try visitChildren(of: node)
  }

  mutating func checkReferences() throws {
    if let rootName { definitions[rootName] = root }
    try visitChildren(of: root)
    let missing = references.filter { definitions[$0] == nil }.uniqued()
    guard missing.isEmpty else {
      throw GenerationSchema.SchemaError.undefinedReferences(
        schema: rootName, references: missing,
        context: .init(debugDescription: "Known are: \(definitions.keys.sorted().joined(separator: ", "))."))
    }
  }

  private mutating func visit(_ node: SchemaNode) throws {
    if let (name, type) = node.identity, type == nil {
      if let other = definitions[name] {
        // The same schema may be used in several places; another one of its name may not.
        guard SchemaWriter.document(for: .init(root: other)).json == SchemaWriter.document(for: .init(root: node)).json
        else {
          throw GenerationSchema.SchemaError.duplicateType(
            schema: rootName, type: name, context: .init(debugDescription: "The two differ."))
        }
        return
      }
      definitions[name] = node
    }
    try visitChildren(of: node)
  }

  private mutating func visitChildren(of node: SchemaNode) throws {
    switch node {
    case .object(let schema):
      var seen: Set<String> = []
      for property in schema.properties {
        guard seen.insert(property.name).inserted else {
          throw GenerationSchema.SchemaError.duplicateProperty(
            schema: schema.name, property: property.name,
            context: .init(debugDescription: "Its properties are \(schema.properties.map(\.name))."))
        }
        try visit(property.schema)
      }
    case .choice(let schema):
      if schema.choices.isEmpty { throw Self.noChoices(schema.name) }
      for choice in schema.choices { try visit(choice) }
    case .enumeration(let schema):
      if schema.choices.isEmpty { throw Self.noChoices(schema.name) }
    case .array(let items): try visit(items)
    case .constrained(let inner, _): try visit(inner)
    case .reference(let name): references.append(name)
    case .inline, .type, .document: break
    }
  }

  private static func noChoices(_ name: String) -> GenerationSchema.SchemaError {
    .emptyTypeChoices(schema: name, context: .init(debugDescription: "Its list of choices is empty."))
  }
}
