// SPDX-License-Identifier: Apache-2.0

/// How large a compiled grammar is.
package struct GrammarSize: Sendable, Hashable {
  /// Values, keys, choices and other parts that the machine tells apart.
  package var nodes: Int
  /// Places within fixed texts: keys, constants and enumerated values.
  package var literalStates: Int
  /// Places within numbers.
  package var numberStates: Int
}

extension Grammar {
  package var size: GrammarSize {
    GrammarSize(
      nodes: view.nodeCount, literalStates: view.literalCount,
      numberStates: (0..<view.numberCount).reduce(0) { $0 + view.numbers[$1].stateCount })
  }
}
