// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ConformanceSuite

/// Spoilt input is other input, the same for the same seed, and what breaks its reader is kept.
@Suite struct MutationTests {
  static let corpus = MutationCorpus(folder: fixture("").path, templateFolders: [])

  @Test func filesAreSpoiltTheSameWay() {
    let original = [UInt8](0...255)
    func copies() -> [[UInt8]] {
      (0..<200).map { index in
        var random = MutationRandom(seed: 4, index: index)
        return FileMutator.mutated(original, reach: 64, &random)
      }
    }
    #expect(copies() == copies())
    #expect(copies().count { $0 != original } > 180 && copies().allSatisfy { $0.prefix(4) == original.prefix(4) })
  }

  @Test func seedsAndNumbersMatter() {
    func numbers(_ seed: UInt64, _ index: Int) -> [UInt64] {
      var random = MutationRandom(seed: seed, index: index)
      return (0..<4).map { _ in random.next() }
    }
    #expect(numbers(1, 2) == numbers(1, 2))
    #expect(Set([numbers(1, 2), numbers(1, 3), numbers(2, 2), numbers(3, 0), numbers(0, 3)]).count == 5)
  }

  /// Each kind makes varied input out of the fixtures, some of which is still good.
  @Test func everyKindIsVaried() throws {
    for kind in mutationKinds { try isVaried(kind) }
  }

  private func isVaried<Kind: MutationKind>(_ type: Kind.Type) throws {
    let (kind, other) = (try Kind(Self.corpus), try Kind(Self.corpus))
    var seen: Set<[UInt8]> = []
    for index in 0..<40 {
      var random = MutationRandom(seed: 7, index: index)
      let files = kind.files(kind.input(&random))
      random = MutationRandom(seed: 7, index: index)
      let again = other.files(other.input(&random))
      #expect(files.map(\.bytes) == again.map(\.bytes), "\(Kind.name) \(index)")
      seen.insert(files.flatMap(\.bytes))
    }
    #expect(seen.count > 30, "\(Kind.name)")
  }

  /// Most templates are read, and many are rendered to their end: otherwise little would be tried.
  @Test func templatesGetFar() throws {
    let kind = try TemplateMutation(Self.corpus)
    var (unreadable, refused, rendered) = (0, 0, 0)
    for index in 0..<200 {
      var random = MutationRandom(seed: 3, index: index)
      switch TemplateMutation.outcome(kind.input(&random)) {
      case .unreadable: unreadable += 1
      case .refused: refused += 1
      case .rendered: rendered += 1
      }
    }
    #expect(unreadable < 150 && refused > 20 && rendered > 15, "\(unreadable), \(refused), \(rendered)")
  }

  @Test func templatesAreCutIntoParts() {
    #expect(
      TemplatePieces.parts("a{{ b }}{c{% if d %}e{# f #}{% x") == [
        "a", "{{ b }}", "{", "c", "{% if d %}", "e", "{# f #}", "{", "% x",
      ])
    let pieces = TemplatePieces(["{% if a == 1 %}x{{ b|trim }}{% for c in d %}{% endfor %}{% endif %}"])
    #expect(pieces.expressions == ["a == 1", "b|trim", "d"])
    #expect(pieces.blocks.count == 2)
  }

  /// Programs that take the place of the worker: one that takes its cases, one that tells of one, one that ends at one.
  @Test(
    arguments: [
      ("echo at 0; echo at 1; echo end 2", 2, []),
      ("echo at 0; echo found 0 takes long; echo at 1; echo end 2", 2, ["takes long"]),
      ("[ $5 = 0 ] && echo at 0 && kill -SEGV $$; echo at 1; echo end 2", 2, ["ended by signal 11"]),
      ("[ $5 = 0 ] && echo at 0 && exit 3; echo at 1; echo end 2", 2, ["ended by status 3"]),
      ("[ $5 = 0 ] && echo at 0 && kill -PROF $$; echo at 1; echo end 2", 2, ["takes more than 10 s"]),
    ] as [(String, Int, [String])])
  func findingsAreKept(script: String, count: Int, reasons: [String]) throws {
    try withTemporaryFolder { folder in
      let program = folder.appendingPathComponent("program").path
      try makeProgram(script, at: program)
      let findings = folder.appendingPathComponent("found").path
      let run = MutationRun(
        kind: TemplateMutation.self, corpus: Self.corpus, range: 0..<2, seconds: nil, seed: 9, findings: findings,
        program: program)
      var heard: [String] = []
      let result = try run.run { heard.append($0) }
      #expect(result.count == count && heard == reasons.map { "template-9-0: \($0)" } && result.findings == heard)
      #expect(try FileManager.default.contentsOfDirectory(atPath: findings).count == reasons.count * 2)
    }
  }

  @Test func aWorkerThatDoesNothingIsAnError() throws {
    try withTemporaryFolder { folder in
      let program = folder.appendingPathComponent("program").path
      try makeProgram("true", at: program)
      let run = MutationRun(
        kind: TemplateMutation.self, corpus: Self.corpus, range: 0..<2, seconds: nil, seed: 9,
        findings: folder.appendingPathComponent("found").path, program: program)
      #expect(throws: SuiteError.self) { try run.run() }
    }
  }
}
