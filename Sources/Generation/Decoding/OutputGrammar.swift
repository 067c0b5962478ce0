// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// The grammar of an answer: a value, text, calls of tools, or a choice between them.
enum OutputGrammar {
  static let valueLabel = "value"
  static let textLabel = "text"
  /// Stands before the name of the tool whose arguments are captured.
  static let callLabel = "call "
  /// Calls of one turn at most; a model that repeats itself ends here.
  static let maximumCalls = 8

  /// The grammar that `request` needs, or nil where any text will do.
  ///
  /// - Throws: `GenerationError` of kind `schema` where the request's grammar is none.
  static func source(for request: GenerationRequest) throws(GenerationError) -> GrammarSource? {
    let tools = request.toolChoice == .none ? [] : request.tools
    let answer: GrammarSource?
    switch request.format {
    case .schema(let schema): answer = .schema(schema).labeled(valueLabel)
    case .grammar(let text):
      do {
        answer = try GrammarSource.gbnf(text).labeled(textLabel)
      } catch {
        throw GenerationError(.schema, "\(error)")
      }
    case .text: answer = nil
    }
    guard !tools.isEmpty else { return answer }
    let calls = calls(of: tools)
    if request.toolChoice == .required { return calls }
    let text = GrammarSource.text(excluding: [String(ToolCallFormat.opening.dropLast())]).labeled(textLabel)
    return .choice([calls, answer ?? text])
  }

  /// One call or several, each in its tags on lines of its own.
  private static func calls(of tools: [ToolSpecification]) -> GrammarSource {
    // The name is literal text rather than a property of a schema around the parameters: their references mean their own root.
    let bodies = tools.map { tool in
      GrammarSource.sequence([
        .literal("{\"name\": \(JSONValue.string(tool.name).text()), \"arguments\": "),
        .schema(tool.parameters).labeled(callLabel + tool.name), .literal("}"),
      ])
    }
    let call = GrammarSource.sequence([
      .literal(ToolCallFormat.opening), bodies.count == 1 ? bodies[0] : .choice(bodies),
      .literal(ToolCallFormat.closing),
    ])
    let more = GrammarSource.sequence([.literal(ToolCallFormat.separator), call])
    return .sequence([call, .repetition(more, minimum: 0, maximum: maximumCalls - 1)])
  }

  /// How JSON may be laid out: a value alone without blanks, which are tokens that say nothing; with tools, one blank where
  /// models were taught to write one inside a call.
  static func options(for request: GenerationRequest) -> GrammarOptions {
    let mayCall = !request.tools.isEmpty && request.toolChoice != .none
    var options = GrammarOptions()
    options.whitespace = mayCall ? .flexible(maximumRun: 1) : .compact
    options.escapesOnlyWhereNeeded = true
    options.patternDialect = request.patternDialect
    options.documents = request.documents
    return options
  }
}
