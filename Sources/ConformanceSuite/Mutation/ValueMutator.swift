// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// Puts odd values into the variables of a template.
struct ValueMutator {
  private var random: MutationRandom

  init(random: MutationRandom) { self.random = random }

  private static let numbers = [
    "0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e308", "1e999", "-0.0",
    "1e-400",
    "0.1", "4294967296",
  ]
  private static let texts = [
    "", "\u{0}", "<|im_end|>", "{{ 1 }}", "{% raw %}", "%s%d", "{0}", "\u{301}\u{301}", "👨‍👩‍👧", "\u{FEFF}", "\n\n",
    "</think>", "[]",
    "{\"a\": 1}", "\u{10FFFF}", "ǅ", "ß", "İ",
  ]

  /// The same variables, some of them changed.
  mutating func changed(_ variables: JSONObject) -> JSONObject {
    var result = variables
    for (key, value) in variables where random.oneIn(3) { result[key] = changed(value, depth: 0) }
    for name in ["a", "b", "x", "l", "d", "s"] where random.oneIn(2) { result[name] = odd(depth: 0) }
    return result
  }

  private mutating func changed(_ value: JSONValue, depth: Int) -> JSONValue {
    if random.oneIn(6) { return odd(depth: depth) }
    switch value {
    case .array(let items):
      var items = items.map { changed($0, depth: depth + 1) }
      if !items.isEmpty, random.oneIn(6) { items.append(random.pick(items)) }
      if random.oneIn(60), let first = items.first { items = Array(repeating: first, count: random.length(upTo: 500)) }
      return .array(items)
    case .object(let members):
      var result = JSONObject()
      for (key, member) in members where !random.oneIn(12) { result[key] = changed(member, depth: depth + 1) }
      if random.oneIn(6) { result[random.pick(Self.texts)] = odd(depth: depth + 1) }
      return .object(result)
    default: return value
    }
  }

  private mutating func odd(depth: Int) -> JSONValue {
    switch random.next(below: depth > 4 ? 6 : 9) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2: return .number(JSONNumber(uncheckedText: random.pick(Self.numbers)))
    case 3: return .string(random.pick(Self.texts))
    case 4:
      return .string(String(repeating: random.pick(Self.texts + ["a", "a b", "\n"]), count: random.length(upTo: 3000)))
    case 5: return .array([])
    case 6: return .array((0..<random.length(upTo: 30)).map { _ in odd(depth: depth + 1) })
    case 7:
      var result = JSONObject()
      for _ in 0..<random.length(upTo: 10) {
        result[random.pick(Self.texts + ["role", "content"])] = odd(depth: depth + 1)
      }
      return .object(result)
    default:
      var value: JSONValue = .string("x")
      for _ in 0..<random.length(upTo: 200) { value = random.oneIn(2) ? .array([value]) : .object(["a": value]) }
      return value
    }
  }
}
