// SPDX-License-Identifier: Apache-2.0
import Generation
import GGUFFormat
@testable import infer
import OrderedJSON
import Testing

@Suite struct ReportTests {
  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (98_362_432, "98.4 MB"), (1_117_320_768, "1.1 GB"),
  ])
  func bytes(count: Int, text: String) {
    #expect(ModelReport.bytes(count) == text)
  }

  @Test(arguments: [(134_515_008, "134.5 M"), (1_543_714_304, "1.5 B"), (12, "12")])
  func counts(count: Int, text: String) {
    #expect(ModelReport.count(count) == text)
  }

  @Test(arguments: [
    ("blk.17.attn_q.weight", "blk.*.attn_q.weight"), ("token_embd.weight", "token_embd.weight"), ("1..2", "*..*"),
  ])
  func blockNumbers(name: String, group: String) {
    #expect(ModelReport.withoutBlockNumber(name) == group)
  }

  @Test(arguments: [
    (1.0, 1, "1.0"), (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 2, "-1.25"), (12.345, 0, "12"), (99.999, 2, "100.00"),
    (.infinity, 1, "inf"),
  ])
  func decimals(value: Double, places: Int, text: String) {
    #expect(TimingReport.decimal(value, places) == text)
  }

  @Test func timings() {
    var statistics = GenerationStatistics()
    statistics.promptTokens = 110
    statistics.cachedPromptTokens = 10
    statistics.promptSeconds = 0.5
    statistics.firstTokenSeconds = 0.51
    statistics.generatedTokens = 30
    statistics.forcedTokens = 4
    statistics.generationSeconds = 0.25
    statistics.seed = 7
    let report = TimingReport(statistics: statistics, loadSeconds: 0.125)
    #expect(report.line == "[ Prompt: 200.0 t/s | Generation: 120.0 t/s ]")
    #expect(
      report.json.text() == """
        {"cache_n":10,"prompt_n":100,"prompt_ms":500,"prompt_per_second":200,"first_token_ms":510,"predicted_n":30,\
        "predicted_ms":250,"predicted_per_second":120,"forced_n":4,"load_ms":125}
        """)
    let rows = report.rows.filter { $0.name != "peak memory" }.map { "\($0.name): \($0.value)" }
    #expect(
      rows == [
        "load time: 125.0 ms", "prompt: 110 tokens, 10 reused, 200.0 tokens/s", "time to first token: 510.0 ms",
        "generation: 30 tokens, 4 forced, 120.0 tokens/s", "seed: 7",
      ])
  }

  @Test func statisticsOfSamples() {
    let result = BenchResult(test: BenchTest(promptTokens: 100, generatedTokens: 0), seconds: [0.5, 1, 0.5])
    #expect(result.test.name == "pp100")
    #expect(result.rates == [200, 100, 200])
    #expect(BenchTest(promptTokens: 100, generatedTokens: 0).name == "pp100")
    #expect(BenchTest(promptTokens: 0, generatedTokens: 8, depth: 40).name == "tg8 @ d40")
    #expect(BenchResult.mean([1, 2, 3]) == 2)
    #expect(BenchResult.median([3, 1, 2]) == 2 && BenchResult.median([4, 1, 2, 3]) == 2.5)
    #expect(BenchResult.median([]) == 0)
    #expect(BenchResult.standardDeviation([1, 2, 3]) == 1)
    #expect(BenchResult.standardDeviation([4]) == 0)
  }
}
