// SPDX-License-Identifier: Apache-2.0

/// Why a request could not be served. The cache and the conversation are as they were before it.
package struct GenerationError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The prompt, or prompt and smallest answer together, exceed the context.
    case contextOverflow(needed: Int, limit: Int)
    /// The shortest value that the schema allows does not fit `maximumTokens`.
    case budgetTooSmall(needed: Int, budget: Int)
    case cancelled
    /// The schema (of the answer or of a tool) cannot be enforced.
    case schema
    /// The chat template refused the conversation.
    case template
    /// The model produced numbers that are not finite, or failed in another way.
    case model
  }

  package var kind: Kind
  /// One line for a person, without the kind's numbers.
  package var reason: String

  package init(_ kind: Kind, _ reason: String = "") {
    self.kind = kind
    self.reason = reason
  }

  package var description: String {
    switch kind {
    case .contextOverflow(let needed, let limit):
      "the request needs \(needed) tokens and the context holds \(limit)"
    case .budgetTooSmall(let needed, let budget):
      "the shortest complete value needs \(needed) tokens and the limit is \(budget)"
    case .cancelled: "cancelled"
    case .schema: "the schema cannot be enforced: \(reason)"
    case .template: reason
    case .model: "the model failed: \(reason)"
    }
  }
}
