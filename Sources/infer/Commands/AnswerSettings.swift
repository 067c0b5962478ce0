// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Generation
import OrderedJSON

/// How answers are made, from the options of the command line; a chat's `/set` changes them.
struct AnswerSettings: Equatable, Sendable {
  var sampling = SamplingOptions()
  /// Nil: until the context is full.
  var maximumTokens: Int?
  var stop: [String] = []
  var format = OutputFormat.text
  /// Documents that references of the schema may name.
  var documents: [String: JSONValue] = [:]
  /// Most tokens drafted from the text; 0: none.
  var draftLookup = 0
  var streams = true

  init() {}

  init(_ arguments: ParsedArguments) throws {
    for group in [OptionGroup.sampling, .answer] {
      for option in group.options {
        for value in arguments.values[option.id] ?? [] { apply(value, to: option.id) }
      }
    }
    let schema = try Self.schema(arguments)
    let grammar = try Self.grammar(arguments)
    if schema != nil, grammar != nil {
      throw CommandError(.usage, "the answer cannot follow both a schema and a grammar; keep one of them")
    }
    documents = try SchemaDocuments.read(arguments)
    if schema == nil, !documents.isEmpty {
      throw CommandError(.usage, "--document belongs to a schema; give one with -j, -jf or --schema")
    }
    if let schema { format = .schema(schema) }
    if let grammar { format = .grammar(grammar) }
  }

  private mutating func apply(_ value: OptionValue, to id: Option.ID) {
    switch (id, value) {
    case (.seed, .text(let text)): sampling.seed = UInt64(text)
    case (.temperature, .number(let value)): sampling.temperature = value
    case (.topK, .integer(let value)): sampling.topK = value
    case (.topP, .number(let value)): sampling.topP = value
    case (.minP, .number(let value)): sampling.minP = value
    case (.repeatPenalty, .number(let value)): sampling.repetitionPenalty = value
    case (.repeatLastN, .integer(let value)): sampling.repetitionWindow = value
    case (.maximumTokens, .integer(let value)): maximumTokens = value < 0 ? nil : value
    case (.stop, .text(let text)): if !text.isEmpty { stop.append(text) }
    case (.draftLookup, .integer(let value)): draftLookup = value
    case (.noStream, _): streams = false
    default: break
    }
    sampling.greedy = sampling.temperature == 0
  }

  // MARK: Settings typed in a chat

  private static var settable: [Option] {
    OptionGroup.sampling.options
      + OptionGroup.answer.options.filter { [.maximumTokens, .stop, .draftLookup].contains($0.id) }
  }

  /// Changes one setting by its option's name, with or without dashes.
  mutating func set(_ name: String, to text: String) throws(CommandError) {
    func bare(_ name: String) -> String { String(name.drop { $0 == "-" }).replacing("_", with: "-") }
    guard let option = Self.settable.first(where: { $0.allNames.map(bare).contains(bare(name)) }) else {
      let known = Self.settable.map { bare($0.displayName) }
      let meant = suggestions(for: bare(name), among: known, limit: 1).first
      throw CommandError(
        .usage,
        meant.map { "no setting '\(name)', did you mean '\($0)'?" } ?? "settings: \(known.joined(separator: ", "))")
    }
    switch ArgumentParser.value(text, for: option) {
    case .success(let value): apply(value, to: option.id)
    case .failure(let problem): throw CommandError(.usage, problem.text)
    }
  }

  var rows: [(name: String, value: String)] {
    [
      ("temp", "\(sampling.temperature)"), ("top-k", "\(sampling.topK)"), ("top-p", "\(sampling.topP)"),
      ("min-p", "\(sampling.minP)"), ("repeat-penalty", "\(sampling.repetitionPenalty)"),
      ("repeat-last-n", "\(sampling.repetitionWindow)"), ("seed", sampling.seed.map { "\($0)" } ?? "-1"),
      ("n-predict", "\(maximumTokens ?? -1)"), ("stop", stop.map { JSONValue.quoted($0) }.joined(separator: ", ")),
      ("draft-lookup", "\(draftLookup)"),
    ]
  }

  // MARK: Schema and grammar

  /// The grammar in GBNF that one of two options gives, inline or as a file; checked, so that a mistake is told at once.
  private static func grammar(_ arguments: ParsedArguments) throws -> String? {
    var sources: [(name: String, text: String)] = []
    if let text = arguments.text(.grammar) { sources.append(("--grammar", text)) }
    if let path = arguments.text(.grammarFile) { sources.append((path, try StandardInput.contents(of: path))) }
    guard var source = sources.first else { return nil }
    guard sources.count == 1 else {
      throw CommandError(.usage, "the grammar is given more than once; keep one of --grammar and --grammar-file")
    }
    if source.name == "--grammar", !source.text.contains("::=") {
      source = (source.text, try StandardInput.contents(of: source.text))
    }
    do {
      _ = try GrammarSource.gbnf(source.text)
    } catch {
      throw CommandError(.schema, "\(source.name): \(error)")
    }
    return source.text
  }

  /// The JSON Schema that one of three options gives, inline or as a file.
  static func schema(_ arguments: ParsedArguments) throws -> JSONValue? {
    var sources: [(name: String, text: String)] = []
    if let text = arguments.text(.jsonSchema) { sources.append(("--json-schema", text)) }
    if let path = arguments.text(.jsonSchemaFile) {
      sources.append((path, try StandardInput.contents(of: path)))
    }
    if let text = arguments.text(.schema) {
      let isInline = text.first { !$0.isWhitespace } == "{"
      sources.append(isInline ? ("--schema", text) : (text, try StandardInput.contents(of: text)))
    }
    guard let source = sources.first else { return nil }
    guard sources.count == 1 else {
      throw CommandError(.usage, "the schema is given more than once; keep one of -j, -jf and --schema")
    }
    do {
      let value = try JSONValue(parsing: source.text)
      switch value {
      case .object, .bool: return value
      default: throw CommandError(.schema, "\(source.name): a JSON Schema is an object")
      }
    } catch let error as JSONError {
      throw CommandError(.schema, "\(source.name): \(error)")
    }
  }
}
