// SPDX-License-Identifier: Apache-2.0
import Generation
import Testing

@testable import infer

struct SummaryTableTests {
  @Test func oneLineForEachRequest() {
    var first = GenerationStatistics()
    first.promptTokens = 100
    first.generatedTokens = 20
    first.generationSeconds = 2
    first.firstTokenSeconds = 0.25
    first.forcedTokens = 5
    first.maskCount = 3
    first.maskSeconds = 0.001
    var second = first
    second.promptTokens = 130
    second.cachedPromptTokens = 119
    let table = SummaryTable(loadSeconds: 0.5, contextLength: 4096, requests: [first, second])
    #expect(
      table.lines == [
        "load: 500.0 ms",
        "request  prompt  new  reused  first token  tokens  forced  tokens/s  masks  mask time",
        "      1     100  100       0     250.0 ms      20       5      10.0      3     1.0 ms",
        "      2     130   11     119     250.0 ms      20       5      10.0      3     1.0 ms",
        "maximum token count: 150 of 4096",
      ])
    #expect(SummaryTable().lines.last == "maximum token count: 0 of 0")
  }
}
