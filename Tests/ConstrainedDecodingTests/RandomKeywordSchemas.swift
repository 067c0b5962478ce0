// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport

/// Schemas at random from every keyword that says which values are valid, and small values that meet and miss them.
struct RandomKeywordSchemas {
  var random: SeededGenerator
  private static let keys = ["a", "b", "ab", "c"]
  private static let patterns = ["^a", "b$", "^.$", "a"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A schema with definitions that refer to each other below keywords of containers only.
  mutating func next() -> JSONValue {
    guard case .object(var schema) = schema(depth: 3) else { return true }
    schema["$defs"] = ["x": self.schema(depth: 1), "y": self.schema(depth: 1), "r": recursive()]
    return .object(schema)
  }

  private mutating func recursive() -> JSONValue {
    ["properties": ["a": ["$ref": "#/$defs/r"]], random.pick(["additionalProperties", "items", "not"]): plain()]
  }

  private mutating func schema(depth: Int) -> JSONValue {
    if depth <= 0 || random.next(6) == 0 { return plain() }
    var schema = JSONObject()
    for _ in 0..<1 + random.next(3) { add(to: &schema, depth) }
    return .object(schema)
  }

  /// A schema without others inside.
  private mutating func plain() -> JSONValue {
    switch random.next(9) {
    case 0: return random.next(4) > 0 ? true : false
    case 1:
      return ["type": .string(random.pick(["integer", "string", "array", "object", "number", "boolean", "null"]))]
    case 2: return ["const": value(depth: 1)]
    case 3: return ["enum": .array((0...random.next(3)).map { _ in value(depth: 1) })]
    case 4: return [random.pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]): count(4)]
    case 5: return ["multipleOf": random.pick([2, 3, 0.5])]
    case 6: return ["pattern": .string(random.pick(Self.patterns))]
    case 7: return ["type": "string", random.pick(["minLength", "maxLength"]): count(3)]
    default: return ["required": [.string(random.pick(Self.keys))]]
    }
  }

  private mutating func count(_ bound: Int) -> JSONValue { .number(JSONNumber(random.next(bound))) }

  private mutating func add(to schema: inout JSONObject, _ depth: Int) {
    switch random.next(24) {
    case 0: schema["not"] = self.schema(depth: depth - 1)
    case 1: schema["allOf"] = list(depth)
    case 2: schema["anyOf"] = list(depth)
    case 3, 4: schema["oneOf"] = list(depth)
    case 5:
      schema["if"] = self.schema(depth: depth - 1)
      if random.next(3) > 0 { schema["then"] = self.schema(depth: depth - 1) }
      if random.next(3) > 0 { schema["else"] = self.schema(depth: depth - 1) }
    case 6, 7: schema["properties"] = map(Self.keys, depth)
    case 8: schema["patternProperties"] = map(Self.patterns, depth)
    case 9: schema["additionalProperties"] = self.schema(depth: depth - 1)
    case 10: schema["propertyNames"] = self.schema(depth: 1)
    case 11:
      schema["required"] = .array(
        Set((0...random.next(2)).map { _ in random.pick(Self.keys) }).sorted().map { .string($0) })
    case 12: schema[random.pick(["minProperties", "maxProperties"])] = count(4)
    case 13: schema["dependentRequired"] = [random.pick(Self.keys): [.string(random.pick(Self.keys))]]
    case 14: schema["dependentSchemas"] = [random.pick(Self.keys): self.schema(depth: depth - 1)]
    case 15: schema["items"] = self.schema(depth: depth - 1)
    case 16: schema["prefixItems"] = list(depth)
    case 17:
      schema["contains"] = self.schema(depth: depth - 1)
      if random.next(2) == 0 { schema["minContains"] = count(3) }
      if random.next(2) == 0 { schema["maxContains"] = count(3) }
    case 18: schema[random.pick(["minItems", "maxItems"])] = count(4)
    case 19: schema["unevaluatedProperties"] = plain()
    case 20: schema["unevaluatedItems"] = plain()
    case 21: schema["$ref"] = .string(random.pick(["#/$defs/x", "#/$defs/y", "#/$defs/r"]))
    default: if case .object(let more) = plain() { for (key, value) in more { schema[key] = value } }
    }
  }

  private mutating func list(_ depth: Int) -> JSONValue {
    .array((0...random.next(2)).map { _ in schema(depth: depth - 1) })
  }

  private mutating func map(_ keys: [String], _ depth: Int) -> JSONValue {
    var map = JSONObject()
    for _ in 0...random.next(2) { map[random.pick(keys)] = schema(depth: depth - 1) }
    return .object(map)
  }

  /// A small value.
  mutating func value(depth: Int) -> JSONValue {
    switch random.next(depth > 0 ? 12 : 6) {
    case 0: return nil
    case 1: return .bool(random.next(2) == 0)
    case 2, 3: return random.pick([0, 1, 2, 3, 6, -1, 1.5, 0.25])
    case 4, 5: return .string(random.pick(["", "a", "b", "ab", "ba", "abc"]))
    case 6, 7, 8: return .array((0..<random.next(4)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.next(4) { object[random.pick(Self.keys + ["d", "bb"])] = value(depth: depth - 1) }
      return .object(object)
    }
  }
}
