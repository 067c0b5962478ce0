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
  /// Every place that cannot be enforced, this one first; empty for other kinds of errors.
  package var places: [SchemaNote] = []

  package init(kind: Kind, path: String, keyword: String?) {
    self.kind = kind
    self.path = path
    self.keyword = keyword
  }

  /// Names all of `places`, of which there must be one.
  init(unenforced places: [SchemaNote]) {
    self.init(kind: .unsupported(places[0].reason), path: places[0].path, keyword: places[0].keyword)
    self.places = places
  }

  package var description: String {
    let first = "\(Self.name(path, keyword)): \(reason)"
    guard places.count > 1 else { return first }
    let others = places.dropFirst().prefix(20).map {
      "\(Self.name($0.path, $0.keyword)): \(Self.unsupported($0.reason))"
    }
    let rest = places.count > 21 ? ["and \(places.count - 21) more"] : []
    return ([first] + others + rest).joined(separator: "; ")
  }

  private static func name(_ path: String, _ keyword: String?) -> String {
    keyword.map { "schema #\(path), keyword \"\($0)\"" } ?? "schema #\(path)"
  }

  private static func unsupported(_ what: String) -> String {
    what.isEmpty ? "not supported" : "\(what) is not supported"
  }

  private var reason: String {
    switch kind {
    case .unsupported(let what): Self.unsupported(what)
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

  package init(path: String, keyword: String, reason: String) {
    self.path = path
    self.keyword = keyword
    self.reason = reason
  }
}
