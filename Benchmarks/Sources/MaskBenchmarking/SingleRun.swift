// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import OrderedJSON

/// One schema or grammar from a file: read, compiled, and some tokens drawn under it, in a process that then ends, so that
/// whoever runs it can bound its time and memory. `Benchmarks/check-hostile` does.
struct SingleRun {
  let options: MaskBenchOptions
  let trie: VocabularyTrie

  /// What came of it, in milliseconds: an error's text, or the tokens drawn, the bytes they stand for, and whether the text may end.
  func run(_ path: String, draw count: Int) -> JSONObject {
    let start = Nanoseconds.now
    var result = outcome(path, draw: count)
    result["total_ms"] = Nanoseconds.json(since: start, unit: 1e6)
    if let peak = Self.peakBytes { result["peak_bytes"] = .number(JSONNumber(peak)) }
    return result
  }

  /// The most memory that the process has had resident so far.
  private static var peakBytes: Int? {
    guard let status = FileManager.default.contents(atPath: "/proc/self/status"),
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return Int(line.filter(\.isNumber)).map { $0 << 10 }
  }

  private func outcome(_ path: String, draw count: Int) -> JSONObject {
    var result = JSONObject()
    guard let data = FileManager.default.contents(atPath: path) else {
      result["error"] = .string("cannot read \(path)")
      return result
    }
    let start = Nanoseconds.now
    var constraint: Constraint
    do {
      constraint = Constraint(try grammar(path, data), trie)
    } catch {
      result["error"] = .string(String("\(error)".prefix(300)))
      result["kind"] = .string("\(type(of: error))")
      result["compile_ms"] = Nanoseconds.json(since: start, unit: 1e6)
      return result
    }
    result["compile_ms"] = Nanoseconds.json(since: start, unit: 1e6)
    result["notes"] = .number(JSONNumber(constraint.grammar.notes.count))
    draw(count, &constraint, &result)
    return result
  }

  private func grammar(_ path: String, _ data: Data) throws -> Grammar {
    if path.hasSuffix(".gbnf") {
      return try Grammar(gbnf: String(decoding: data, as: UTF8.self), options: options.grammarOptions)
    }
    return try Grammar(schema: try JSONValue(parsing: data), options: options.grammarOptions)
  }

  /// Draws tokens with equal chance, always by the same numbers.
  private func draw(_ count: Int, _ constraint: inout Constraint, _ result: inout JSONObject) {
    var mask = TokenMask(count: trie.vocabularySize)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var drawn = 0
    var slowest = 0
    while drawn < count, !constraint.isFinished {
      let start = Nanoseconds.now
      constraint.fillMask(&mask)
      let allowed = mask.allowedCount
      guard allowed > 0 else {
        // A vocabulary without a token for the end has none to allow there.
        if !constraint.canEnd { result["error"] = .string("a mask allows nothing") }
        break
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let token = mask.ids[Int(state >> 33) % allowed]
      guard constraint.accept(token) else {
        result["error"] = .string("the mask allows a token that is refused")
        break
      }
      let time = Nanoseconds.now - start
      if drawn == 0 { result["first_ms"] = Nanoseconds.json(time, unit: 1e6) }
      slowest = max(slowest, time)
      drawn += 1
    }
    result["slowest_ms"] = Nanoseconds.json(slowest, unit: 1e6)
    result["tokens"] = .number(JSONNumber(drawn))
  }
}
