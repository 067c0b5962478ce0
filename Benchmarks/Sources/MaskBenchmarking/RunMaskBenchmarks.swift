// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import GGUFFormat
import Generation
import Glibc
import OrderedJSON
import Tokenization

/// Runs `mask-bench` and returns its exit code: 0, 1 when the model cannot be read, 2 when the arguments or a request are wrong.
///
/// A worker: it reads one request a line (`MaskRequest`) and answers each with one line (`MaskResult`), so that whoever
/// drives it can bound the time of a schema by ending the process. The first line it writes says that it is ready.
public func runMaskBenchmarks(arguments: [String]) -> Int32 {
  let options: MaskBenchOptions
  do {
    options = try MaskBenchOptions(arguments)
  } catch {
    complain(error.message)
    return 2
  }
  if options.help {
    print(MaskBenchOptions.usage)
    return 0
  }
  if options.usesProcessorTime { Nanoseconds.clock = CLOCK_THREAD_CPUTIME_ID }
  var bench = MaskBenchmark(options: options)
  var ready: JSONObject = ["ready": true]
  if let path = options.model {
    do {
      let file = try GGUFFile(path: path)
      let tokenizer = try Tokenizer(VocabularyDescription(file.metadata))
      bench.tokenizer = tokenizer
      let tokens = tokenizer.tokenBytes()
      let ends = tokenizer.endOfGeneration.map(Int.init).sorted()
      let start = Nanoseconds.now
      bench.trie = VocabularyTrie(tokens: tokens, endOfGeneration: ends)
      ready["vocabulary_ms"] = Nanoseconds.json(since: start, unit: 1e6)
      ready["tokens"] = .number(JSONNumber(tokens.count))
      ready["ends"] = .array(ends.map { .number(JSONNumber($0)) })
    } catch {
      complain("\(path): \(error)")
      return 1
    }
  }
  answer(ready)
  if let file = options.file {
    answer(SingleRun(options: options, trie: bench.trie ?? .bytes).run(file, draw: options.drawCount))
    return 0
  }
  while let line = readLine(strippingNewline: true) {
    if line.isEmpty { continue }
    do {
      answer(bench.run(try MaskRequest(line)))
    } catch {
      complain(error.message)
      return 2
    }
  }
  return 0
}

private func answer(_ object: JSONObject) {
  print(JSONValue.object(object).text())
  fflush(nil)
}

private func complain(_ message: String) {
  let line = "mask-bench: \(message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
