// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport

/// Schemas at random, from the keywords that the engine enforces. Some are unsatisfiable.
struct RandomSchemas {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> JSONValue {
    var schema = schema(depth: 3)
    if random.next(3) == 0, case .object(var object) = schema {
      object["$defs"] = ["d0": self.schema(depth: 2), "d1": self.schema(depth: 2)]
      schema = .object(object)
    } else {
      schema = ["allOf": [schema], "$defs": ["d0": self.schema(depth: 1), "d1": ["type": "null"]]]
    }
    return schema
  }

  private mutating func schema(depth: Int) -> JSONValue {
    switch random.next(depth > 0 ? 16 : 9) {
    case 0: return ["type": "null"]
    case 1: return ["type": "boolean"]
    case 2, 3: return string()
    case 4: return integer()
    case 5: return number()
    case 6: return ["enum": .array((0...random.next(4)).map { _ in literal() })]
    case 7: return ["const": literal()]
    case 8: return random.next(3) == 0 ? ["$ref": .string(random.pick(["#/$defs/d0", "#/$defs/d1"]))] : string()
    case 9, 10: return array(depth)
    case 11, 12, 13: return object(depth)
    case 14: return ["anyOf": .array((0...random.next(3)).map { _ in schema(depth: depth - 1) })]
    default: return random.next(2) == 0 ? true : ["type": ["string", "integer", "null"], "minimum": 0, "maxLength": 4]
    }
  }

  private mutating func literal() -> JSONValue {
    random.pick(["a", "ab", "abc", "x\"y", "é", "", 1, 12, -1, 1.5, nil, true, false, [], [1, "a"], [:], ["k": "v"]])
  }

  private mutating func string() -> JSONValue {
    var schema: JSONObject = ["type": "string"]
    switch random.next(6) {
    case 0: schema["minLength"] = .number(JSONNumber(random.next(20)))
    case 1: schema["maxLength"] = .number(JSONNumber(random.next(8)))
    case 2:
      let low = random.next(5)
      schema["minLength"] = .number(JSONNumber(low))
      schema["maxLength"] = .number(JSONNumber(low + random.next(4)))
    case 3, 4:
      schema["pattern"] = .string(
        random.pick([
          "^[a-z]+$", "a", "^(ab|cd)*$", "^\\d{2,4}$", "[^a-c]x?", "^\\S+( \\S+)?$", "^é+$", "^.{3,}$", "b$", "^京?😊",
          "^(?:a|ab)(?:c|bcd)$",
        ]))
      if random.next(2) == 0 { schema["maxLength"] = .number(JSONNumber(3 + random.next(6))) }
      if random.next(3) == 0 { schema["minLength"] = .number(JSONNumber(random.next(4))) }
    default: break
    }
    return .object(schema)
  }

  private mutating func integer() -> JSONValue {
    var schema: JSONObject = ["type": "integer"]
    let low = random.next(400) - 200
    if random.next(2) == 0 { schema[random.pick(["minimum", "exclusiveMinimum"])] = .number(JSONNumber(low)) }
    if random.next(2) == 0 {
      schema[random.pick(["maximum", "exclusiveMaximum"])] = .number(JSONNumber(low + random.next(300)))
    }
    if random.next(4) == 0 { schema["multipleOf"] = .number(JSONNumber(1 + random.next(9))) }
    return .object(schema)
  }

  private mutating func number() -> JSONValue {
    var schema: JSONObject = ["type": "number"]
    let low = Double(random.next(4000) - 2000) / 64
    if random.next(2) == 0 { schema["minimum"] = .number(JSONNumber(low)) }
    if random.next(2) == 0 { schema[random.pick(["maximum", "exclusiveMaximum"])] = .number(JSONNumber(low + 3.25)) }
    return .object(schema)
  }

  private mutating func array(_ depth: Int) -> JSONValue {
    var schema: JSONObject = ["type": "array", "items": self.schema(depth: depth - 1)]
    if random.next(3) == 0 { schema["prefixItems"] = [self.schema(depth: 0), self.schema(depth: 0)] }
    let low = random.next(4)
    if random.next(2) == 0 { schema["minItems"] = .number(JSONNumber(low)) }
    if random.next(2) == 0 { schema["maxItems"] = .number(JSONNumber(low + random.next(4))) }
    return .object(schema)
  }

  private mutating func object(_ depth: Int) -> JSONValue {
    var properties: JSONObject = [:]
    var required: [JSONValue] = []
    for key in ["name", "n", "id", "é", "a\"b", "na"] where random.next(2) == 0 {
      properties[key] = schema(depth: depth - 1)
      if random.next(2) == 0 { required.append(.string(key)) }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties), "required": .array(required)]
    switch random.next(4) {
    case 0: schema["additionalProperties"] = false
    case 1: schema["additionalProperties"] = self.schema(depth: 0)
    default: break
    }
    return .object(schema)
  }
}
