// SPDX-License-Identifier: Apache-2.0
import ChatTemplates
import Foundation
import OrderedJSON

/// Chat templates and conversations: originals changed by the pieces that all of them are made of, and templates written by
/// the grammar of the language.
struct TemplateMutation: MutationKind {
  static let name = "template"

  struct Input {
    var source: String
    var variables: JSONObject
  }

  private let sources: [String]
  private let pieces: TemplatePieces
  private let conversations: [JSONObject]

  init(_ corpus: MutationCorpus) throws {
    var sources: [String] = []
    var conversations: [JSONObject] = []
    for folder in [corpus.folder] + corpus.templateFolders {
      let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }) ?? []
      for name in names.sorted() {
        if name.hasSuffix(".jinja"), let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) {
          sources.append(text)
        } else if name.hasSuffix(".json"), let data = FileManager.default.contents(atPath: folder + "/" + name),
          data.count < 16 << 20, let content = try? JSONValue(parsing: [UInt8](data))
        {
          Self.collect(content, &sources, &conversations)
        }
      }
    }
    guard !sources.isEmpty else { throw SuiteError("no chat template below '\(corpus.folder)'") }
    self.sources = sources
    pieces = TemplatePieces(sources)
    self.conversations = conversations.isEmpty ? [["messages": [["role": "user", "content": "Hi"]]]] : conversations
  }

  /// Takes the templates and conversations of a file of cases.
  private static func collect(_ content: JSONValue, _ sources: inout [String], _ conversations: inout [JSONObject]) {
    for result in content["results"]?.arrayValue ?? [] {
      if let source = result["source"]?.stringValue { sources.append(source) }
    }
    if let variables = content["variables"]?.objectValue { conversations.append(variables) }
    for (_, given) in content["cases"]?.objectValue ?? [:] {
      var variables: JSONObject = ["add_generation_prompt": true, "bos_token": "<s>", "eos_token": "</s>"]
      if let members = given.objectValue {
        for (key, value) in members { variables[key] = value }
      } else {
        variables["messages"] = given
      }
      variables["tools"] = content["tools"]
      conversations.append(variables)
    }
  }

  func input(_ random: inout MutationRandom) -> Input {
    var writer = TemplateWriter(random: random, pieces: pieces)
    let source: String
    switch random.next(below: 8) {
    case 0...2: source = writer.changed(random.pick(sources))
    case 3: source = writer.written() + random.pick(sources)
    default: source = writer.written()
    }
    var mutator = ValueMutator(random: MutationRandom(seed: random.next()))
    let variables = mutator.changed(random.pick(conversations))
    return Input(source: source, variables: variables)
  }

  func byteCount(_ input: Input) -> Int {
    input.source.utf8.count + JSONValue.object(input.variables).text().utf8.count
  }

  func run(_ input: Input) throws {
    guard case .rendered(let segments) = Self.outcome(input) else { return }
    var last: Bool?
    for segment in segments {
      guard !segment.text.isEmpty, segment.isInput != last else { throw SuiteError("segments are not joined") }
      last = segment.isInput
    }
  }

  /// What comes of a template.
  enum Outcome {
    case unreadable
    case refused
    case rendered([RenderedSegment])
  }

  static func outcome(_ input: Input) -> Outcome {
    let clock = TemplateClock(year: 2026, month: 1, day: 2)
    guard let template = try? ChatTemplate(input.source) else { return .unreadable }
    return (try? template.render(input.variables, clock: clock)).map { .rendered($0) } ?? .refused
  }

  func files(_ input: Input) -> [(suffix: String, bytes: [UInt8])] {
    [(".jinja", Array(input.source.utf8)), (".json", Array(JSONValue.object(input.variables).text().utf8))]
  }
}
