// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Turns a `GrammarSource` into a draft.
struct GrammarBuilder {
  let options: GrammarOptions
  private(set) var draft = GrammarDraft()
  private(set) var notes: [SchemaNote] = []
  private var depth = 0
  private static let maximumDepth = 200

  init(options: GrammarOptions) { self.options = options }

  mutating func add(_ source: GrammarSource) throws(SchemaError) -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw SchemaError(kind: .tooComplex("parts nested too deeply"), path: "", keyword: nil)
    }
    switch source {
    case .bytes(let bytes): return draft.add(.literals([bytes]))
    case .jsonSchema(let schema):
      var compiler = SchemaCompiler(document: schema, options: options, draft: draft)
      let root = try compiler.compile()
      draft = compiler.draft
      notes += compiler.notes
      return root
    case .sequence(let parts):
      let children = try list(parts)
      return draft.add(children.isEmpty ? .literals([[]]) : .sequence(children))
    case .choice(let parts): return draft.add(.choice(try list(parts)))
    case .repeated(let part, let minimum, let maximum):
      let child = try add(part)
      guard minimum >= 0, maximum.map({ $0 >= minimum }) ?? true else {
        throw SchemaError(kind: .invalid("repetition counts out of order"), path: "", keyword: nil)
      }
      guard maximum != 0 else { return draft.add(.literals([[]])) }
      // A turn that may be empty would make endless turns out of nothing.
      guard !GrammarAnalysis(draft).isNullable[child] else {
        throw SchemaError(kind: .unsupported("repeating a part that may be empty"), path: "", keyword: nil)
      }
      return draft.add(.repetition(child: child, minimum: minimum, maximum: maximum))
    case .freeText(let stop, let excluded):
      guard stop.map({ !$0.isEmpty }) ?? true else {
        throw SchemaError(kind: .invalid("a stop literal is empty"), path: "", keyword: nil)
      }
      return draft.add(.text(TextAutomaton(stop: stop, excluded: excluded)))
    case .rules(let network): return draft.add(.rules(network))
    case .labeledPart(let part, let label): return draft.capture(try add(part), label)
    }
  }

  private mutating func list(_ parts: [GrammarSource]) throws(SchemaError) -> [Int] {
    var children: [Int] = []
    for part in parts { children.append(try add(part)) }
    return children
  }
}
