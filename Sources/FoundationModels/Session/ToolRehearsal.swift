// SPDX-License-Identifier: Apache-2.0

/// How a turn is played through before it is asked: tools that stand in for the session's own, and the schema after them.
///
/// The model then has read the stand-ins' answers too. When the turn is asked, the session's own tools are called; where they
/// answer as the stand-ins did, nothing of what was read is read again.
package struct ToolRehearsal: Sendable {
  /// Tools of the session's names that answer as those do, and change nothing.
  package var tools: [any Tool]
  /// Makes the schema that the request will make, from what the stand-ins found.
  package var makeSchema: @Sendable () throws -> GenerationSchema

  package init(tools: [any Tool], schemaAfterCalls makeSchema: @escaping @Sendable () throws -> GenerationSchema) {
    self.tools = tools
    self.makeSchema = makeSchema
  }
}
