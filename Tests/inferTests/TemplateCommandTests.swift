// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import infer

@Suite struct TemplateCommandTests {
  static let source = """
    {%- for tool in tools or [] %}{{ tool | tojson }}\n{% endfor %}
    {%- if enable_thinking is defined and not enable_thinking %}[no thoughts]{% endif %}
    {%- for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}
    {%- if messages | length > 2 %}{{ raise_exception('too long') }}{% endif %}
    {%- if add_generation_prompt %}<assistant>{% endif %}
    """

  static func render(_ conversation: String, addsGenerationPrompt: Bool = true) throws -> String {
    try TemplateCommand.render(
      source, TemplateCommand.variables(text: conversation, addsGenerationPrompt: addsGenerationPrompt), name: "t")
  }

  @Test func conversations() throws {
    let messages = #"[{"role":"system","content":"é"},{"role":"user","content":"Hi"}]"#
    #expect(try Self.render(messages) == "<system>é<user>Hi<assistant>")
    #expect(try Self.render(messages, addsGenerationPrompt: false) == "<system>é<user>Hi")
    #expect(try Self.render(#"{"messages":[],"tools":[{"b":1,"a":2}]}"#) == "{\"b\": 1, \"a\": 2}\n<assistant>")
    #expect(try Self.render(#"{"messages":[],"enable_thinking":false}"#) == "[no thoughts]<assistant>")
    #expect(try Self.render(#"{"messages":[],"add_generation_prompt":false}"#).isEmpty)
  }

  @Test(arguments: ["", "[", "{}", #"{"messages":1}"#, "7", #""text""#]) func refuses(_ text: String) {
    #expect(throws: CommandError.self) { try Self.render(text) }
  }

  /// A template that raises gives its own words.
  @Test func raised() throws {
    let message = #"{"role":"user","content":""}"#
    let error = #expect(throws: CommandError.self) { try Self.render("[\(message),\(message),\(message)]") }
    #expect(error?.message.contains("too long") == true)
  }
}
