// SPDX-License-Identifier: Apache-2.0
import Generation

/// The tools of a session by name. Of two with one name the first counts.
struct ToolBox: Sendable {
  let tools: [any Tool]

  init(_ tools: [any Tool]) {
    var names: Set<String> = []
    self.tools = tools.filter { names.insert($0.name).inserted }
  }

  subscript(name: String) -> (any Tool)? { tools.first { $0.name == name } }

  /// The tools as the model is told of them.
  ///
  /// - Throws: `unsupportedGuide` where the schema of arguments cannot be enforced.
  func specifications() throws -> [ToolSpecification] {
    try tools.map { tool in
      ToolSpecification(
        name: tool.name, description: tool.description, parameters: try tool.parameters.enforceableJSON(),
        includesSchema: tool.includesSchemaInInstructions)
    }
  }
}

extension Tool {
  /// Calls the tool with arguments that the model wrote.
  ///
  /// - Throws: `LanguageModelSession.ToolCallError`, or `CancellationError` when the task was cancelled.
  func run(_ arguments: GeneratedContent) async throws -> Prompt {
    do {
      return try await call(arguments: Arguments(arguments)).promptRepresentation
    } catch {
      if error is CancellationError, Task.isCancelled { throw error }
      throw LanguageModelSession.ToolCallError(tool: self, underlyingError: error)
    }
  }
}
