// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Synchronization

/// Compiled grammars by what they were compiled from, so that a session's second request of a type compiles nothing.
final class GrammarCache: Sendable {
  struct Key: Hashable {
    var format: OutputFormat
    var tools: [ToolSpecification]
    var choice: ToolChoice
    var options: GrammarOptions
  }

  /// Enough for the types of one program; a server that makes schemas at run time replaces the oldest.
  private static let capacity = 32

  private struct State {
    var grammars: [Key: Grammar] = [:]
    var order: [Key] = []
  }

  private let state = Mutex(State())

  func grammar(for key: Key, compile: () throws(SchemaError) -> Grammar) throws(SchemaError) -> Grammar {
    if let known = state.withLock({ $0.grammars[key] }) { return known }
    let grammar = try compile()
    state.withLock { state in
      guard state.grammars.updateValue(grammar, forKey: key) == nil else { return }
      state.order.append(key)
      if state.order.count > Self.capacity { state.grammars[state.order.removeFirst()] = nil }
    }
    return grammar
  }
}
