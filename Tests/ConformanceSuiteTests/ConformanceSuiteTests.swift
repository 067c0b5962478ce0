// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import TestSupport
import Testing

@testable import ConformanceSuite

/// Each kind of case is found by its shape, passes where it is right, and fails where one thing in it is changed.
@Suite struct ConformanceSuiteTests {
  /// A folder of one case, right or spoilt.
  struct Case: CustomTestStringConvertible {
    var kind: String
    /// Files by name, with their text.
    var files: [String: String]
    /// Fixtures copied beside them.
    var fixtures: [String] = []
    var passed = 0
    var failed = 0
    var skipped = 0
    var testDescription: String { "\(kind): \(passed) passed, \(failed) failed, \(skipped) skipped" }
  }

  static func blocks(_ value: Float) -> String {
    let stored = withUnsafeBytes(of: value.bitPattern.littleEndian) { Data($0).base64EncodedString() }
    return
      #"{"f16": {"type_id": 1, "block_elems": 1, "block_bytes": 2, "blocks_hex": "003C", "f32_le_b64": "\#(stored)"}}"#
  }

  static func tiny(argmax: Int) -> String {
    let tokens = "30, 32, 48, 60, 2, 9, 52, 60, 15, 19, 55, 27, 17, 52, 16, 26, 41, 35, 5, 1, 55, 48, 53, 34"
    let likeliest = tokens.replacingOccurrences(of: "30, 32", with: "\(argmax), 32")
    let model = #"{"file": "llama.gguf", "logits": "llama.logits.f32", "argmax": [\#(likeliest)]}"#
    return #"{"tokens": [\#(tokens)], "models": {"a": \#(model)}}"#
  }

  static func template(_ output: String) -> String {
    """
    {"bos_token": "<s>", "eos_token": "</s>", "now": "2026-01-02T03:04:05", "tools": [{"a": 1}],
     "cases": {"user": [{"role": "user", "content": "Hi"}], "tools": [{"role": "user", "content": "Hi"}]},
     "results": [\(output)]}
    """
  }

  static let schema = #"{"schema": {"type": "integer", "minimum": 3}, "tests": [{"data": 4, "valid": true}, "#

  static let probes = #"""
    [{"schema": {"type": "string", "format": "date"}, "text": " \"x\" ", "valid": true},
     {"schema": {"type": "null"}, "text": "1", "valid": true}, {"schema": false}]
    """#

  static let cases: [Case] = [
    Case(kind: "block types", files: ["any.json": blocks(1)], passed: 1),
    Case(kind: "block types", files: ["any.json": blocks(1.5)], failed: 1),
    Case(
      kind: "tiny models", files: ["t/any.json": tiny(argmax: 30)],
      fixtures: ["tiny/llama.gguf", "tiny/llama.logits.f32"], passed: 1),
    Case(
      kind: "tiny models", files: ["t/any.json": tiny(argmax: 31)],
      fixtures: ["tiny/llama.gguf", "tiny/llama.logits.f32"], failed: 1),
    Case(kind: "tiny models", files: ["t/any.json": tiny(argmax: 30)], failed: 1),
    Case(
      kind: "templates",
      files: [
        "x/t.jinja": "{% if tools %}T{% endif %}{{ bos_token }}{{ messages[0].content }}",
        "golden.json": template(
          #"{"template": "t.jinja", "case": "user", "output": "<s>Hi"}, {"template": "t.jinja", "case": "tools", "output": "T<s>Hi"}"#
        ),
      ], passed: 2),
    Case(
      kind: "templates",
      files: [
        "t.jinja": "{{ raise_exception('no') }}", "u.jinja": "x",
        "golden.json": template(
          """
          {"template": "t.jinja", "case": "user", "error": "TemplateError: no"},
          {"template": "t.jinja", "case": "user", "error": "TemplateError: yes"},
          {"template": "t.jinja", "case": "user", "output": ""}, {"template": "u.jinja", "case": "user", "output": "y"},
          {"template": "u.jinja", "case": "user", "error": "TemplateError: no"},
          {"template": "none.jinja", "case": "user", "output": ""}
          """),
      ], passed: 1, failed: 4, skipped: 1),
    Case(kind: "schemas", files: ["s.json": schema + #"{"data": 2, "valid": false}]}"#], passed: 1),
    Case(kind: "schemas", files: ["s.json": schema + #"{"data": 2, "valid": true}]}"#], failed: 1),
    Case(kind: "schemas", files: ["s.json": schema + #"{"data": 5, "valid": false}]}"#], failed: 1),
    Case(
      kind: "schema probes",
      files: ["p.json": probes], passed: 2, failed: 1),
    Case(kind: "real models", files: ["r.json": #"{"no-such-model": [{"prompt": "a", "ids": [1]}]}"#], skipped: 1),
    Case(kind: "unknown", files: ["r.json": #"{"a": 1}"#], skipped: 1),
  ]

  @Test(arguments: cases) func isJudged(_ item: Case) throws {
    try withTemporaryFolder { folder in
      for (name, text) in item.files {
        let place = folder.appendingPathComponent(name)
        let parent = place.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      for name in item.fixtures {
        let target = folder.appendingPathComponent("t").appendingPathComponent(fixture(name).lastPathComponent)
        try FileManager.default.copyItem(at: fixture(name), to: target)
      }
      var options = ConformanceOptions()
      options.folder = folder.path
      let outcomes = try conformanceReport(options).outcomes
      #expect(outcomes.allSatisfy { $0.kind == item.kind })
      #expect(outcomes.count { $0.verdict == .passed } == item.passed)
      #expect(outcomes.count(where: \.isFailure) == item.failed)
      #expect(outcomes.count(where: \.isSkipped) == item.skipped)
    }
  }

  /// The kinds of hostile files are run in another program: here one that gives each possible answer.
  @Test(
    arguments: [
      ("echo 100 ok", .opened), ("echo 100 error it is bad", .refused("it is bad")),
      ("exit 3", .broke("ended by status 3")), ("kill -SEGV $$", .broke("ended by signal 11")),
      ("echo 900000 ok", .broke("took 878 MB of memory")), ("echo", .broke("said '\n'")),
    ] as [(String, IsolatedOpen.Outcome)])
  func isolatedRuns(script: String, outcome: IsolatedOpen.Outcome) throws {
    try withTemporaryFolder { folder in
      let program = folder.appendingPathComponent("program").path
      try makeProgram(script, at: program)
      #expect(IsolatedOpen.run(.model, program, program: program) == outcome)
    }
  }

  @Test func containersAreJudgedByBothVerdicts() throws {
    let text = #"{"a": {"llama_cpp_meta": "ok", "llama_cpp_full": "reject", "llama_cpp_msg": ""}}"#
    try withTemporaryFolder { folder in
      try Data(text.utf8).write(to: folder.appendingPathComponent("e.json"))
      try Data().write(to: folder.appendingPathComponent("a.gguf"))
      let program = folder.appendingPathComponent("program").path
      for (script, isGood) in [
        (#"[ "$2" = metadata ] && echo 1 ok || echo 1 error e"#, true), ("echo 1 ok", false), ("echo 1 error e", false),
      ] {
        try makeProgram(script, at: program)
        var options = ConformanceOptions()
        options.folder = folder.path
        options.program = program
        #expect(try conformanceReport(options).failures.isEmpty == isGood, "\(script)")
      }
    }
  }

  @Test func theTableCountsAndNames() throws {
    let report = ConformanceReport(outcomes: [
      CaseOutcome(kind: "a", name: "one", verdict: .passed),
      CaseOutcome(kind: "a", name: "two", verdict: .failed("why")),
      CaseOutcome(kind: "bb", name: "three", verdict: .skipped("no file")),
    ])
    #expect(
      report.table == """
        kind  passed  failed  skipped  names
        a          1       1        0  two
        bb         0       0        1  (three)

        """)
    #expect(report.reasons == "FAILED   a: two: why\nskipped  bb: three: no file\n")
  }

  @Test(arguments: [
    ["a", "--mutate", "x"], ["a", "--minutes", "-1"], ["a", "--first", "x"], ["a", "--seed", "-1"], ["--nosuch"], [],
    ["a", "b"], ["a", "--kind"],
  ])
  func wrongArguments(words: [String]) {
    #expect(throws: SuiteError.self) { try ConformanceOptions(words) }
  }
}

/// Makes a program of a shell script. Another process writes it: a test that starts a program meanwhile would hand on a file
/// that is open for writing, and that cannot be run.
func makeProgram(_ script: String, at path: String) throws {
  try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path + ".sh"))
  let copy = Process()
  copy.executableURL = URL(fileURLWithPath: "/bin/sh")
  copy.arguments = ["-c", "cat \"$1.sh\" > \"$1\" && chmod 755 \"$1\"", "sh", path]
  try copy.run()
  copy.waitUntilExit()
  #expect(copy.terminationStatus == 0)
}
