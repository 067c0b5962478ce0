// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import Generation
import OrderedJSON
import Tokenization

/// Compiles a schema and follows instances through it token by token, as MaskBench does: build the mask, look up the bit of
/// the next token, take the token; in the end, ask whether the text may end.
struct MaskBenchmark {
  let options: MaskBenchOptions
  /// Nil: texts are read byte by byte, without masks.
  var trie: VocabularyTrie?
  /// Cuts forced text into tokens.
  var tokenizer: Tokenizer?
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
      // The peers keep no partial value either.
      constraint = Constraint(grammar, trie, keepsSnapshots: false)
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
        if self.trie == nil { return .object(Self.read(test, constraint)) }
        if request.countsForced, let tokenizer { return .object(Self.countForced(test, constraint, tokenizer)) }
        return .object(follow(test, constraint))
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

  /// Follows the canonical tokens of a text and counts those that are forced, and the runs that are cut otherwise than in it.
  private static func countForced(
    _ test: MaskRequest.Test, _ start: Constraint, _ tokenizer: Tokenizer
  ) -> JSONObject {
    let tokens = test.tokens.map { $0.map { TokenID($0) } } ?? tokenizer.encode(continuation: Array(test.text.utf8))
    var constraint = start
    var (position, runs, strange, time) = (0, 0, 0, 0)
    var places: [Int] = []
    while position < tokens.count {
      let start = Nanoseconds.now
      let run = ForcedRun.next(constraint, after: Array(tokens[..<position]), budget: 1 << 30, tokenizer)
      time += Nanoseconds.now - start
      var next = 1
      if let run, !run.tokens.isEmpty {
        runs += 1
        let first = position - run.replaced
        let shared = zip(run.tokens, tokens[first...]).prefix { $0 == $1 }.count
        if shared < run.tokens.count || run.replaced > 0 { strange += 1 }
        next = max(shared - run.replaced, 0)
        places += position..<position + next
        // Where the run begins otherwise, the text's own token leads on.
        next = max(next, 1)
      }
      for token in tokens[position..<position + next] {
        guard constraint.accept(Int(token)) else { return ["accepted": false, "at": .init(position)] }
        position += 1
      }
    }
    return [
      "accepted": .bool(constraint.canEnd), "at": .init(position), "tokens": .init(tokens.count),
      "forced": .init(places.count), "runs": .init(runs), "not_canonical": .init(strange),
      "forced_at": .array(places.map { .init($0) }), "forced_us": Nanoseconds.json(time),
    ]
  }

  /// Follows the tokens of a text, with a mask for each.
  private mutating func follow(_ test: MaskRequest.Test, _ start: Constraint) -> JSONObject {
    var constraint = start
    var masks: [Int] = []
    var accepts: [Int] = []
    let tokens = test.tokens ?? tokenizer?.encode(continuation: Array(test.text.utf8)).map { Int($0) } ?? []
    masks.reserveCapacity(tokens.count)
    accepts.reserveCapacity(tokens.count)
    var dumps = JSONObject()
    var isAccepted = true
    var position = 0
    for token in tokens {
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
