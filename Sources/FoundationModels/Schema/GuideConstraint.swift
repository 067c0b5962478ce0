// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One restriction on a value, in the words of JSON Schema.
package enum GuideConstraint: Sendable, Hashable {
  /// `enum`.
  case choices([String])
  /// `pattern`, anchored at both ends.
  case pattern(String)
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
    guard let text = regex._literalPattern else {
      self = .unsupportedPattern("a custom regex", reason: "it has no pattern text")
      return
    }
    do {
      self = .pattern(try RegexPattern.jsonSchemaPattern(for: text))
    } catch {
      self = .unsupportedPattern(text, reason: error.reason)
    }
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
      if let other = schema["pattern"]?.stringValue, other != pattern {
        return "it has two patterns, '\(other)' and '\(pattern)'"
      }
      schema["pattern"] = .string(pattern)
    case .unsupportedPattern(let text, let reason):
      return "the pattern '\(text)' cannot be enforced: \(reason)"
    case .minimum(let bound):
      Self.tighten("minimum", in: &schema, to: bound) { $0.double > $1.double }
      return Self.emptyRange(schema, "minimum", "maximum")
    case .maximum(let bound):
      Self.tighten("maximum", in: &schema, to: bound) { $0.double < $1.double }
      return Self.emptyRange(schema, "minimum", "maximum")
    case .minimumCount(let count):
      Self.tighten("minItems", in: &schema, to: JSONNumber(max(0, count))) { $0.double > $1.double }
      return Self.emptyRange(schema, "minItems", "maxItems")
    case .maximumCount(let count):
      Self.tighten("maxItems", in: &schema, to: JSONNumber(max(0, count))) { $0.double < $1.double }
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

  private static func emptyRange(_ schema: JSONObject, _ lower: String, _ upper: String) -> String? {
    guard let low = schema[lower]?.numberValue, let high = schema[upper]?.numberValue, low.double > high.double
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
