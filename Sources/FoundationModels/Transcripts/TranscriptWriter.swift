// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Writes the entries of a transcript as JSON.
enum TranscriptWriter {
  static func json(_ entry: Transcript.Entry) -> JSONValue {
    switch entry {
    case .instructions(let value):
      var object: JSONObject = ["id": .string(value.id), "role": "instructions", "contents": contents(value.segments)]
      if !value.toolDefinitions.isEmpty { object["tools"] = .array(value.toolDefinitions.map(json)) }
      return .object(object)
    case .prompt(let value):
      var object: JSONObject = [
        "id": .string(value.id), "role": "user", "contents": contents(value.segments),
        "options": .object(json(value.options)),
      ]
      if let format = value.responseFormat {
        object["responseFormat"] = [
          "type": "jsonSchema", "jsonSchema": ["name": .string(format.name), "schema": format.schema.json],
        ]
        // Ours alone, and written only where it differs from what a reader assumes.
        if !value.includesSchema { object["includesSchemaInPrompt"] = false }
      }
      return .object(object)
    case .toolCalls(let value):
      let calls = value.map { call -> JSONValue in
        ["id": .string(call.id), "name": .string(call.toolName), "arguments": .string(call.arguments.jsonString)]
      }
      return ["id": .string(value.id), "role": "response", "toolCalls": .array(calls)]
    case .toolOutput(let value):
      return [
        "id": .string(value.id), "role": "tool", "toolCallID": .string(value.id), "toolName": .string(value.toolName),
        "contents": contents(value.segments),
      ]
    case .response(let value):
      return [
        "id": .string(value.id), "role": "response", "contents": contents(value.segments),
        "assets": .array(value.assetIDs.map { .string($0) }),
      ]
    }
  }

  private static func json(_ tool: Transcript.ToolDefinition) -> JSONValue {
    [
      "type": "function",
      "function": [
        "name": .string(tool.name), "description": .string(tool.description), "parameters": tool.parameters.json,
      ],
    ]
  }

  private static func contents(_ segments: [Transcript.Segment]) -> JSONValue {
    .array(
      segments.map { segment in
        switch segment {
        case .text(let text): ["type": "text", "text": .string(text.content), "id": .string(text.id)]
        case .structure(let structure):
          [
            "type": "structure", "id": .string(structure.id),
            "structure": [
              "source": .string(structure.source), "content": structure.content.json,
              // Coders do not keep the order of keys; the text does. Ours alone.
              "json": .string(structure.content.jsonString),
            ],
          ]
        }
      })
  }

  static func json(_ options: GenerationOptions) -> JSONObject {
    var object = JSONObject()
    switch options.sampling?.rule {
    case .greedy: object["sampling"] = ["mode": "greedy"]
    case .top(let k, let seed): object["sampling"] = sampling("top", .number(JSONNumber(k)), seed)
    case .probability(let threshold, let seed):
      object["sampling"] = sampling("probabilityThreshold", .number(JSONNumber(threshold)), seed)
    case nil: break
    }
    if let temperature = options.temperature { object["temperature"] = .number(JSONNumber(temperature)) }
    if let maximum = options.maximumResponseTokens { object["maximumResponseTokens"] = .number(JSONNumber(maximum)) }
    return object
  }

  private static func sampling(_ key: String, _ value: JSONValue, _ seed: UInt64?) -> JSONValue {
    var object: JSONObject = ["mode": "random", key: value]
    // As text: JSON readers may round integers of 64 bits.
    if let seed { object["seed"] = .string(String(seed)) }
    return .object(object)
  }
}
