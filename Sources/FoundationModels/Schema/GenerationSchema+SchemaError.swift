// SPDX-License-Identifier: Apache-2.0
import Foundation

extension GenerationSchema {
  /// Why dynamic schemas do not make one schema.
  public enum SchemaError: Error, LocalizedError {
    /// More about an error, for a developer.
    public struct Context: Sendable {
      /// The explanation.
      public let debugDescription: String

      /// Makes a context.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// Two schemas have the same name.
    case duplicateType(schema: String?, type: String, context: Context)
    /// Two properties of a schema have the same name.
    case duplicateProperty(schema: String, property: String, context: Context)
    /// A choice offers nothing to choose from.
    case emptyTypeChoices(schema: String, context: Context)
    /// References lead to no schema.
    case undefinedReferences(schema: String?, references: [String], context: Context)

    /// What is wrong.
    public var errorDescription: String? {
      switch self {
      case .duplicateType(_, let type, let context):
        "There is more than one schema named '\(type)'. \(context.debugDescription)"
      case .duplicateProperty(let schema, let property, let context):
        "The schema '\(schema)' has more than one property named '\(property)'. \(context.debugDescription)"
      case .emptyTypeChoices(let schema, let context):
        "The schema '\(schema)' is a choice of nothing. \(context.debugDescription)"
      case .undefinedReferences(_, let references, let context):
        "No schema is named \(references.map { "'\($0)'" }.joined(separator: ", ")). \(context.debugDescription)"
      }
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
      switch self {
      case .duplicateType: "Give every schema a name of its own."
      case .duplicateProperty: "Give every property of a schema a name of its own."
      case .emptyTypeChoices: "Offer at least one choice."
      case .undefinedReferences: "Pass the schemas that are referred to as dependencies."
      }
    }
  }
}
