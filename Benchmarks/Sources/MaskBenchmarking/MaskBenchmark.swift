// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import OrderedJSON

/// Compiles a schema and follows instances through it token by token, as MaskBench does: build the mask, look up the bit of
/// the next token, take the token; in the end, ask whether the text may end.
struct MaskBenchmark {
  let options: MaskBenchOptions
  /// Nil: texts are read byte by byte, without masks.
  var trie: VocabularyTrie?
  private var mask = TokenMask(count: 0)

  init(options: MaskBenchOptions) { self.options = options }

  mutating func run(_ request: MaskRequest) -> JSONObject {
    let trie = trie ?? .bytes
    var result = JSONObject()
    let start = Nanoseconds.now
    let schema: JSONValue
    do {
      schema = try JSONValue(parsing: request.schema)
    } catch {
      result["error"] = .string("\(error)")
      return result
    }
    result["parse_us"] = Nanoseconds.json(since: start)
    let heap = HeapUse.bytes
    let compileStart = Nanoseconds.now
    let constraint: Constraint
    do {
      let grammar = try Grammar(schema: schema, options: options.grammarOptions)
      constraint = Constraint(grammar, trie)
    } catch {
      result["compile_us"] = Nanoseconds.json(since: compileStart)
      result["error"] = .string("\(error)")
      return result
    }
    result["compile_us"] = Nanoseconds.json(since: compileStart)
    if let heap, let now = HeapUse.bytes { result["bytes"] = .number(JSONNumber(max(now - heap, 0))) }
    result["notes"] = .array(constraint.grammar.notes.map { .string("\($0.path) \($0.keyword): \($0.reason)") })
    result["tests"] = .array(
      request.tests.map { test in
        self.trie == nil ? .object(Self.read(test, constraint)) : .object(follow(test, constraint))
      })
    return result
  }

  /// Reads a text byte by byte.
  private static func read(_ test: MaskRequest.Test, _ start: Constraint) -> JSONObject {
    var constraint = start
    var count = 0
    for byte in test.text.utf8 {
      guard constraint.accept(bytes: CollectionOfOne(byte)) else { return ["accepted": false, "at": .init(count)] }
      count += 1
    }
    return ["accepted": .bool(constraint.canEnd), "at": .init(count)]
  }

  /// Follows the tokens of a text, with a mask for each.
  private mutating func follow(_ test: MaskRequest.Test, _ start: Constraint) -> JSONObject {
    var constraint = start
    var masks: [Int] = []
    var accepts: [Int] = []
    masks.reserveCapacity(test.tokens.count)
    accepts.reserveCapacity(test.tokens.count)
    var dumps = JSONObject()
    var isAccepted = true
    var position = 0
    for token in test.tokens {
      let start = Nanoseconds.now
      constraint.fillMask(&mask)
      masks.append(Nanoseconds.now - start)
      if test.dumped.contains(position) {
        dumps["\(position)"] = .string(mask.words.withUnsafeBytes { Data($0).base64EncodedString() })
      }
      guard mask[token] else {
        isAccepted = false
        break
      }
      let acceptStart = Nanoseconds.now
      let isTaken = constraint.accept(token)
      accepts.append(Nanoseconds.now - acceptStart)
      guard isTaken else {
        // A token that the mask allows and the machine refuses: never, unless the engine is wrong.
        return ["accepted": false, "at": .init(position), "error": "the mask allows a token that is refused"]
      }
      position += 1
    }
    var result: JSONObject = [
      "accepted": .bool(isAccepted && constraint.canEnd), "at": .init(position),
      "mask_us": .array(masks.map { Nanoseconds.json($0) }), "accept_us": .array(accepts.map { Nanoseconds.json($0) }),
    ]
    if !dumps.isEmpty { result["masks"] = .object(dumps) }
    return result
  }
}

extension JSONValue {
  fileprivate init(_ count: Int) { self = .number(JSONNumber(count)) }
}
