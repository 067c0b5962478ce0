// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Generation
import OrderedJSON
import Tokenization

/// `infer tokenize`: the tokens of a text, one a line as `id -> 'piece'`, or their ids, or their number.
struct TokenizeCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let arguments = environment.arguments
    let text = try readText()
    let tokenizer = try Self.tokenizer(environment)
    let ids = tokenizer.encode(
      text, parsingSpecialTokens: !arguments.has(.noParseSpecial), addingSpecials: !arguments.has(.noBOS))
    try environment.output.write(Self.report(ids, tokenizer: tokenizer, arguments, environment.outputStyle))
  }

  /// The tokenizer of the model that was asked for.
  static func tokenizer(_ environment: Environment) throws -> Tokenizer {
    let path = try ModelPath.find(environment)
    let file = try ModelPath.open(path)
    do {
      return try Tokenizer(VocabularyDescription(file.metadata))
    } catch {
      throw CommandError(.model, "\(path): \(error)")
    }
  }

  private func readText() throws -> String {
    let arguments = environment.arguments
    if let text = arguments.text(.prompt) ?? arguments.positionals.first, text != "-" { return text }
    if let path = arguments.text(.promptFile) { return try StandardInput.contents(of: path) }
    guard !StandardInput.isTerminal || arguments.positionals.first == "-" else {
      throw UsageError(
        problems: ["no text: give it as an argument, with -f FILE, or on standard input"], command: .tokenize)
    }
    return try StandardInput.readAll()
  }

  static func report(
    _ ids: [TokenID], tokenizer: Tokenizer, _ arguments: ParsedArguments, _ style: Style
  ) -> String {
    if arguments.has(.ids) {
      let list = JSONValue.array(ids.map { .number(JSONNumber(Int($0))) }).text(.python)
      return list + "\n" + (arguments.has(.count) ? "\(ids.count)\n" : "")
    }
    if arguments.has(.count) { return "\(ids.count)\n" }
    let width = ids.map { String($0).count }.max() ?? 0
    return ids.map { id in
      let number = String(repeating: " ", count: width - String(id).count) + String(id)
      let piece = GGUFError.printable(tokenizer.pieceText(of: id), limit: .max)
      return "\(number) -> '\(tokenizer.isControl(id) ? style.yellow(piece) : style.green(piece))'\n"
    }.joined()
  }
}
