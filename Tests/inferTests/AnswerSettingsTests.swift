// SPDX-License-Identifier: Apache-2.0
import Generation
@testable import infer
import OrderedJSON
import Testing

@Suite struct AnswerSettingsTests {
  private func settings(_ words: String...) throws -> AnswerSettings {
    try AnswerSettings(ArgumentParser.parse(words))
  }

  @Test func defaultsAreThoseOfTheSampler() throws {
    #expect(try settings() == AnswerSettings())
  }

  @Test func optionsReachTheSampler() throws {
    let settings = try settings(
      "--temp", "0.3", "--top-k", "5", "--top-p", "0.5", "--min-p", "0.1", "--repeat-penalty", "1.2",
      "--repeat-last-n", "7", "-s", "9", "-n", "11", "-r", "END", "-r", "STOP", "--no-stream")
    #expect(settings.sampling.temperature == 0.3 && !settings.sampling.greedy)
    #expect(settings.sampling.topK == 5 && settings.sampling.topP == 0.5 && settings.sampling.minP == 0.1)
    #expect(settings.sampling.repetitionPenalty == 1.2 && settings.sampling.repetitionWindow == 7)
    #expect(settings.sampling.seed == 9 && settings.maximumTokens == 11 && !settings.streams)
    #expect(settings.stop == ["END", "STOP"])
  }

  @Test func temperatureZeroIsGreedy() throws {
    #expect(try settings("--temp", "0").sampling.greedy)
  }

  @Test func minusOneMeansNoLimitAndNoSeed() throws {
    let settings = try settings("-n", "-1", "-s", "-1")
    #expect(settings.maximumTokens == nil && settings.sampling.seed == nil)
  }

  @Test func grammarsAreReadInline() throws {
    #expect(try settings("--grammar", "root ::= \"a\"").format == .grammar("root ::= \"a\""))
  }

  @Test func schemasAreReadInline() throws {
    #expect(try settings("-j", "{\"type\": \"null\"}").format == .schema(["type": "null"]))
    #expect(try settings("--schema", " {\"type\": \"null\"}").format == .schema(["type": "null"]))
  }

  @Test(arguments: [
    (["-j", "{"], ExitCode.schema), (["-j", "3"], .schema), (["--schema", "no-such-file"], .failure),
    (["-j", "{}", "--schema", "{}"], .usage), (["--grammar", "root ::= \"a"], .schema),
    (["--grammar", "no-such-file"], .failure), (["-j", "{}", "--grammar", "root ::= \"a\""], .usage),
    (["--grammar", "root ::= \"a\"", "--grammar-file", "/dev/null"], .usage),
    (["--document", "/dev/null"], .schema), (["-j", "{}", "--document", "no-such-file"], .failure),
  ])
  func badSchemas(words: [String], code: ExitCode) throws {
    let arguments = try ArgumentParser.parse(words)
    let error = try #require(throws: CommandError.self) { try AnswerSettings(arguments) }
    #expect(error.code == code)
  }

  /// The number may be left out; what is no number is not taken for it.
  @Test(arguments: [
    ([], 0), (["--draft-lookup"], 7), (["--draft-lookup", "3"], 3), (["--draft-lookup=31"], 31),
    (["--draft-lookup", "--temp", "0"], 7), (["--draft-lookup", "Hello there"], 7), (["--draft-lookup", "0"], 0),
  ]) func draftLookup(words: [String], count: Int) throws {
    let arguments = try ArgumentParser.parse(words)
    #expect(try AnswerSettings(arguments).draftLookup == count)
    #expect(arguments.positionals == (words.last == "Hello there" ? ["Hello there"] : []))
  }

  @Test(arguments: [["--draft-lookup", "32"], ["--draft-lookup", "-1"], ["--draft-lookup=many"]])
  func badDraftLookups(_ words: [String]) {
    #expect(throws: UsageError.self) { try ArgumentParser.parse(words) }
  }

  @Test func settingsChangeInAChat() throws {
    var settings = AnswerSettings()
    try settings.set("temp", to: "0.2")
    try settings.set("--top_k", to: "3")
    try settings.set("n-predict", to: "-1")
    try settings.set("draft-lookup", to: "5")
    #expect(settings.draftLookup == 5)
    #expect(settings.sampling.temperature == 0.2 && settings.sampling.topK == 3 && settings.maximumTokens == nil)
    #expect(throws: CommandError.self) { try settings.set("temp", to: "hot") }
    let error = try #require(throws: CommandError.self) { try settings.set("top-q", to: "1") }
    #expect(error.message.hasPrefix("no setting 'top-q', did you mean"))
  }
}
