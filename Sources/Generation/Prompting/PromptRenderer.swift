// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import OrderedJSON
import Tokenization

/// Turns a conversation into the tokens of a prompt, through the model's chat template.
struct PromptRenderer: Sendable {
  /// For models without a template: the contents alone, as paragraphs.
  private static let plainTemplate = """
    {%- for message in messages %}{{ message['content'] }}

    {% endfor -%}
    """

  let template: ChatTemplate
  let tokenizer: Tokenizer
  private let beginningText: String
  private let endText: String
  /// How the model writes calls.
  let toolCalls: ToolCallFormat
  /// Whether the template presents tools, calls and outputs by itself.
  let hasNativeTools: Bool
  private let takesSystem: Bool

  /// - Throws: `TemplateError` where the model's template cannot be parsed.
  init(source: String?, tokenizer: Tokenizer, beginningText: String, endText: String) throws(TemplateError) {
    template = try ChatTemplate(source ?? Self.plainTemplate)
    self.tokenizer = tokenizer
    self.beginningText = beginningText
    self.endText = endText
    let tokens: JSONObject = ["bos_token": .string(beginningText), "eos_token": .string(endText)]
    let ends = tokenizer.endOfGeneration.map { tokenizer.pieceText(of: $0) }
    let native = ToolCallFormat(learnedFrom: template, tokens: tokens, ends: ends)
    hasNativeTools = native != nil
    toolCalls = native ?? .standard
    // Gemma's template raises on a system message and others drop it: a probe tells.
    let mark = "system-probe"
    var probe = tokens
    probe["messages"] = [["role": "system", "content": .string(mark)], ["role": "user", "content": "a"]]
    probe["add_generation_prompt"] = true
    let rendered = (try? template.render(probe)) ?? []
    takesSystem = rendered.map(\.text).joined().contains(mark)
  }

  /// The tokens of the prompt that asks for the next assistant message.
  func tokens(
    messages: [ChatMessage], tools: [ToolSpecification], addsGenerationPrompt: Bool = true
  ) throws(GenerationError) -> [TokenID] {
    let segments = try render(messages: messages, tools: tools, addsGenerationPrompt: addsGenerationPrompt)
    return beginning(tokenizer.encode(segments.map { PromptSegment($0.text, isTemplate: !$0.isInput) }))
  }

  /// The tokens of a prompt that is written in the model's own form already.
  func tokens(raw text: String) -> [TokenID] {
    beginning(tokenizer.encode([PromptSegment(text, isTemplate: true)]))
  }

  /// A template or a text may or may not write the beginning-of-sequence token; it must stand there once.
  private func beginning(_ ids: [TokenID]) -> [TokenID] {
    var ids = ids
    if let first = tokenizer.beginningOfSequence, tokenizer.addsBeginningOfSequence, ids.first != first {
      ids.insert(first, at: 0)
    }
    return ids
  }

  /// The rendered prompt, template text and inserted text told apart.
  func render(
    messages: [ChatMessage], tools: [ToolSpecification], addsGenerationPrompt: Bool = true
  ) throws(GenerationError) -> [RenderedSegment] {
    var variables: JSONObject = [
      "messages": .array(adapted(messages, tools: tools).map(json)),
      "add_generation_prompt": .bool(addsGenerationPrompt),
      "bos_token": .string(beginningText),
      "eos_token": .string(endText),
    ]
    if hasNativeTools && !tools.isEmpty { variables["tools"] = .array(tools.map(json)) }
    do {
      return try template.render(variables)
    } catch {
      throw GenerationError(.template, "\(error)")
    }
  }

  /// The messages in roles that the template knows.
  private func adapted(_ messages: [ChatMessage], tools: [ToolSpecification]) -> [ChatMessage] {
    var result: [ChatMessage] = []
    for message in messages {
      switch message.role {
      case .assistant where !message.toolCalls.isEmpty && !hasNativeTools:
        let calls = toolCalls.text(of: message.toolCalls)
        let content = message.content.isEmpty ? calls : message.content + "\n" + calls
        result.append(ChatMessage(role: .assistant, content: content))
      case .tool where !hasNativeTools:
        let text = ToolCallFormat.response(message.content)
        // Outputs of one turn share a user message: templates want user and assistant to alternate.
        if let last = result.indices.last, result[last].role == .user, result[last].content.hasPrefix("<tool_response>")
        {
          result[last].content += "\n" + text
        } else {
          result.append(ChatMessage(role: .user, content: text))
        }
      default: result.append(message)
      }
    }
    if !tools.isEmpty && !hasNativeTools {
      let text = ToolCallFormat.instructions(for: tools)
      if result.first?.role == .system {
        result[0].content += "\n\n" + text
      } else {
        result.insert(ChatMessage(role: .system, content: text), at: 0)
      }
    }
    if !takesSystem, let system = result.first, system.role == .system {
      result.removeFirst()
      if let user = result.firstIndex(where: { $0.role == .user }) {
        result[user].content = system.content + "\n\n" + result[user].content
      } else {
        result.insert(ChatMessage(role: .user, content: system.content), at: 0)
      }
    }
    return result
  }

  private func json(_ message: ChatMessage) -> JSONValue {
    var object: JSONObject = ["role": .string(message.role.rawValue), "content": .string(message.content)]
    if !message.toolCalls.isEmpty {
      object["tool_calls"] = .array(
        message.toolCalls.map { call in
          [
            "id": .string(call.id), "type": "function",
            "function": [
              "name": .string(call.name),
              "arguments": toolCalls.takesArgumentsAsText ? .string(call.arguments.text(.python)) : call.arguments,
            ],
          ]
        })
    }
    if let id = message.toolCallID { object["tool_call_id"] = .string(id) }
    if let name = message.toolName { object["name"] = .string(name) }
    return .object(object)
  }

  private func json(_ tool: ToolSpecification) -> JSONValue {
    var function: JSONObject = ["name": .string(tool.name), "description": .string(tool.description)]
    if tool.includesSchema { function["parameters"] = tool.parameters }
    return ["type": "function", "function": .object(function)]
  }
}
