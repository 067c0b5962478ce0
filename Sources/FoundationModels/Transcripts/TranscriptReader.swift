// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Reads the entries of a transcript from JSON.
struct TranscriptReader {
  /// Where the entry stands, for errors.
  let place: String

  /// The entries that one JSON object makes: an answer that has both text and calls makes two.
  func entries(from json: JSONValue) throws(TranscriptFormError) -> [Transcript.Entry] {
    let id = try string("id", of: json, at: place)
    switch try string("role", of: json, at: place) {
    case "instructions":
      var tools: [Transcript.ToolDefinition] = []
      for tool in json["tools"]?.arrayValue ?? [] { tools.append(try self.tool(tool)) }
      return [.instructions(.init(id: id, segments: try segments(of: json), toolDefinitions: tools))]
    case "user":
      var prompt = Transcript.Prompt(id: id, segments: try segments(of: json), options: try options(json["options"]))
      if let format = json["responseFormat"] {
        prompt.responseFormat = .init(schema: try schema(format["jsonSchema"]?["schema"], at: "responseFormat"))
        prompt.includesSchema = json["includesSchemaInPrompt"]?.boolValue ?? true
      }
      return [.prompt(prompt)]
    case "response":
      var entries: [Transcript.Entry] = []
      let calls = json["toolCalls"]?.arrayValue
      if calls == nil || json["contents"]?.arrayValue?.isEmpty == false {
        let assets = json["assets"]?.arrayValue?.compactMap(\.stringValue) ?? []
        entries.append(.response(.init(id: id, assetIDs: assets, segments: try segments(of: json))))
      }
      if let calls {
        var list: [Transcript.ToolCall] = []
        for call in calls { list.append(try self.call(call)) }
        entries.append(.toolCalls(.init(id: id, list)))
      }
      return entries
    case "tool":
      let callID = json["toolCallID"]?.stringValue ?? id
      let name = try string("toolName", of: json, at: place)
      return [.toolOutput(.init(id: callID, toolName: name, segments: try segments(of: json)))]
    case let role: throw .init(place, "has the unknown role '\(role)'")
    }
  }

  private func segments(of json: JSONValue) throws(TranscriptFormError) -> [Transcript.Segment] {
    var segments: [Transcript.Segment] = []
    for (index, content) in (json["contents"]?.arrayValue ?? []).enumerated() {
      let place = "\(place).contents[\(index)]"
      let id = try string("id", of: content, at: place)
      switch try string("type", of: content, at: place) {
      case "text": segments.append(.text(.init(id: id, content: try string("text", of: content, at: place))))
      case "structure":
        guard let structure = content["structure"], let value = structure["content"] else {
          throw .init(place, "has no content")
        }
        let source = structure["source"]?.stringValue ?? ""
        segments.append(
          .structure(.init(id: id, source: source, content: GeneratedContent(ordered(value, structure), id: nil))))
      case let type: throw .init(place, "has the unknown type '\(type)'")
      }
    }
    return segments
  }

  /// The value in the order of its text, where that is there and says the same.
  private func ordered(_ value: JSONValue, _ structure: JSONValue) -> JSONValue {
    guard let text = structure["json"]?.stringValue, let ordered = try? JSONValue(parsing: text),
      ordered.isEquivalent(to: value)
    else { return value }
    return ordered
  }

  private func call(_ json: JSONValue) throws(TranscriptFormError) -> Transcript.ToolCall {
    let place = "\(place).toolCalls"
    let text = try string("arguments", of: json, at: place)
    do {
      return Transcript.ToolCall(
        id: try string("id", of: json, at: place), toolName: try string("name", of: json, at: place),
        arguments: GeneratedContent(try JSONValue(parsing: text), id: nil))
    } catch let error as TranscriptFormError {
      throw error
    } catch {
      throw .init("\(place).arguments", "are not JSON: \(error)")
    }
  }

  private func tool(_ json: JSONValue) throws(TranscriptFormError) -> Transcript.ToolDefinition {
    let place = "\(place).tools"
    guard let function = json["function"] else { throw .init(place, "has an item that is no function") }
    return Transcript.ToolDefinition(
      name: try string("name", of: function, at: place),
      description: function["description"]?.stringValue ?? "",
      parameters: try schema(function["parameters"], at: "\(place).parameters"))
  }

  private func schema(_ json: JSONValue?, at place: String) throws(TranscriptFormError) -> GenerationSchema {
    guard let object = json?.objectValue else { throw .init(place, "has no schema") }
    do {
      return try GenerationSchema(document: object)
    } catch {
      throw .init(place, error.reason)
    }
  }

  private func options(_ json: JSONValue?) throws(TranscriptFormError) -> GenerationOptions {
    var options = GenerationOptions()
    options.temperature = json?["temperature"]?.doubleValue
    options.maximumResponseTokens = json?["maximumResponseTokens"]?.intValue
    guard let sampling = json?["sampling"] else { return options }
    let seed = sampling["seed"]?.stringValue.flatMap { UInt64($0) }
    if sampling["mode"]?.stringValue == "greedy" {
      options.sampling = .greedy
    } else if let k = sampling["top"]?.intValue {
      options.sampling = .random(top: k, seed: seed)
    } else if let threshold = sampling["probabilityThreshold"]?.doubleValue {
      options.sampling = .random(probabilityThreshold: threshold, seed: seed)
    }
    return options
  }

  private func string(_ key: String, of json: JSONValue, at place: String) throws(TranscriptFormError) -> String {
    guard let value = json[key]?.stringValue else { throw .init("\(place).\(key)", "is missing") }
    return value
  }
}
