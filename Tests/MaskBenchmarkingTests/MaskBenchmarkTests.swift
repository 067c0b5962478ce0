// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import OrderedJSON
import Testing

@testable import MaskBenchmarking

@Suite struct MaskBenchmarkTests {
  /// One token for each byte, and a few of several.
  static let trie = VocabularyTrie(
    tokens: (0...255).map { [UInt8($0)] } + ["{\"", "true", "\":"].map { Array($0.utf8) } + [[]], endOfGeneration: [259]
  )

  static func answer(_ line: String, _ arguments: [String] = [], masks: Bool = true) throws -> JSONValue {
    var bench = MaskBenchmark(options: try MaskBenchOptions(arguments))
    if masks { bench.trie = trie }
    return .object(bench.run(try MaskRequest(line)))
  }

  @Test func instancesAreFollowedByTokens() throws {
    let schema = #""{\"type\":\"boolean\"}""#
    let answer = try Self.answer(
      #"{"schema":\#(schema),"tests":[{"text":"true","ids":[257],"dump":[0]},{"text":"1","ids":[49]},{"text":"tr","ids":[116,114]}]}"#
    )
    let tests = try #require(answer["tests"]?.arrayValue)
    #expect(tests.map { $0["accepted"] } == [true, false, false])
    #expect(tests.map { $0["at"] } == [1, 0, 2])
    #expect(tests.map { $0["mask_us"]?.arrayValue?.count } == [1, 1, 2])
    #expect(tests[0]["masks"]?["0"]?.stringValue?.isEmpty == false)
    #expect(answer["compile_us"]?.doubleValue ?? 0 > 0)
  }

  @Test func withoutAVocabularyTextsAreReadByteByByte() throws {
    let answer = try Self.answer(
      #"{"schema":"{\"enum\":[\"é\"]}","tests":[{"text":"\"é\""},{"text":"\"e\""}]}"#, masks: false)
    #expect(answer["tests"]?.arrayValue?.map { $0["accepted"] } == [true, false])
    #expect(answer["tests"]?.arrayValue?.map { $0["at"] } == [4, 1])
  }

  @Test func schemasThatAreRefusedSayWhy() throws {
    #expect(try Self.answer(#"{"schema":"{","tests":[]}"#)["error"]?.stringValue?.hasPrefix("JSON, line 1") == true)
    let answer = try Self.answer(#"{"schema":"{\"type\":\"nul\"}","tests":[{"text":"null","ids":[]}]}"#)
    #expect(answer["error"]?.stringValue?.contains("type") == true)
    #expect(answer["tests"] == nil)
  }

  @Test(arguments: ["{", "{}", #"{"schema":{}}"#, #"{"schema":"{}","tests":[{}]}"#])
  func wrongRequestsAreTold(line: String) {
    #expect(throws: MaskBenchOptions.UsageError.self) { try MaskRequest(line) }
  }

  @Test(arguments: [["--model"], ["--reading", "any"], ["--fast"]])
  func wrongArgumentsGiveExitCodeTwo(arguments: [String]) {
    #expect(runMaskBenchmarks(arguments: arguments) == 2)
  }

  @Test func theHeapIsReadFromTheLibrarysReport() {
    let report = """
      <malloc version="1">
      <heap nr="0">
      <total type="fast" count="3" size="5"/>
      <total type="rest" count="1" size="6"/>
      <system type="current" size="7"/>
      </heap>
      <total type="fast" count="2" size="64"/>
      <total type="rest" count="3" size="1000"/>
      <total type="mmap" count="1" size="4096"/>
      <system type="current" size="135168"/>
      <system type="max" size="135168"/>
      </malloc>
      """
    #expect(HeapUse.used(in: report) == 135_168 + 4096 - 64 - 1000)
    #expect(HeapUse.used(in: "") == nil)
    #expect(HeapUse.bytes ?? 1 > 0)
  }
}
