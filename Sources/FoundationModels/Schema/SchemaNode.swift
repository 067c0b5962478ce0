// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A schema before it is written as JSON: types are named, not expanded, so that recursive ones end.
package indirect enum SchemaNode: Sendable {
  /// Keywords as they are, without references.
  case inline(JSONObject)
  case array(items: SchemaNode)
  case object(ObjectSchema)
  /// A named choice between schemas.
  case choice(ChoiceSchema)
  /// A named choice between strings.
  case enumeration(EnumerationSchema)
  /// The schema of a type, asked of it when the document is written.
  case type(any Generable.Type)
  /// A schema by name, among those given beside it.
  case reference(String)
  /// A schema narrowed by guides.
  case constrained(SchemaNode, [GuideConstraint])
  /// A whole JSON Schema document that was read; its references are its own.
  case document(JSONObject)
}

package struct ObjectSchema: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var description: String?
    package var schema: SchemaNode
    package var isOptional: Bool
  }

  package var name: String
  package var description: String?
  package var properties: [Property]
  /// Whether a missing optional property is written as null.
  package var writesNull: Bool
  /// The Swift type, where there is one.
  package var type: ObjectIdentifier?
}

package struct ChoiceSchema: Sendable {
  package var name: String
  package var description: String?
  package var choices: [SchemaNode]
  package var type: ObjectIdentifier?
}

package struct EnumerationSchema: Sendable {
  package var name: String
  package var description: String?
  package var choices: [String]
  package var type: ObjectIdentifier?
}

extension SchemaNode {
  /// What a schema with a name of its own is called and which type it is; others are written where they are used.
  var identity: (name: String, type: ObjectIdentifier?)? {
    switch self {
    case .object(let schema): (schema.name, schema.type)
    case .choice(let schema): (schema.name, schema.type)
    case .enumeration(let schema): (schema.name, schema.type)
    default: nil
    }
  }

  /// The schema, narrowed; itself where there are no guides.
  func constrained(by constraints: [GuideConstraint]) -> SchemaNode {
    constraints.isEmpty ? self : .constrained(self, constraints)
  }
}
