// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import OrderedJSON
import Tokenization

/// What `compare-tokenizers` runs: the time to make a tokenizer and to encode texts, on one thread.
///
///     tokenizer-bench MODEL REPETITIONS TEXTFILE…
///
/// Prints one JSON object; times are of the processor, the least of all repetitions, in milliseconds. The ids of each text
/// go to `TEXTFILE.ids` as 32-bit integers.
@main
struct TokenizerBench {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let repetitions = Int(words[1]), repetitions > 0 else {
      throw Failure(description: "tokenizer-bench MODEL REPETITIONS TEXTFILE…")
    }
    let description = try VocabularyDescription(GGUFFile(path: words[0], options: .metadataOnly).metadata)
    var load = Double.infinity
    var tokenizer = try Tokenizer(description)
    for _ in 0..<repetitions { load = min(load, try milliseconds { tokenizer = try Tokenizer(description) }) }
    var texts: [JSONValue] = []
    for path in words[2...] {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var ids: [TokenID] = []
      var encode = Double.infinity
      for _ in 0..<repetitions {
        encode = min(encode, milliseconds { ids = tokenizer.encode(text, parsingSpecialTokens: false) })
      }
      try ids.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path + ".ids")) }
      texts.append([
        "file": .string(path), "bytes": .number(JSONNumber(text.utf8.count)), "tokens": .number(JSONNumber(ids.count)),
        "encode_ms": number(encode),
      ])
    }
    let report: JSONObject = [
      "vocabulary": .number(JSONNumber(tokenizer.vocabularySize)), "load_ms": number(load), "texts": .array(texts),
    ]
    print(JSONValue.object(report).text())
  }

  private static func number(_ value: Double) -> JSONValue { .number(JSONNumber(value)) }

  /// Processor time of this process.
  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return (now() - start) * 1e3
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
