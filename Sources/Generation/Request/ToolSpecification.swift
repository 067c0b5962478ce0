// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A tool that the model may call.
package struct ToolSpecification: Sendable, Hashable {
  package var name: String
  package var description: String
  /// JSON Schema of the arguments; the grammar enforces it.
  package var parameters: JSONValue
  /// Whether the prompt shows `parameters`; the grammar enforces them in any case.
  package var includesSchema: Bool

  package init(name: String, description: String, parameters: JSONValue, includesSchema: Bool = true) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.includesSchema = includesSchema
  }
}

/// Whether this turn may, must or must not call tools.
package enum ToolChoice: Sendable, Hashable { case automatic, none, required }

/// The form of the answer.
package enum OutputFormat: Sendable, Hashable {
  case text
  /// A JSON value that a JSON Schema describes; the grammar enforces it token by token.
  case schema(JSONValue)
  /// Text that a grammar in GBNF describes, enforced likewise; its rule `root` is the whole text.
  case grammar(String)
}
