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

  @Test func draftsAreShownWhereThereAreSome() {
    var drafting = GenerationStatistics()
    drafting.lookupDraftedTokens = 70
    drafting.lookupAcceptedTokens = 41
    drafting.modelCalls = 9
    let table = SummaryTable(requests: [GenerationStatistics(), drafting])
    #expect(
      table.lines.map { $0.split(separator: " ").suffix(6).prefix(2).joined(separator: " ") }[0...2] == [
        "drafted accepted", "0 0", "70 41",
      ], "\(table.lines)")
    let report = TimingReport(statistics: drafting)
    #expect(report.rows.contains { $0.name == "drafts" && $0.value == "41 of 70 tokens accepted (58.6 %), 9 passes" })
    #expect(report.json.text().contains(#""draft_n":70,"draft_n_accepted":41"#))
    #expect(!TimingReport(statistics: GenerationStatistics()).json.text().contains("draft_n"))
  }
}
