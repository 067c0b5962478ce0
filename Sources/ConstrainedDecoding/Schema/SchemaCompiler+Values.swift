// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Listed values.
extension SchemaCompiler {
  /// Bytes of all listed values together at most.
  private static let maximumLiteralBytes = 48 << 20

  /// Adds those of `values` that satisfy all of `terms`; with `isFree`, it is known that all do.
  mutating func list(
    _ values: [JSONValue], _ terms: [SchemaTerm], isFree: Bool, _ parts: inout NodeParts
  ) throws(SchemaError) {
    for value in values {
      if !isFree, try !normalizer.satisfies(terms, value) { continue }
      switch value {
      case .array, .object: parts.nodes(append: constant(value))
      case .number(let number) where options.acceptsZeroFractionIntegers:
        parts.nodes(append: exactly(number) ?? .literals([Array(number.text.utf8)]))
      case .string, .number, .bool, .null:
        let bytes = Array(value.text().utf8)
        literalBytes += bytes.count
        guard literalBytes <= Self.maximumLiteralBytes else {
          throw normalizer.error(.tooComplex("listed values of more than 48 MiB"), terms.first?.place ?? 0, "enum")
        }
        parts.add(literal: bytes)
      }
    }
  }

  private static let maximumExactNumbers = 1000

  /// A number in every notation of fixed point; nil where that takes too many states.
  private mutating func exactly(_ number: JSONNumber) -> GrammarDraft.Node? {
    guard exactNumbers < Self.maximumExactNumbers else { return nil }
    exactNumbers += 1
    var range = NumberRange()
    range.lower = .init(value: number.decimal, isExclusive: false)
    range.upper = range.lower
    return NumberAutomaton(range).map { .number($0) }
  }

  /// A container of exactly these contents, white space between its tokens as everywhere.
  private mutating func constant(_ value: JSONValue) -> GrammarDraft.Node {
    switch value {
    case .array(let items):
      return .array(
        .init(
          prefix: items.map { [.init(value: draft.add(constant($0)))] }, minimum: items.count, maximum: items.count))
    case .object(let object):
      return .object(
        .init(
          properties: object.map { key, member in
            .init(key: key, isRequired: true, value: draft.add(constant(member)))
          }, isAnyOrder: options.propertyOrder == .any))
    case .number(let number) where options.acceptsZeroFractionIntegers:
      return exactly(number) ?? .literals([Array(number.text.utf8)])
    default: return .literals([Array(value.text().utf8)])
    }
  }
}

extension SchemaNormalizer {
  /// Whether a schema has no assertion but its list of values.
  func onlyLists(_ term: SchemaTerm) -> Bool {
    guard case .object(let object) = places.value(term.place) else { return false }
    return object.keys.allSatisfy { key in
      guard let keyword = SchemaKeyword(named: key) else { return false }
      return keyword == .enum || keyword == .const || keyword.isAnnotation
    } && !(object["enum"] != nil && object["const"] != nil)
  }
}
