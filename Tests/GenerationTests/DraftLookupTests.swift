// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Testing
import Tokenization

@testable import Generation

/// Drafts from the text change what a pass computes, never what is said.
enum DraftLookup {
  static func run(
    _ model: LanguageModel, _ request: GenerationRequest, drafts: Int, shortcuts: DecodeLoop.Shortcuts = .init()
  ) async throws -> GenerationResult {
    var request = request
    request.draftLookup = drafts
    let context = model.makeContext()
    await context.use(shortcuts)
    let log = EventLog()
    let result = try await context.generate(request) { log.append($0) }
    #expect(log.text == result.text)
    let statistics = result.statistics
    #expect(statistics.lookupAcceptedTokens <= statistics.lookupDraftedTokens)
    if drafts == 0 { #expect(statistics.lookupDraftedTokens == 0) }
    // What the context holds afterwards is what it says: the next request finds the same prefix.
    request.messages += [
      ChatMessage(role: .assistant, content: result.text), ChatMessage(role: .user, content: "Go on."),
    ]
    request.maximumTokens = request.format == .text ? 4 : request.maximumTokens
    let next = try await context.generate(request) { _ in }
    let other = model.makeContext()
    await other.use(shortcuts)
    let fresh = try await other.generate(request) { _ in }
    let isSame = next.tokens == fresh.tokens
    #expect(isSame, "the next request, drafts \(drafts), \(shortcuts)")
    return result
  }
}

/// On a tiny model of random weights, whose texts repeat themselves soon.
@Suite struct TinyDraftLookupTests {
  static let texts = [
    "a", "The sea, the sea, the sea", "one two three one two three one", String(repeating: "abc ", count: 20),
  ]

  @Test(arguments: texts, [0, 1, 2] as [UInt64]) func textIsTheSame(_ text: String, seed: UInt64) async throws {
    let model = try await TinyChat.load(contextLength: 0)
    var request = TinyChat.request(text, maximumTokens: 120, seed: seed == 0 ? nil : seed)
    if seed == 2 { (request.sampling.repetitionPenalty, request.sampling.temperature) = (1.3, 0.3) }
    request.ignoresEnd = true
    let plain = try await DraftLookup.run(model, request, drafts: 0)
    #expect(plain.tokens.count == 120)
    for drafts in [1, 2, 7, 31, 1000] {
      let drafted = try await DraftLookup.run(model, request, drafts: drafts)
      #expect(drafted.tokens == plain.tokens, "\(drafts)")
      #expect(drafted.text == plain.text)
      let (a, b) = (drafted.statistics, plain.statistics)
      #expect(a.modelCalls + a.lookupAcceptedTokens == b.modelCalls)
      #expect(a.computedTokens - a.lookupDraftedTokens + a.lookupAcceptedTokens >= b.computedTokens - 1)
      #expect(seed > 0 || a.lookupAcceptedTokens > 10)
    }
  }

  @Test(arguments: [0, 1, 5] as [UInt64]) func valuesAreTheSame(seed: UInt64) async throws {
    let model = try await TinyChat.load(contextLength: 0)
    let schema: JSONValue = [
      "type": "array", "minItems": 6, "maxItems": 6,
      "items": [
        "type": "object",
        "properties": [
          "name": ["enum": ["red house", "red horse", "blue house"]], "size": ["type": "integer", "maximum": 20],
          "note": ["type": "string", "maxLength": 12],
        ],
        "required": ["name", "size", "note"], "additionalProperties": false,
      ],
    ]
    let request = TinyChat.request(
      #"[{"name":"red house","size":1,"note":"aa"}]"#, format: .schema(schema), maximumTokens: 600,
      seed: seed == 0 ? nil : seed)
    for shortcuts in [
      DecodeLoop.Shortcuts(), .init(forcesRuns: false), .init(drafts: false), .init(choosesRows: false),
    ] {
      let plain = try await DraftLookup.run(model, request, drafts: 0, shortcuts: shortcuts)
      let drafted = try await DraftLookup.run(model, request, drafts: 7, shortcuts: shortcuts)
      #expect(drafted.tokens == plain.tokens && drafted.value == plain.value)
      #expect(drafted.statistics.lookupDraftedTokens > 0)
      #expect(drafted.statistics.modelCalls <= plain.statistics.modelCalls)
    }
  }

  /// With every budget and a full context the end comes at the same token.
  @Test func limitsHold() async throws {
    let model = try await TinyChat.load(contextLength: 96)
    for maximum in [1, 2, 3, 8, 9, 17, nil] {
      var request = TinyChat.request("x x x", maximumTokens: maximum)
      request.ignoresEnd = true
      var drafted = request
      drafted.draftLookup = 7
      let a = try await model.makeContext().generate(request) { _ in }
      let b = try await model.makeContext().generate(drafted) { _ in }
      #expect(a.tokens == b.tokens && a.finish == b.finish)
    }
  }

  @Test func stopStringsEndTheAnswerAtTheSamePlace() async throws {
    let model = try await TinyChat.load(contextLength: 0)
    var request = TinyChat.request("b b b b", maximumTokens: 100)
    request.ignoresEnd = true
    let whole = try await DraftLookup.run(model, request, drafts: 0).text
    let characters = Array(whole)
    for start in [3, 10, 25, 40] where start + 2 < characters.count {
      request.stop = [String(characters[start...start + 1])]
      let plain = try await model.makeContext().generate(request) { _ in }
      var drafting = request
      drafting.draftLookup = 7
      let drafted = try await model.makeContext().generate(drafting) { _ in }
      #expect(plain.text == drafted.text && plain.finish == drafted.finish && plain.tokens == drafted.tokens)
    }
  }

  @Test(arguments: [0, 7]) func threadsGiveTheSameBytes(drafts: Int) async throws {
    var results: [[TokenID]] = []
    for threads in [1, 2, 3] {
      var options = ModelLoadOptions()
      options.threads = threads
      options.contextLength = 0
      let model = try await LanguageModel.load(path: TinyChat.path, options: options)
      for seed in [nil, 3] as [UInt64?] {
        var request = TinyChat.request("again and again and again", maximumTokens: 80, seed: seed)
        request.ignoresEnd = true
        results.append(try await DraftLookup.run(model, request, drafts: drafts).tokens)
      }
    }
    for index in results.indices { #expect(results[index] == results[index % 2]) }
  }
}

/// On the default model.
@Suite(.serialized, .enabled(if: DefaultModel.path != nil, "the default model has not been fetched"))
struct DefaultModelDraftLookupTests {
  static let prompts = [
    "Repeat this line three times: The quick brown fox jumps over the lazy dog.",
    "Write a short poem about the sea.",
    """
    Copy this function and rename x to y:
    def area(x):
        if x < 0:
            raise ValueError("x must not be negative")
        return 3.14159 * x * x
    """,
  ]

  @Test(arguments: prompts) func textIsTheSame(_ prompt: String) async throws {
    let model = try await DefaultModel.load()
    for seed in [nil, 4] as [UInt64?] {
      var sampling = SamplingOptions.greedy
      if let seed {
        sampling = SamplingOptions()
        sampling.seed = seed
      }
      let request = GenerationRequest(
        messages: [ChatMessage(role: .user, content: prompt)], sampling: sampling, maximumTokens: 64)
      let plain = try await DraftLookup.run(model, request, drafts: 0)
      let drafted = try await DraftLookup.run(model, request, drafts: 7)
      #expect(plain.tokens == drafted.tokens)
      #expect(drafted.statistics.modelCalls + drafted.statistics.lookupAcceptedTokens == plain.statistics.modelCalls)
    }
  }

  @Test(arguments: [0, 7]) func threadsGiveTheSameBytes(drafts: Int) async throws {
    let request = GenerationRequest(
      messages: [ChatMessage(role: .user, content: Self.prompts[2])], sampling: .greedy, maximumTokens: 40)
    let one = try await DraftLookup.run(try await DefaultModel.load(threads: 1), request, drafts: drafts)
    let two = try await DraftLookup.run(try await DefaultModel.load(threads: 2), request, drafts: drafts)
    #expect(one.tokens == two.tokens && one.text == two.text)
  }
}
