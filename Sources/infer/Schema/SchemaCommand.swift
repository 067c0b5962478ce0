// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import GGUFFormat
import Generation
import OrderedJSON
import Tokenization

/// `infer schema`: what a JSON Schema enforces, whether instances are of it, and random values of it. Needs no model.
///
/// A file named `….gbnf` is a grammar in GBNF instead.
struct SchemaCommand {
  enum Action: String, CaseIterable { case check, test, random }

  /// What a file holds, and its name for messages.
  struct Source {
    enum Content {
      case schema(JSONValue)
      case grammar(String)
    }
    var name: String
    var content: Content

    var isGrammar: Bool { if case .grammar = content { true } else { false } }

    /// How long values can get; not told of grammars that do not compile.
    func extent(_ options: GrammarOptions) -> GrammarExtent {
      guard case .schema(let schema) = content else { return .unknown }
      return (try? GrammarExtent(.schema(schema), options: options)) ?? .unknown
    }

    func compile(_ options: GrammarOptions) throws(CommandError) -> Grammar {
      do {
        switch content {
        case .schema(let schema): return try Grammar(schema: schema, options: options)
        case .grammar(let text): return try Grammar(gbnf: text, options: options)
        }
      } catch {
        throw CommandError(.schema, "\(name): \(error)")
      }
    }
  }

  let environment: Environment
  private var arguments: ParsedArguments { environment.arguments }
  private var documents: [String: JSONValue] = [:]

  init(_ environment: Environment) { self.environment = environment }

  mutating func run() throws -> ExitCode {
    let (action, file) = try target()
    documents = try SchemaDocuments.read(arguments)
    let source = try read(file)
    switch action {
    case .check: return try SchemaCheck(command: self, source: source).run()
    case .test: return try SchemaTest(command: self, source: source).run()
    case .random: return try RandomValues(command: self, source: source).run()
    }
  }

  /// The action and the schema's file that the arguments name.
  private func target() throws(UsageError) -> (Action, String) {
    func wrong(_ problem: String) -> UsageError { UsageError(problems: [problem], command: .schema) }
    let words = arguments.positionals
    guard let word = words.first else { throw wrong("schema needs an action: check, test or random") }
    guard let action = Action(rawValue: word) else {
      let meant = suggestions(for: word, among: Action.allCases.map(\.rawValue), limit: 1).first
      throw wrong("no action '\(word)'" + (meant.map { " (did you mean '\($0)'?)" } ?? ": check, test or random"))
    }
    guard words.count > 1 else {
      throw wrong("schema \(word) needs the file of a JSON Schema, or - for standard input")
    }
    if action != .test, words.count > 2 { throw wrong("unexpected argument '\(words[2])'") }
    return (action, words[1])
  }

  /// The instances' files of `test`.
  var instances: [String] { Array(arguments.positionals.dropFirst(2)) }

  private func read(_ file: String) throws -> Source {
    let text = try StandardInput.contents(of: file)
    if file.hasSuffix(".gbnf") { return Source(name: file, content: .grammar(text)) }
    do {
      let value = try JSONValue(parsing: text)
      switch value {
      case .object, .bool: return Source(name: file, content: .schema(value))
      default: throw CommandError(.schema, "\(file): a JSON Schema is an object, true or false")
      }
    } catch let error as JSONError {
      throw CommandError(.schema, "\(file): \(error)")
    }
  }

  /// How the schema is read, by the options of the command line.
  ///
  /// - Parameter whitespace: what stands between the tokens of JSON unless `--whitespace` says it.
  func options(whitespace standard: GrammarOptions.Whitespace) -> GrammarOptions {
    var options = GrammarOptions()
    options.allowsUndeclaredProperties = arguments.has(.open)
    options.acceptsUnenforced = arguments.has(.allowUnenforced)
    if arguments.has(.anyOrder) { options.propertyOrder = .any }
    options.whitespace = arguments.text(.whitespace).flatMap(WhitespaceArgument.whitespace) ?? standard
    options.documents = documents
    return options
  }

  /// The vocabulary of the model that `--model` names; nil without one.
  func vocabulary() throws(CommandError) -> VocabularyTrie? {
    guard arguments.has(.model) else { return nil }
    let path = try ModelPath.find(environment)
    let file = try ModelPath.open(path)
    do {
      let tokenizer = try Tokenizer(VocabularyDescription(file.metadata))
      return VocabularyTrie(
        tokens: tokenizer.tokenBytes(), endOfGeneration: tokenizer.endOfGeneration.map(Int.init).sorted())
    } catch {
      throw CommandError(.model, "\(path): \(error)")
    }
  }
}
