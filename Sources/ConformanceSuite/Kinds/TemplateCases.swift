// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import Foundation
import OrderedJSON

/// Conversations through chat templates, compared byte by byte with what Jinja2 makes of them.
///
/// A file: `{"cases": {NAME: [MESSAGE, …] | {"messages": …}}, "tools": […], "bos_token": …, "eos_token": …,
/// "now": "2026-01-02T03:04:05", "results": [{"template": FILE, "case": NAME, "output": TEXT | "error": TEXT}, …]}`.
/// Templates are files of the folder, or of those that `--templates` names.
struct TemplateCases: CaseKind {
  static let name = "templates"
  private let content: JSONValue
  private let results: [JSONValue]

  init?(_ file: CaseFile) {
    guard let content = file.content, content["cases"] != nil, let results = content["results"]?.arrayValue,
      results.allSatisfy({ $0["template"] != nil && $0["case"] != nil })
    else { return nil }
    self.content = content
    self.results = results
  }

  func run(_ context: SuiteContext, report: (String, CaseVerdict) -> Void) {
    var templates: [String: Result<ChatTemplate, TemplateError>] = [:]
    let clock = content["now"]?.stringValue.flatMap(Self.clock) ?? .system
    for result in results {
      guard let name = result["template"]?.stringValue, let conversation = result["case"]?.stringValue else { continue }
      let label = "\(name)/\(conversation)"
      if templates[name] == nil {
        guard let path = context.folder.templates[name], let source = try? String(contentsOfFile: path, encoding: .utf8)
        else {
          report(label, .skipped("no template \(name); name its folder with --templates"))
          continue
        }
        templates[name] = Result { () throws(TemplateError) in try ChatTemplate(source) }
      }
      guard let template = templates[name] else { continue }
      switch template {
      case .failure(let error): report(label, .failed("\(error)"))
      case .success(let template): report(label, verdict(result, conversation, template, clock))
      }
    }
  }

  private func verdict(
    _ result: JSONValue, _ conversation: String, _ template: ChatTemplate, _ clock: TemplateClock
  ) -> CaseVerdict {
    let rendered = Result { () throws(TemplateError) in
      try template.render(variables(conversation), clock: clock).map(\.text).joined()
    }
    let expected = (result["output"] ?? result["output_when_tools_undefined"])?.stringValue
    switch (rendered, expected) {
    case (.failure(let error), nil):
      // What a template raises itself must come through in its own words; other errors are Python's own.
      guard let raised = result["error"]?.stringValue?.dropping(prefix: "TemplateError: ") else { return .passed }
      return "\(error)".contains(raised) ? .passed : .failed("raised '\(error)' instead of '\(raised)'")
    case (.success, nil):
      let raised = result["error"]?.stringValue?.dropping(prefix: "TemplateError: ")
      return raised.map { .failed("should have raised '\($0)'") } ?? .passed
    case (.failure(let error), _?): return .failed("\(error)")
    case (.success(let text), let expected?):
      let (found, wanted) = (Array(text.utf8), Array(expected.utf8))
      if found == wanted { return .passed }
      let place = zip(found, wanted).prefix { $0 == $1 }.count
      let after = String(decoding: wanted[max(0, place - 20)..<place], as: UTF8.self)
      return .failed("differs at byte \(place) of \(wanted.count), after \(after.debugDescription)")
    }
  }

  private func variables(_ conversation: String) -> JSONObject {
    var variables: JSONObject = ["add_generation_prompt": true]
    for key in ["bos_token", "eos_token"] { variables[key] = content[key] }
    let given = content["cases"]?[conversation]
    if let members = given?.objectValue {
      for (key, value) in members { variables[key] = value }
    } else {
      variables["messages"] = given
    }
    // Hugging Face passes none where there are none; templates then see them as undefined or none.
    if variables["tools"] == nil, conversation.contains("tool"), let tools = content["tools"] {
      variables["tools"] = tools
    }
    return variables
  }

  private static func clock(_ text: String) -> TemplateClock? {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard parts.count >= 6 else { return nil }
    return TemplateClock(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
  }
}

extension String {
  /// The rest after a prefix; nil without it.
  func dropping(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
