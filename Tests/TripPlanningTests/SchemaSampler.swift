// SPDX-License-Identifier: Apache-2.0
import OrderedJSON
import TestSupport

/// Draws random values that a schema allows: the part of JSON Schema that plans and tools use.
struct SchemaSampler {
  var random: SeededGenerator
  private let root: JSONValue

  init(_ schema: JSONValue, seed: UInt64) {
    root = schema
    random = SeededGenerator(seed: seed)
  }

  mutating func value() -> JSONValue { value(root) }

  private mutating func value(_ schema: JSONValue) -> JSONValue {
    if let reference = schema["$ref"]?.stringValue {
      let name = String(reference.split(separator: "/").last ?? "")
      return root["$defs"]?[name].map { value($0) } ?? .null
    }
    if let constant = schema["const"] { return constant }
    if let choices = schema["enum"]?.arrayValue { return choices.randomElement(using: &random) ?? .null }
    if let choices = schema["anyOf"]?.arrayValue, let choice = choices.randomElement(using: &random) {
      return value(choice)
    }
    if let properties = schema["properties"]?.objectValue {
      var object = JSONObject()
      for (key, property) in properties { object[key] = value(property) }
      return .object(object)
    }
    if let pattern = schema["pattern"]?.stringValue {
      var sampler = PatternSampler(pattern: Array(pattern))
      return .string(sampler.sample(&random))
    }
    return .null
  }
}

/// Draws random strings that a pattern matches: literals, classes of ranges, groups, choices and bounded repetition.
struct PatternSampler {
  let pattern: [Character]
  private var position = 0

  init(pattern: [Character]) { self.pattern = pattern }

  mutating func sample(_ random: inout SeededGenerator) -> String {
    position = 0
    return choice(&random)
  }

  private var next: Character? { position < pattern.count ? pattern[position] : nil }

  private mutating func choice(_ random: inout SeededGenerator) -> String {
    var options = [sequence(&random)]
    while next == "|" {
      position += 1
      options.append(sequence(&random))
    }
    return options.randomElement(using: &random) ?? ""
  }

  private mutating func sequence(_ random: inout SeededGenerator) -> String {
    var result = ""
    while let character = next, character != "|", character != ")" {
      if character == "^" || character == "$" {
        position += 1
        continue
      }
      let start = position
      let once = atom(&random)
      let end = position
      let (range, after) = quantifier(at: end)
      if let range {
        for _ in 0..<Int.random(in: range, using: &random) {
          position = start
          result += atom(&random)
        }
        position = after
      } else {
        result += once
      }
    }
    return result
  }

  private mutating func atom(_ random: inout SeededGenerator) -> String {
    let character = pattern[position]
    position += 1
    switch character {
    case "(":
      if next == "?" { position += 2 }  // ?:
      let result = choice(&random)
      position += 1
      return result
    case "[":
      var members: [Character] = []
      while let member = next, member != "]" {
        position += 1
        if member == "\\" {
          members.append(pattern[position])
          position += 1
        } else if next == "-", pattern[position + 1] != "]" {
          let upper = pattern[position + 1]
          position += 2
          let range = member.unicodeScalars.first!.value...upper.unicodeScalars.first!.value
          members += range.compactMap { Unicode.Scalar($0).map { Character($0) } }
        } else {
          members.append(member)
        }
      }
      position += 1
      return members.randomElement(using: &random).map { String($0) } ?? ""
    case "\\":
      position += 1
      return String(pattern[position - 1])
    default: return String(character)
    }
  }

  private func quantifier(at start: Int) -> (ClosedRange<Int>?, Int) {
    guard start < pattern.count else { return (nil, start) }
    if pattern[start] == "?" { return (0...1, start + 1) }
    guard pattern[start] == "{", let end = pattern[start...].firstIndex(of: "}") else { return (nil, start) }
    let bounds = String(pattern[(start + 1)..<end]).split(separator: ",").compactMap { Int($0) }
    return (bounds[0]...(bounds.count > 1 ? bounds[1] : bounds[0]), end + 1)
  }
}
