// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One restriction on a value, in the words of JSON Schema.
package enum GuideConstraint: Sendable, Hashable {
  /// `enum`.
  case choices([String])
  /// `pattern`, anchored at both ends.
  case pattern(String)
  /// A restriction that no value meets, and why.
  case unsatisfiable(String)
  /// A regular expression that JSON Schema's dialect cannot say, and why.
  case unsupportedPattern(String, reason: String)
  case minimum(JSONNumber)
  case maximum(JSONNumber)
  case minimumCount(Int)
  case maximumCount(Int)
  /// A restriction on every element of an array.
  indirect case element(GuideConstraint)

  /// The restriction that a regular expression makes.
  package init(regex: Regex<some Any>) {
    do {
      self = .pattern(try RegexPattern.jsonSchemaPattern(for: regex))
    } catch {
      self = .unsupportedPattern(regex._literalPattern ?? "a regex", reason: error.reason)
    }
  }

  /// The least value; an infinite one, which JSON lacks, bounds nothing or everything.
  static func least(_ value: Double, _ number: JSONNumber) -> [GuideConstraint] {
    if value == -.infinity { return [] }
    return value.isFinite ? [.minimum(number)] : [.unsatisfiable("its guides leave nothing from \(value)")]
  }

  /// The greatest value; an infinite one, which JSON lacks, bounds nothing or everything.
  static func greatest(_ value: Double, _ number: JSONNumber) -> [GuideConstraint] {
    if value == .infinity { return [] }
    return value.isFinite ? [.maximum(number)] : [.unsatisfiable("its guides leave nothing up to \(value)")]
  }

  /// Narrows a schema by this restriction; one that is there already is narrowed further, never widened.
  ///
  /// - Returns: What keeps the restriction from being expressed, or nil.
  package func narrow(_ schema: inout JSONObject) -> String? {
    switch self {
    case .choices(let values):
      let allowed = schema["enum"]?.arrayValue
      let kept = values.uniqued().map(JSONValue.string).filter { allowed?.contains($0) ?? true }
      schema["enum"] = .array(kept)
      return kept.isEmpty ? "its guides leave no choice" : nil
    case .pattern(let pattern):
      guard let other = schema["pattern"]?.stringValue else {
        schema["pattern"] = .string(pattern)
        break
      }
      // `pattern` holds one; more of them stand beside it.
      let another: JSONValue = ["pattern": .string(pattern)]
      let others = schema["allOf"]?.arrayValue ?? []
      if other != pattern && !others.contains(another) { schema["allOf"] = .array(others + [another]) }
    case .unsatisfiable(let reason): return reason
    case .unsupportedPattern(let text, let reason):
      return "the pattern '\(text)' cannot be enforced: \(reason)"
    case .minimum(let bound):
      Self.tighten("minimum", in: &schema, to: bound) { Self.isLess($1, $0) }
      return Self.emptyRange(schema, "minimum", "maximum")
    case .maximum(let bound):
      Self.tighten("maximum", in: &schema, to: bound, isTighter: Self.isLess)
      return Self.emptyRange(schema, "minimum", "maximum")
    case .minimumCount(let count):
      Self.tighten("minItems", in: &schema, to: JSONNumber(max(0, count))) { Self.isLess($1, $0) }
      return Self.emptyRange(schema, "minItems", "maxItems")
    case .maximumCount(let count):
      if count < 0 { return "its guides leave no more than \(count) elements" }
      Self.tighten("maxItems", in: &schema, to: JSONNumber(count), isTighter: Self.isLess)
      return Self.emptyRange(schema, "minItems", "maxItems")
    case .element(let inner):
      var items = schema["items"]?.objectValue ?? JSONObject()
      let problem = inner.narrow(&items)
      schema["items"] = .object(items)
      return problem
    }
    return nil
  }

  private static func tighten(
    _ keyword: String, in schema: inout JSONObject, to bound: JSONNumber,
    isTighter: (JSONNumber, JSONNumber) -> Bool
  ) {
    if let present = schema[keyword]?.numberValue, !isTighter(bound, present) { return }
    schema[keyword] = .number(bound)
  }

  /// Whole numbers are compared exactly, others as `Double`.
  private static func isLess(_ a: JSONNumber, _ b: JSONNumber) -> Bool {
    if let a = a.int, let b = b.int { return a < b }
    return a.double < b.double
  }

  private static func emptyRange(_ schema: JSONObject, _ lower: String, _ upper: String) -> String? {
    guard let low = schema[lower]?.numberValue, let high = schema[upper]?.numberValue, isLess(high, low)
    else { return nil }
    return "its guides leave nothing between \(low.text) and \(high.text)"
  }
}

extension Sequence where Element: Hashable {
  /// The elements in order, each once.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
