// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

// Listed values.
extension SchemaCompiler {
  /// Listed values of one place at most.
  private static let maximumValues = 100_000
  /// Bytes of all listed values together at most.
  private static let maximumLiteralBytes = 48 << 20
  /// Bytes that their tries need nodes for, at most: some 60 bytes of memory for each.
  private static let maximumLiteralSteps = 2_500_000
  /// Values inside listed containers, those included, at most: each becomes a node.
  private static let maximumParts = 200_000

  /// Adds those of `values` that satisfy all of `terms`; with `isFree`, it is known that all do.
  mutating func list(
    _ values: [JSONValue], _ terms: [SchemaTerm], isFree: Bool, _ parts: inout NodeParts
  ) throws(SchemaError) {
    guard values.count <= Self.maximumValues else {
      let what = "more than \(Self.maximumValues) listed values"
      throw normalizer.error(.tooComplex(what), terms.first?.place ?? 0, "enum")
    }
    for value in values {
      if !isFree, try !normalizer.satisfies(terms, value) { continue }
      switch value {
      case .array, .object:
        guard countParts(value) else {
          let what = "more than \(Self.maximumParts) values in listed arrays and objects"
          throw normalizer.error(.tooComplex(what), terms.first?.place ?? 0, "enum")
        }
        parts.nodes(append: constant(value))
      case .number(let number) where options.acceptsZeroFractionIntegers:
        parts.nodes(append: exactly(number) ?? .literals([Array(number.text.utf8)]))
      case .string, .number, .bool, .null:
        parts.add(literal: literal(value))
      }
      guard literalBytes <= Self.maximumLiteralBytes, literalSteps <= Self.maximumLiteralSteps else {
        throw normalizer.error(.tooComplex("listed values of so much text"), terms.first?.place ?? 0, "enum")
      }
    }
  }

  /// Counts the values in a container; false where they are too many together.
  private mutating func countParts(_ value: JSONValue) -> Bool {
    var open = [value]
    while let value = open.popLast() {
      literalParts += 1
      switch value {
      case .array(let items): open += items
      case .object(let members): open += members.values
      default: break
      }
      guard literalParts + open.count <= Self.maximumParts else { return false }
    }
    return true
  }

  /// The text of a value, and what it takes: of its bytes those that the value before does not begin with as well.
  private mutating func literal(_ value: JSONValue) -> [UInt8] {
    let bytes = Array(value.text().utf8)
    literalBytes += bytes.count
    literalSteps += bytes.count - zip(bytes, lastLiteral).prefix { $0 == $1 }.count
    lastLiteral = bytes
    return bytes
  }

  private static let maximumExactNumbers = 1000

  /// A number in every notation of fixed point, and with an exponent where the schema writes one; nil where that takes too many
  /// states.
  private mutating func exactly(_ number: JSONNumber) -> GrammarDraft.Node? {
    guard exactNumbers < Self.maximumExactNumbers else { return nil }
    exactNumbers += 1
    var range = NumberRange()
    range.lower = .init(value: number.decimal, isExclusive: false)
    range.upper = range.lower
    // A number in fixed point is never written with an exponent.
    range.allowsExponent = number.text.utf8.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
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
    default: return .literals([literal(value)])
    }
  }
}

extension SchemaNormalizer {
  /// The types that a schema allows which has no assertion but those and its list of values; nil where it has more.
  func typesBesideList(_ term: SchemaTerm) throws(SchemaError) -> TypeSet? {
    guard case .object(let object) = places.value(term.place) else { return nil }
    var types = TypeSet.all
    var hasList = false
    for (position, key) in object.keys.enumerated() {
      guard let keyword = keyword(key), !keyword.isAnnotation else { continue }
      switch keyword {
      case .type: types = try self.types(term.place, object.values[position])
      case .enum, .const:
        if hasList { return nil }
        hasList = true
      default: return nil
      }
    }
    return types
  }
}
