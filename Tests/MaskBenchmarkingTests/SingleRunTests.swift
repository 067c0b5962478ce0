// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import OrderedJSON
import Testing

@testable import MaskBenchmarking

@Suite struct SingleRunTests {
  static func answer(_ text: String, ending: String, draw: Int = 50) throws -> JSONValue {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return .object(SingleRun(options: try MaskBenchOptions([]), trie: .bytes).run(path.path, draw: draw))
  }

  @Test(arguments: [
    (#"{"const": true}"#, "json", 4), (#"{"type": "string", "minLength": 80}"#, "json", 50),
    (#"root ::= "abc""#, "gbnf", 3),
  ])
  func tokensAreDrawn(text: String, ending: String, count: Int) throws {
    let answer = try Self.answer(text, ending: ending)
    #expect(answer["error"] == nil)
    #expect((answer["tokens"]?.intValue ?? 0) >= count)
    #expect(answer["total_ms"]?.doubleValue ?? 0 > 0)
  }

  @Test(arguments: [
    (##"{"$ref": "#"}"##, "json", "SchemaError"), ("{", "json", "JSONError"), ("root ::= (", "gbnf", "GBNFError"),
  ])
  func errorsAreNamed(text: String, ending: String, kind: String) throws {
    let answer = try Self.answer(text, ending: ending)
    #expect(answer["kind"]?.stringValue == kind)
    #expect(answer["error"]?.stringValue?.isEmpty == false)
    #expect(answer["tokens"] == nil)
  }
}
