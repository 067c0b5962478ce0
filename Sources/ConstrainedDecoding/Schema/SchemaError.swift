// SPDX-License-Identifier: Apache-2.0

/// Why a schema cannot be used, and where.
package struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The keyword, or this use of it, cannot be enforced.
    case unsupported(String)
    /// The value of the keyword is not what JSON Schema asks for.
    case invalid(String)
    /// A `$ref` names no place in the document.
    case unresolvedReference(String)
    /// The schema refers to itself before any value begins.
    case circularReference
    /// No value satisfies it.
    case unsatisfiable
    /// It would need too many states, alternatives or steps.
    case tooComplex(String)
  }
  package let kind: Kind
  /// JSON pointer of the subschema, empty for the root.
  package let path: String
  package let keyword: String?

  package init(kind: Kind, path: String, keyword: String?) {
    self.kind = kind
    self.path = path
    self.keyword = keyword
  }

  package var description: String {
    let place = keyword.map { "schema \(path.isEmpty ? "#" : "#" + path), keyword \"\($0)\"" } ?? "schema #\(path)"
    return "\(place): \(reason)"
  }

  private var reason: String {
    switch kind {
    case .unsupported(let what): what.isEmpty ? "not supported" : "\(what) is not supported"
    case .invalid(let what): what
    case .unresolvedReference(let reference): "\"\(reference)\" names no place in the document"
    case .circularReference: "refers to itself without end"
    case .unsatisfiable: "no value satisfies it"
    case .tooComplex(let what): "too complex: \(what)"
    }
  }
}

/// Something in a schema that is accepted and not enforced.
package struct SchemaNote: Sendable, Hashable {
  package let path: String
  package let keyword: String
  package let reason: String
}
