// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import ChatTemplates

/// Conversations rendered by Jinja2 as Hugging Face does, compared byte by byte.
///
/// Templates lie beside the fixture; those whose licence does not let us copy them are looked for in the folder that
/// `INFER_TEST_TEMPLATES` names (`vendor/llama.cpp/models/templates` of the PyPI source package `llama_cpp_python`).
@Suite struct GoldenTemplateTests {
  struct Result: Sendable {
    var template: String
    var conversation: String
    var output: String?
    var error: String?
    /// Without `tools` instead of with `tools` none.
    var outputWithoutTools: String?
  }

  static let golden = chatTemplateFixture("golden.json")
  static let results: [Result] = golden["results"]!.arrayValue!.map {
    Result(
      template: $0["template"]!.stringValue!, conversation: $0["case"]!.stringValue!, output: $0["output"]?.stringValue,
      error: $0["error"]?.stringValue, outputWithoutTools: $0["output_when_tools_undefined"]?.stringValue)
  }
  static let names = Array(Set(results.map(\.template))).sorted()

  static func source(_ name: String) -> String? {
    let other = ProcessInfo.processInfo.environment["INFER_TEST_TEMPLATES"]
    for folder in [fixture("chat-templates").path] + (other.map { [$0] } ?? []) {
      if let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) { return text }
    }
    return nil
  }

  static func render(_ template: ChatTemplate, _ conversation: String) throws(TemplateError) -> [RenderedSegment] {
    var variables: JSONObject = [
      "messages": golden["cases"]![conversation]!, "add_generation_prompt": true, "bos_token": golden["bos_token"]!,
      "eos_token": golden["eos_token"]!,
    ]
    if conversation == "tools" { variables["tools"] = golden["tools"]! }
    return try template.render(variables, clock: testClock)
  }

  @Test(arguments: names)
  func rendersExactly(_ name: String) throws {
    guard let source = Self.source(name) else { return }
    let template = try ChatTemplate(source)
    for result in Self.results where result.template == name {
      let label: Comment = "\(name) \(result.conversation)"
      guard let expected = result.output ?? result.outputWithoutTools else { continue }
      do {
        let text = try Self.render(template, result.conversation).text
        #expect(Array(text.utf8) == Array(expected.utf8), label)
      } catch {
        Issue.record("\(name) \(result.conversation): \(error)")
      }
    }
  }
}

/// A JSON fixture of this area; an empty object where it cannot be read, which fails whatever is asked of it.
func chatTemplateFixture(_ name: String) -> JSONValue {
  (try? JSONValue(parsing: fixtureBytes("chat-templates/\(name)"))) ?? [:]
}

let testClock = TemplateClock(year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5)
