// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One schema and the instances to follow through it.
struct MaskRequest {
  struct Test {
    let text: String
    /// The canonical tokens of `text`; nil for those that the model's own tokenizer gives.
    let tokens: [Int]?
    /// Positions whose masks are to be told in full.
    let dumped: Set<Int>
  }
  /// As text, since reading it is measured too.
  let schema: String
  let tests: [Test]
  /// Whether forced runs are counted instead of masks timed.
  let countsForced: Bool

  init(_ line: String) throws(MaskBenchOptions.UsageError) {
    func wrong(_ what: String) -> MaskBenchOptions.UsageError { .init(message: "a request is wrong: \(what)") }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: line)
    } catch {
      throw wrong("\(error)")
    }
    guard let schema = value["schema"]?.stringValue else { throw wrong("no \"schema\" as a string") }
    self.schema = schema
    countsForced = value["forced"]?.boolValue ?? false
    var tests: [Test] = []
    for test in value["tests"]?.arrayValue ?? [] {
      guard let text = test["text"]?.stringValue else { throw wrong("a test without \"text\"") }
      tests.append(
        Test(
          text: text, tokens: test["ids"]?.arrayValue?.compactMap(\.intValue),
          dumped: Set((test["dump"]?.arrayValue ?? []).compactMap(\.intValue))))
    }
    self.tests = tests
  }
}
