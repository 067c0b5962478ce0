// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ChatTemplates

@Suite struct BuiltInTemplatesTests {
  static let cases: [(name: String, output: String)] = [
    (
      "chatml",
      """
      <|im_start|>system
      Be brief.<|im_end|>
      <|im_start|>user
      Hi<|im_end|>
      <|im_start|>assistant
      Hello<|im_end|>
      <|im_start|>user
      Bye<|im_end|>
      <|im_start|>assistant

      """
    ),
    (
      "gemma",
      """
      <bos><start_of_turn>user
      Be brief.

      Hi<end_of_turn>
      <start_of_turn>model
      Hello<end_of_turn>
      <start_of_turn>user
      Bye<end_of_turn>
      <start_of_turn>model

      """
    ),
    ("plain", "<bos>Be brief.\n\nUser: Hi\nAssistant: Hello\nUser: Bye\nAssistant:"),
  ]

  @Test(arguments: 0..<cases.count) func renders(_ number: Int) throws {
    let (name, output) = Self.cases[number]
    let template = try #require(ChatTemplate.named(name))
    let messages: JSONValue = [
      ["role": "system", "content": "Be brief."], ["role": "user", "content": "Hi"],
      ["role": "assistant", "content": "Hello"], ["role": "user", "content": "Bye"],
    ]
    let variables: JSONObject = ["messages": messages, "bos_token": "<bos>", "add_generation_prompt": true]
    #expect(try template.render(variables).text == output)
  }

  @Test func namesAreKnown() {
    #expect(ChatTemplate.names.allSatisfy { ChatTemplate.named($0) != nil })
    #expect(ChatTemplate.named("nosuch") == nil)
  }
}
