// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A chat template of a model: the program, in a subset of Jinja, that writes a conversation the way the model was
/// trained to read it.
///
/// Rendering is exact to the byte as Hugging Face does it with Jinja2: `trim_blocks` and `lstrip_blocks` on, loop
/// controls, `tojson` as Python's `json.dumps` with non-ASCII kept.
package struct ChatTemplate: Sendable {
  package let source: String
  private let body: [Statement]

  /// Reads a template.
  ///
  /// - Throws: what is wrong with the text, and where.
  package init(_ source: String) throws(TemplateError) {
    self.source = source
    guard source.unicodeScalars.count <= TemplateLimits.sourceLength else {
      throw TemplateError(.tooLong(limit: TemplateLimits.sourceLength), at: SourceLocation(line: 1, column: 1))
    }
    body = try Parser.parse(source)
  }

  /// Writes a conversation.
  ///
  /// - Parameters:
  ///   - variables: what the template may ask for: `messages`, `tools`, `add_generation_prompt`, `bos_token`,
  ///     `eos_token`, `enable_thinking` and whatever else it knows. Leave out what there is none of, such as `tools`.
  ///     All strings in them count as input, except the tokens (`…_token`) and the usual names of roles.
  ///   - clock: what `strftime_now` prints.
  /// - Returns: the prompt in parts of different origin, none empty, none next to one of its own kind.
  package func render(
    _ variables: JSONObject, limits: TemplateLimits = .default, clock: TemplateClock = .system
  ) throws(TemplateError) -> [RenderedSegment] {
    var values: [String: Value] = [:]
    for (name, json) in variables {
      guard let value = Value(json, isInput: !name.hasSuffix("_token")) else {
        throw TemplateError(.tooDeep(limit: TemplateLimits.nesting), at: SourceLocation(line: 1, column: 1))
      }
      if name == "messages" { Self.trustRoles(in: value) }
      values[name] = value
    }
    let inputSize = source.utf8.count + JSONValue.object(variables).size
    let interpreter = Interpreter(values, limits: limits, inputSize: inputSize, clock: clock)
    return try interpreter.run(body).segments
  }

  /// Some templates build a control token from the role, `<|` + role + `|>`. Roles are ours to choose, not a user's to
  /// write; any other text in that place stays input.
  private static let roles: Set<String> = [
    "system", "developer", "user", "assistant", "tool", "function", "ipython", "model", "environment",
  ]

  private static func trustRoles(in messages: Value) {
    guard case .list(let list) = messages else { return }
    for case .dictionary(let message) in list.items {
      if case .string(let role) = message["role"], roles.contains(role.text) { message["role"] = .text(role.text) }
    }
  }
}
