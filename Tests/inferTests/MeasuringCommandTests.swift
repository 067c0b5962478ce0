// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `infer perplexity` and `infer bench` from the command line to what they print, on a tiny model of random weights.
@Suite struct MeasuringCommandTests {
  private static let model = fixture("generation/chat.gguf").path
  private static let text = String(
    repeating: "The sea and the sky, the sea and the sky; one two three, one two three. ", count: 6)

  /// Runs the program with a file that holds `text`, named by `-f`.
  private func run(_ arguments: [String], text: String = text) throws -> ExecutableTests.Outcome {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("text.txt").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return try ExecutableTests.run(arguments + ["-m", Self.model, "-f", path, "-q"])
    }
  }

  private func json(_ arguments: [String]) throws -> JSONObject {
    let outcome = try run(arguments)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try #require(try JSONValue(parsing: outcome.output).objectValue)
  }

  // MARK: perplexity

  @Test func perplexityComparesCaches() throws {
    let object = try json(["perplexity", "-c", "64", "--chunks", "2", "--compare-cache", "--json"])
    let results = try #require(object["results"]?.arrayValue).compactMap(\.objectValue)
    #expect(results.map { $0["cache_type"] } == ["f16", "q8_0"])
    // A byte vocabulary of random weights: about as many guesses as there are tokens, and rounding changes little.
    let values = results.compactMap { $0["perplexity"]?.doubleValue }
    #expect(values.count == 2 && values.allSatisfy { $0 > 10 && $0 < 10_000 })
    #expect(abs(values[0] / values[1] - 1) < 0.05)
    #expect(results.allSatisfy { $0["tokens"] == results[0]["tokens"] && ($0["tokens"]?.doubleValue ?? 0) > 32 })
  }

  @Test func perplexityDoesNotDependOnThreads() throws {
    let arguments = ["perplexity", "-c", "48", "--json"]
    let one = try run(arguments + ["-t", "1"])
    #expect(one.code == 0 && !one.output.isEmpty)
    for threads in ["2", "3"] { #expect(try run(arguments + ["-t", threads]).output == one.output) }
  }

  @Test func perplexityWithoutTextForAWindowIsToldSo() throws {
    let outcome = try run(["perplexity", "-c", "512"], text: "short")
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("fewer than one window of 512"))
  }

  // MARK: bench

  @Test(arguments: [["-t", "1"], ["-t", "2"], ["-t", "2", "--cache-type", "q8_0"]])
  func benchComparesAnswersWithDrafts(options: [String]) throws {
    let object = try json(["bench", "--draft-lookup", "5", "-n", "60", "-r", "1", "-o", "json"] + options)
    func count(_ key: String) -> Int { object[key]?.doubleValue.map { Int($0) } ?? -1 }
    #expect(count("n_gen") > 0 && count("n_gen") <= 60 && count("n_prompt") > 100)
    #expect(count("n_accepted") >= 0 && count("n_accepted") <= count("n_drafted"))
    // Every pass gives the token after it and those of the draft that were taken.
    #expect(count("n_passes") > 0 && count("n_passes") <= count("n_gen") + 1)
    for key in ["draft_ts", "plain_ts", "ratio"] { #expect((object[key]?.doubleValue ?? 0) > 0) }
  }

  @Test func benchTimesDepth() throws {
    let outcome = try ExecutableTests.run([
      "bench", "-m", Self.model, "-p", "0", "-n", "4", "-d", "0,32", "-r", "2", "-t", "2", "--cache-type", "q8_0", "-q",
      "-o",
      "json",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let rows = try #require(try JSONValue(parsing: outcome.output).arrayValue).compactMap(\.objectValue)
    #expect(rows.map { $0["n_depth"] } == [0, 32] && rows.allSatisfy { ($0["avg_ts"]?.doubleValue ?? 0) > 0 })
  }

  // MARK: run

  /// The whole program, for greedy answers and drawn ones, with a schema and without.
  @Test(arguments: [
    ["--temp", "0"], ["--seed", "7", "--temp", "1.5"], ["--seed", "7", "--draft-lookup", "4"],
    ["--temp", "0", "-j", #"{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":9}"#],
  ])
  func answersDoNotDependOnThreads(options: [String]) throws {
    let answers = try ["1", "2", "3"].map { threads in
      let outcome = try ExecutableTests.run(
        ["-m", Self.model, "-p", "again and again and again", "-n", "48", "-q", "-t", threads] + options)
      #expect(outcome.code == 0 && outcome.output.count > 1, "\(outcome.errors)")
      return outcome.output
    }
    #expect(answers.allSatisfy { $0 == answers[0] })
  }
}
