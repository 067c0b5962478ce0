// SPDX-License-Identifier: Apache-2.0

/// How much a template, which is somebody else's program, may do.
package struct TemplateLimits: Sendable, Equatable {
  /// Evaluations inside one another: blocks, expressions and macro calls together.
  package var depth: Int
  /// Statements and expressions evaluated, plus one for each 32 scalars or values copied.
  package var steps: Int
  /// Unicode scalars in the output, and in any string on the way.
  package var length: Int
  /// Bytes of all texts, lists and dictionaries made on the way together, whether they are still in use or not.
  ///
  /// To these come ``memoryPerInput`` bytes for each of the template and its variables: real templates copy a conversation
  /// a few times, and some write it anew for each message.
  package var memory: Int

  package init(depth: Int = 300, steps: Int = 2_000_000, length: Int = 8_000_000, memory: Int = 48 << 20) {
    self.depth = depth
    self.steps = steps
    self.length = length
    self.memory = memory
  }

  static let memoryPerInput = 64
  /// Unicode scalars in a template.
  static let sourceLength = 1 << 20

  package static let `default` = TemplateLimits()

  /// Levels of blocks and expressions inside one another in the text of a template, and of lists in lists.
  static let nesting = 110
}
