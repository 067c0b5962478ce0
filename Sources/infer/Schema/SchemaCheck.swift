// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// `infer schema check`: what of a schema is enforced, what is not, and how large its values and its grammar are.
struct SchemaCheck {
  let command: SchemaCommand
  let source: SchemaCommand.Source

  func run() throws -> ExitCode {
    let environment = command.environment
    var options = command.options(whitespace: .compact)
    var code = ExitCode.success
    let grammar: Grammar
    do {
      grammar = try source.compile(options)
    } catch {
      // What cannot be enforced is what was asked for, and is listed. Other errors come again.
      options.acceptsUnenforced = true
      grammar = try source.compile(options)
      code = error.code
    }
    let report = Report(grammar: grammar, extent: source.extent(options), vocabulary: try command.vocabulary())
    if environment.arguments.has(.json) {
      try environment.output.write(report.json.text(.pretty) + "\n")
    } else {
      try environment.output.write(report.text(source.name, environment.outputStyle))
    }
    return code
  }

  struct Report {
    let notes: [SchemaNote]
    let size: GrammarSize
    /// A shortest value.
    let shortest: [UInt8]
    /// Tokens that are enough for a value, in the vocabulary of a model.
    let minimumBudget: Int?

    let extent: GrammarExtent

    init(grammar: Grammar, extent: GrammarExtent, vocabulary: VocabularyTrie?) {
      self.extent = extent
      notes = grammar.notes
      size = grammar.size
      shortest = Constraint(grammar, .bytes).shortestCompletion()
      minimumBudget = vocabulary.map { Constraint(grammar, $0).minimumBudget }
    }

    func text(_ name: String, _ style: Style) -> String {
      var rows: [(String, String)] = [
        ("nodes", "\(size.nodes)"), ("states", "\(size.literalStates) of fixed texts, \(size.numberStates) of numbers"),
        (
          "shortest",
          "\(shortest.count) bytes: " + TextLayout.truncated(String(decoding: shortest, as: UTF8.self), width: 70)
        ),
      ]
      switch extent {
      case .bounded(let bytes):
        rows.append(("longest", "at most \(bytes) bytes, and as many tokens, without white space"))
      case .unbounded: rows.append(("longest", "without bound"))
      case .unknown: break
      }
      if let minimumBudget { rows.append(("smallest budget", "\(minimumBudget) tokens")) }
      var lines = [
        "\(name): "
          + (notes.isEmpty ? style.green("enforced") : style.yellow("enforced but for \(notes.count) keywords"))
      ]
      lines += TextTable(rows.map { ["  \($0.0)", $0.1] }).lines
      if !notes.isEmpty {
        lines += ["", style.bold("Not enforced")]
        lines += TextTable(notes.map { ["  #\($0.path)", $0.keyword, $0.reason] }).lines
      }
      return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
      func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
      var object: JSONObject = [
        "enforced": .bool(notes.isEmpty),
        "unenforced": .array(
          notes.map { ["path": .string("#\($0.path)"), "keyword": .string($0.keyword), "reason": .string($0.reason)] }),
        "nodes": number(size.nodes), "literal_states": number(size.literalStates),
        "number_states": number(size.numberStates), "shortest_bytes": number(shortest.count),
        "shortest": .string(String(decoding: shortest, as: UTF8.self)),
      ]
      switch extent {
      case .bounded(let bytes): object["longest_bytes"] = number(bytes)
      case .unbounded: object["longest_bytes"] = .null
      case .unknown: break
      }
      if let minimumBudget { object["minimum_budget"] = number(minimumBudget) }
      return .object(object)
    }
  }
}
