// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Testing

@testable import ChatTemplates

/// Small templates and what Jinja2 makes of them.
@Suite struct ExpressionTests {
  static let fixture = chatTemplateFixture("expressions.json")

  @Test func printLikeJinja() throws {
    let variables = try #require(Self.fixture["variables"]?.objectValue)
    let results = try #require(Self.fixture["results"]?.arrayValue)
    for result in results {
      let source = try #require(result["source"]?.stringValue)
      let expected = try #require(result["output"]?.stringValue)
      do {
        let text = try ChatTemplate(source).render(variables, clock: testClock).text
        #expect(Array(text.utf8) == Array(expected.utf8), "\(source)")
      } catch {
        Issue.record("\(source): \(error)")
      }
    }
  }

  /// The templates inside the models that the project is tested with.
  @Test(arguments: chatTemplateFixture("models.json")["results"]?.arrayValue ?? [])
  func modelTemplates(_ result: JSONValue) throws {
    let name = try #require(result["template"]?.stringValue)
    let template = try ChatTemplate(try #require(GoldenTemplateTests.source(name)))
    let variables = try #require(result["variables"]?.objectValue)
    if let expected = result["output"]?.stringValue {
      #expect(Array(try template.render(variables, clock: testClock).text.utf8) == Array(expected.utf8))
    } else {
      #expect(throws: TemplateError.self) { try template.render(variables, clock: testClock) }
    }
  }
}
