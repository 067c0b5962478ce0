// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Transcript {
  /// What the developer told the model, and the tools it may call.
  public struct Instructions: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the entry.
    public var id: String
    /// What was told.
    public var segments: [Segment]
    /// The tools that the model knows of.
    public var toolDefinitions: [ToolDefinition]

    /// Makes an entry.
    public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }

    /// The entry for a reader.
    public var description: String {
      let tools = toolDefinitions.isEmpty ? "" : " [tools: \(toolDefinitions.map(\.name).joined(separator: ", "))]"
      return "Instructions: \(segments.text)\(tools)"
    }
  }

  /// A tool as the model knows it.
  public struct ToolDefinition: Sendable, Equatable {
    /// What the tool is called.
    public var name: String
    /// What the tool does.
    public var description: String
    /// The schema of its arguments.
    package var parameters: GenerationSchema

    /// Makes a definition.
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    /// Makes the definition of a tool.
    public init(tool: some Tool) {
      self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
    }

    /// Compares names, descriptions and the JSON form of the parameters.
    public static func == (a: ToolDefinition, b: ToolDefinition) -> Bool {
      a.name == b.name && a.description == b.description && a.parameters.json.isEquivalent(to: b.parameters.json)
    }
  }
}
