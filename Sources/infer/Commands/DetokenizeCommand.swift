// SPDX-License-Identifier: Apache-2.0
import Tokenization

/// `infer detokenize`: the text of token ids, given as arguments, in a file or on standard input.
struct DetokenizeCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let ids = try Self.ids(in: readText())
    let tokenizer = try TokenizeCommand.tokenizer(environment)
    let text = try Self.text(of: ids, tokenizer, namesControl: environment.arguments.has(.special))
    try environment.output.write(environment.output.isTerminal ? text + "\n" : text)
  }

  private func readText() throws -> String {
    let arguments = environment.arguments
    if !arguments.positionals.isEmpty, arguments.positionals != ["-"] {
      return arguments.positionals.joined(separator: " ")
    }
    if let path = arguments.text(.promptFile) { return try StandardInput.contents(of: path) }
    guard !StandardInput.isTerminal || arguments.positionals == ["-"] else {
      throw UsageError(
        problems: ["no ids: give them as arguments, with -f FILE, or on standard input"], command: .detokenize)
    }
    return try StandardInput.readAll()
  }

  /// Numbers with white space or commas between, brackets around or not.
  static func ids(in text: String) throws -> [TokenID] {
    try text.split { $0.isWhitespace || ",[]".contains($0) }.map { word in
      guard let id = TokenID(word) else {
        throw UsageError(problems: ["'\(word)' is no token id"], command: .detokenize)
      }
      return id
    }
  }

  /// The text of ids.
  ///
  /// - Throws: `CommandError` naming the first id that the vocabulary lacks.
  static func text(of ids: [TokenID], _ tokenizer: Tokenizer, namesControl: Bool) throws -> String {
    if let id = ids.first(where: { !tokenizer.isValid($0) }) {
      throw CommandError(.failure, "there is no token \(id): ids are 0 to \(tokenizer.vocabularySize - 1)")
    }
    guard namesControl else { return tokenizer.decode(ids) }
    // Runs of ordinary tokens are decoded as one, since a character may span several.
    var text = ""
    var run: [TokenID] = []
    var decoder = tokenizer.makeStreamingDecoder()
    for id in ids {
      if tokenizer.isControl(id) {
        for id in run { text += decoder.append(id) }
        run = []
        text += decoder.finish() + tokenizer.pieceText(of: id)
        decoder = tokenizer.makeStreamingDecoder()
      } else {
        run.append(id)
      }
    }
    for id in run { text += decoder.append(id) }
    return text + decoder.finish()
  }
}
