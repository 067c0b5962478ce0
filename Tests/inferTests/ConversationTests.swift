// SPDX-License-Identifier: Apache-2.0
import Generation
@testable import infer
import OrderedJSON
import Testing

@Suite struct ConversationTests {
  @Test func undoTakesBackAQuestionAndItsAnswer() {
    var conversation = Conversation(instructions: "Be brief")
    conversation.ask("a")
    conversation.answer("b")
    conversation.ask("c")
    conversation.answer("d")
    #expect(conversation.undo() == "c")
    #expect(conversation.request.map(\.content) == ["Be brief", "a", "b"])
    #expect(conversation.undo() == "a")
    #expect(conversation.undo() == nil)
  }

  @Test func emptyInstructionsAreNotSent() {
    #expect(Conversation(instructions: "").request.isEmpty)
  }

  @Test func filesComeBack() throws {
    var conversation = Conversation(instructions: "Be \"brief\"")
    conversation.ask("é\n")
    conversation.answer("b")
    let text = conversation.json.text(.pretty)
    #expect(try Conversation(json: JSONValue(parsing: text)) == conversation)
  }

  @Test(arguments: [
    ("{}", "no conversation: an object with \"messages\" is expected"),
    ("[{\"role\":\"user\"}]", "message 1 needs a role (system, user or assistant) and a text as content"),
    (
      "[{\"role\":\"tool\",\"content\":\"x\"}]",
      "message 1 needs a role (system, user or assistant) and a text as content"
    ),
  ])
  func damagedFiles(text: String, message: String) throws {
    let value = try JSONValue(parsing: text)
    let error = try #require(throws: CommandError.self) { try Conversation(json: value) }
    #expect(error.message == message)
  }
}
