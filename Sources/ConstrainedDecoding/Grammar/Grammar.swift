// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import Synchronization

/// How a schema is read, and what JSON text may look like beyond it.
package struct GrammarOptions: Sendable, Hashable {
  /// White space between the tokens of JSON.
  package enum Whitespace: Sendable, Hashable {
    /// None.
    case compact
    /// Any, in runs of at most this many bytes, so that a model cannot write blanks for ever.
    case flexible(maximumRun: Int = 20)
    /// A member or item a line, so many spaces a level and one after a colon: as `JSONStyle.pretty(indentation:)`.
    case pretty(indent: Int = 2)
    /// One space after each comma and colon: as `JSONStyle.python`.
    case python
  }
  package var whitespace = Whitespace.compact
  /// Containers open at a time at most. `JSONValue` reads 128.
  package var maximumDepth = 64
  /// Whether an object schema that lists `properties` and does not mention `additionalProperties` allows others. JSON
  /// Schema says yes; for generation the default is no, since a model would otherwise invent keys that nobody reads. A
  /// schema that says `"additionalProperties": true` gets them. Objects without `properties` are always open.
  package var allowsUndeclaredProperties = false
  /// Whether integers without bounds stay within 64 bits, so that every value can be decoded.
  package var limitsIntegersTo64Bits = true
  /// Whether known formats (`date`, `uuid` …) constrain strings. JSON Schema treats `format` as a note by default.
  package var enforcesFormats = true
  /// Whether a string that a pattern or list governs spells each character in one way: as itself, and escaped only where
  /// JSON demands it. Otherwise every character has two spellings, and no text inside a string is ever forced.
  package var escapesOnlyWhereNeeded = false
  /// Other documents that a `$ref` may name, by absolute URI without fragment. Nothing is ever loaded from elsewhere.
  package var documents: [String: JSONValue] = [:]
  package var patternDialect = PatternDialect.ecmaScript
  /// Whether a keyword that JSON Schema does not have counts as one that cannot be enforced, as a mistyped one should. JSON
  /// Schema takes it as a note, and so does this engine with the option off (`Grammar.notes`).
  package var refusesUnknownKeywords = true
  /// Whether what cannot be enforced is left out and listed in `Grammar.notes`, instead of being an error.
  package var acceptsUnenforced = false
  /// In which order members of an object may come.
  package enum PropertyOrder: Sendable, Hashable {
    /// Declared ones in the order of the schema, others after them.
    case schema
    case any
  }
  package var propertyOrder = PropertyOrder.schema
  /// Whether `1.0` is an integer, as JSON Schema says. Few decoders of generated values agree.
  package var acceptsZeroFractionIntegers = false

  package init() {}

  /// The reading of the specification, for judging given texts: whatever is valid is accepted, in any order and layout. What
  /// cannot be enforced is a note.
  package static var validation: GrammarOptions {
    var options = GrammarOptions()
    options.whitespace = .flexible()
    options.allowsUndeclaredProperties = true
    options.limitsIntegersTo64Bits = false
    options.refusesUnknownKeywords = false
    options.acceptsUnenforced = true
    options.propertyOrder = .any
    options.acceptsZeroFractionIntegers = true
    return options
  }
}

/// A compiled grammar: which texts a model may write. Made from a JSON schema, or from parts by `GrammarSource`.
///
/// Immutable and shared; `Constraint` is a place in it.
package final class Grammar: Sendable {
  let view: GrammarView
  let root: Int32
  /// A number that no other grammar of the process has.
  let identity = Grammar.counter.wrappingAdd(1, ordering: .relaxed).newValue
  private static let counter = Atomic<UInt64>(0)
  let labels: [CaptureLabel]
  let networks: [RuleNetwork]
  private let tables: [AnyObject & Sendable]
  private let prepared = Mutex<[CompletionCosts]>([])

  /// Places in the schema that are accepted and not enforced: keywords, or uses of them, that cannot be, with
  /// `acceptsUnenforced`; formats that are unknown, or all with `enforcesFormats` off; unknown keywords.
  package let notes: [SchemaNote]

  /// Compiles a schema; the whole text is one value, captured as "value".
  package convenience init(schema: JSONValue, options: GrammarOptions = .init()) throws(SchemaError) {
    try self.init(.schema(schema).labeled("value"), options: options)
  }

  /// Compiles a composition of literals, schemas and free text.
  package convenience init(_ source: GrammarSource, options: GrammarOptions = .init()) throws(SchemaError) {
    var builder = GrammarBuilder(options: options)
    let root = try builder.add(source)
    try self.init(builder.draft, root: root, options: options, notes: builder.notes)
  }

  init(_ draft: GrammarDraft, root: Int, options: GrammarOptions, notes: [SchemaNote]) throws(SchemaError) {
    var draft = draft
    do throws(PatternError) { try draft.excludeDeclaredKeys() } catch {
      throw SchemaError(kind: .tooComplex("the keys that are not declared"), path: "", keyword: nil)
    }
    let analysis = GrammarAnalysis(draft)
    guard let height = analysis.height[root], height <= options.maximumDepth else {
      throw SchemaError(kind: .unsatisfiable, path: "", keyword: nil)
    }
    var layout = GrammarLayout(draft, analysis)
    layout.run()
    self.root = Int32(root)
    self.notes = notes
    labels = draft.labels
    networks = layout.networks
    let nodes = Table(layout.nodes)
    let strings = Table(layout.strings)
    let numbers = Table(layout.numbers)
    let objects = Table(layout.objects)
    let properties = Table(layout.properties)
    let keyKinds = Table(layout.keyKinds)
    let nextRequired = Table(layout.nextRequired)
    let arrays = Table(layout.arrays)
    let items = Table(layout.items)
    let itemLists = Table(layout.itemLists)
    let tallies = Table(layout.tallies)
    let literalValues = Table(layout.literalValues)
    let literalParts = Table(layout.literalParts)
    let valueParts = Table(layout.valueParts)
    let supplies = Table(draft.nodes.indices.map { analysis.supply[$0] ?? 0 })
    let choices = Table(layout.choices)
    let sequences = Table(layout.sequences)
    let lists = Table(layout.lists)
    let repetitions = Table(layout.repetitions)
    let texts = Table(layout.texts)
    let networkViews = Table(layout.networks.map(\.view))
    let captures = Table(layout.captures)
    let literalNodes = Table(layout.literalNodes)
    let literalChildren = Table(layout.literalChildren)
    let literalEntries = Table(layout.literalEntries)
    tables =
      [
        nodes, strings, numbers, objects, properties, keyKinds, nextRequired, arrays, choices, sequences, lists, items,
        itemLists,
        tallies, literalValues, literalParts, valueParts, supplies,
        repetitions,
        texts, networkViews, captures, literalNodes, literalChildren, literalEntries,
      ] + layout.owned
    let blanks: Int
    switch options.whitespace {
    case .compact: blanks = 0
    case .flexible(let maximumRun): blanks = min(max(maximumRun, 0), 255)
    case .pretty, .python: blanks = 0
    }
    let maximumDepth = min(max(options.maximumDepth, 1), 200)
    view = GrammarView(
      nodes: nodes.pointer, nodeCount: nodes.count, strings: strings.pointer, stringCount: strings.count,
      numbers: numbers.pointer, numberCount: numbers.count, objects: objects.pointer, properties: properties.pointer,
      keyKinds: keyKinds.pointer, nextRequired: nextRequired.pointer, arrays: arrays.pointer, items: items.pointer,
      itemLists: itemLists.pointer, tallies: tallies.pointer,
      choices: choices.pointer,
      sequences: sequences.pointer, lists: lists.pointer, repetitions: repetitions.pointer, texts: texts.pointer,
      networks: networkViews.pointer, captures: captures.pointer, literalNodes: literalNodes.pointer,
      literalCount: literalNodes.count,
      literalChildren: literalChildren.pointer, literalEntries: literalEntries.pointer,
      literalValues: literalValues.pointer, literalParts: literalParts.pointer, valueParts: valueParts.pointer,
      supplies: supplies.pointer,
      maximumBlanks: UInt16(blanks), layout: TextLayout(options.whitespace),
      maximumDepth: maximumDepth,
      greatestHeight: layout.nodes.lazy.map { Int($0.height) }.filter { $0 <= maximumDepth }.max() ?? 0,
      escapesOnlyWhereNeeded: options.escapesOnlyWhereNeeded)
  }

  /// The costs of finishing in `trie`'s tokens; computed once per vocabulary.
  func costs(in trie: VocabularyTrie) -> CompletionCosts {
    if let known = prepared.withLock({ $0.first { $0.trie === trie } }) { return known }
    let costs = CompletionCosts(self, trie)
    return prepared.withLock { list in
      if let known = list.first(where: { $0.trie === trie }) { return known }
      list.append(costs)
      return costs
    }
  }
}
