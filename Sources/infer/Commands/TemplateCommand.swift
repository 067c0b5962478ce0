// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import GGUFFormat
import Generation
import OrderedJSON

/// `infer template`: a conversation as the chat template writes it, byte for byte, to see what a model is given.
///
/// The conversation is a JSON array of messages, or an object whose members are the template's variables: `messages`,
/// `tools`, `enable_thinking` and whatever else it asks for.
struct TemplateCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let arguments = environment.arguments
    let variables = try Self.variables(
      text: readConversation(), addsGenerationPrompt: !arguments.has(.noGenerationPrompt))
    let rendered: String
    if let path = arguments.text(.templateFile) {
      rendered = try Self.render(StandardInput.contents(of: path), variables, name: path)
    } else {
      let path = try ModelPath.find(environment)
      let metadata = try ModelPath.open(path).metadata
      guard let source = metadata.string("tokenizer.chat_template") else {
        throw CommandError(.model, "\(path): no chat template; give one with --chat-template-file")
      }
      rendered = try Self.render(source, Self.tokens(metadata).merging(variables), name: path)
    }
    try environment.output.write(rendered)
  }

  private func readConversation() throws -> String {
    if let path = environment.arguments.positionals.first { return try StandardInput.contents(of: path) }
    guard !StandardInput.isTerminal else {
      throw UsageError(
        problems: ["no conversation: name a JSON file, or give it on standard input"], command: .template)
    }
    return try StandardInput.readAll()
  }

  /// The texts of the first and the last token of the model.
  private static func tokens(_ metadata: GGUFMetadata) throws -> JSONObject {
    var result: JSONObject = [:]
    guard let texts = try metadata.optionalArray("tokenizer.ggml.tokens", of: .string) else { return result }
    for name in ["bos", "eos"] {
      let wanted = try metadata.optionalInt("tokenizer.ggml.\(name)_token_id")
      var id = 0
      texts.forEachString { bytes in
        if id == wanted { result["\(name)_token"] = .string(String(decoding: bytes, as: UTF8.self)) }
        id += 1
      }
    }
    return result
  }

  /// The variables that a conversation gives a template.
  ///
  /// - Throws: `CommandError` for text that is not JSON, or JSON without messages.
  static func variables(text: String, addsGenerationPrompt: Bool) throws -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw CommandError(.failure, "the conversation is not JSON: \(error)")
    }
    var variables: JSONObject = ["add_generation_prompt": .bool(addsGenerationPrompt)]
    if let members = value.objectValue {
      for (key, value) in members { variables[key] = value }
    } else {
      variables["messages"] = value
    }
    if !addsGenerationPrompt { variables["add_generation_prompt"] = false }
    guard variables["messages"]?.arrayValue != nil else {
      throw CommandError(.failure, "the conversation has no array of messages")
    }
    return variables
  }

  /// - Throws: `CommandError` with the template's own message where it raises one.
  static func render(_ source: String, _ variables: JSONObject, name: String) throws -> String {
    do {
      return try ChatTemplate(source).render(variables).map(\.text).joined()
    } catch {
      throw CommandError(.failure, "\(name): \(error)")
    }
  }
}

extension JSONObject {
  /// This object with the members of another, which come first where both have one.
  fileprivate func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in other { result[key] = value }
    return result
  }
}
