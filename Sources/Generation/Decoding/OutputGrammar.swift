// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON

/// The grammar of an answer: a value, text, calls of tools, or a choice between them.
enum OutputGrammar {
  static let valueLabel = "value"
  static let textLabel = "text"
  /// Stands before the name of the tool whose call is captured: its arguments as JSON, or its text, with them one by one in it.
  static let callLabel = "call "
  /// The identifier that the model gives a call, in forms that have one.
  static let idLabel = "call-id"

  /// The grammar that `request` needs, or nil where any text will do.
  ///
  /// - Parameter form: how calls are written.
  /// - Throws: `GenerationError` of kind `schema` where the request's grammar is none.
  static func source(for request: GenerationRequest, calls form: ToolCallFormat) throws(GenerationError)
    -> GrammarSource?
  {
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
    if request.toolChoice == .required { return calls(of: tools, form, after: form.opening) }
    if let answer { return .choice([calls(of: tools, form, after: form.opening), answer]) }
    // The model may speak first: calls begin wherever their tag stands.
    let calls = calls(of: tools, form, after: form.startAfterText)
    return .sequence([.text(excluding: form.markers(for: tools)), .optional(calls)])
  }

  /// One call or several, as `form` has them.
  private static func calls(
    of tools: [ToolSpecification], _ form: ToolCallFormat, after opening: String
  ) -> GrammarSource {
    // The name is literal text rather than a property of a schema around the parameters: their references mean their own root.
    let bodies = tools.map { tool in
      let start = [GrammarSource.literal(tool.name)] + literals(form.middle)
      switch form.arguments {
      case .json: return GrammarSource.sequence(start + [.schema(tool.parameters).labeled(callLabel + tool.name)])
      case .members(let members):
        // A call without arguments may end with its name.
        let arguments = ArgumentGrammar.source(for: tool.parameters, members)
        return GrammarSource.sequence(start + [arguments]).labeled(callLabel + tool.name)
      }
    }
    let body = bodies.count == 1 ? bodies[0] : GrammarSource.choice(bodies)
    let opening = literals(opening)
    guard form.maximumCalls > 1 else { return .sequence(opening + [body] + literals(form.closing)) }
    let more = GrammarSource.sequence(literals(form.separator) + [body])
    return .sequence(
      opening + [body, .repetition(more, minimum: 0, maximum: form.maximumCalls - 1)] + literals(form.closing))
  }

  /// The text of a form's part, with an identifier of the model's where it has its mark.
  private static func literals(_ text: String) -> [GrammarSource] {
    let parts = text.split(separator: ToolCallFormat.idMark, omittingEmptySubsequences: false).map(String.init)
    return Array(parts.map { $0.isEmpty ? [] : [GrammarSource.literal($0)] }.joined(separator: [identifier]))
  }

  private static let identifier: GrammarSource = {
    let characters =
      (UInt8(ascii: "a")...UInt8(ascii: "z")).map { GrammarSource.bytes([$0]) }
      + (UInt8(ascii: "0")...UInt8(ascii: "9")).map { GrammarSource.bytes([$0]) }
    let length = ToolCallFormat.idLength
    return GrammarSource.repetition(.choice(characters), minimum: length, maximum: length).labeled(idLabel)
  }()

  /// How JSON may be laid out: a value alone without blanks, which are tokens that say nothing; calls alone as the next prompt
  /// will show them, so that they need not be read again; where both may come, one blank where models were taught to write one
  /// inside a call.
  static func options(for request: GenerationRequest) -> GrammarOptions {
    let mayCall = !request.tools.isEmpty && request.toolChoice != .none
    var options = GrammarOptions()
    options.whitespace =
      switch (mayCall, request.toolChoice) {
      case (true, .required): .python
      case (true, _): .flexible(maximumRun: 1)
      case (false, _): .compact
      }
    options.escapesOnlyWhereNeeded = true
    options.patternDialect = request.patternDialect
    options.documents = request.documents
    return options
  }
}
