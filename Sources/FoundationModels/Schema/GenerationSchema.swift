// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// The form of values that a model may generate.
///
/// A schema names the types it is made of and asks them for theirs only when it is used, so that a type may contain
/// itself. It is encoded as JSON Schema; the order of properties stands in `x-order`.
public struct GenerationSchema: Sendable {
  package var root: SchemaNode
  /// Schemas that nodes refer to by name.
  package var definitions: [String: SchemaNode]

  package init(root: SchemaNode, definitions: [String: SchemaNode] = [:]) {
    self.root = root
    self.definitions = definitions
  }
}

// MARK: Building

extension GenerationSchema {
  /// Makes the schema of a struct.
  ///
  /// - Parameters:
  ///   - type: The type, whose name the schema takes.
  ///   - description: What the type is, for the model.
  ///   - properties: The properties, in the order in which they are generated.
  public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
    self.init(
      type: type, description: description, representNilExplicitlyInGeneratedContent: false, properties: properties)
  }

  /// Makes the schema of a struct.
  ///
  /// - Parameters:
  ///   - type: The type, whose name the schema takes.
  ///   - description: What the type is, for the model.
  ///   - explicitNil: Whether an optional property without a value is generated as null rather than left out.
  ///   - properties: The properties, in the order in which they are generated.
  public init(
    type: any Generable.Type, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
  ) {
    self.init(
      root: .object(
        ObjectSchema(
          name: SchemaWriter.name(of: type), description: description, properties: properties.map(\.property),
          writesNull: explicitNil, type: ObjectIdentifier(type))))
  }

  /// Makes the schema of an enum whose cases are strings.
  ///
  /// - Parameters:
  ///   - type: The type, whose name the schema takes.
  ///   - description: What the type is, for the model.
  ///   - choices: The strings.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(
      root: .enumeration(
        EnumerationSchema(
          name: SchemaWriter.name(of: type), description: description, choices: choices, type: ObjectIdentifier(type))))
  }

  /// Makes the schema of a choice between types.
  ///
  /// - Parameters:
  ///   - type: The type, whose name the schema takes.
  ///   - description: What the type is, for the model.
  ///   - types: The types to choose from.
  public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
    self.init(
      root: .choice(
        ChoiceSchema(
          name: SchemaWriter.name(of: type), description: description, choices: types.map { .type($0) },
          type: ObjectIdentifier(type))))
  }
}

// MARK: Use

extension GenerationSchema {
  /// The schema as a JSON Schema document, as far as it can be expressed.
  package var json: JSONValue { SchemaWriter.document(for: self).json }

  /// The schema as a JSON Schema document that a grammar can enforce.
  ///
  /// - Throws: `LanguageModelSession.GenerationError.unsupportedGuide`, naming what cannot be enforced.
  package func enforceableJSON() throws -> JSONValue {
    let (json, problems) = SchemaWriter.document(for: self)
    guard problems.isEmpty else {
      throw LanguageModelSession.GenerationError.unsupportedGuide(
        .init(debugDescription: "The schema \(name) cannot be enforced: \(problems.joined(separator: "; "))."))
    }
    return json
  }

  /// What the schema is called: the type's name, or what kind of value it describes.
  package var name: String {
    if let (name, _) = root.identity { return name }
    switch root {
    case .type(let type): return SchemaWriter.name(of: type)
    case .reference(let name): return name
    default: return json["title"]?.stringValue ?? json["type"]?.stringValue ?? "value"
    }
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as JSON.
  public var debugDescription: String { json.text(.pretty) }
}
