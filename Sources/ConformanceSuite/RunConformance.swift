// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs `conformance` and returns its exit code: 0, 1 when a case fails or there are none, 2 when the arguments are wrong.
public func runConformance(arguments: [String]) -> Int32 {
  if arguments.first == "--open" {
    guard arguments.count == 3, let probe = OpenProbe(rawValue: arguments[1]) else { return 2 }
    probe.run(arguments[2])
    return 0
  }
  if arguments.first == "--spoil" { return takeSpoilt(Array(arguments.dropFirst())) }
  let options: ConformanceOptions
  do {
    options = try ConformanceOptions(arguments)
  } catch {
    complain("\(error)\n\(ConformanceOptions.usage)")
    return 2
  }
  if options.help {
    print(ConformanceOptions.usage)
    return 0
  }
  do {
    if options.spoils { return try spoil(options) ? 0 : 1 }
    let report = try conformanceReport(options) { outcome in
      if case .failed(let reason) = outcome.verdict { complain("\(outcome.kind): \(outcome.name): \(reason)") }
    }
    if options.listsAll { print(report.listing) }
    print(report.reasons + (report.reasons.isEmpty ? "" : "\n") + report.table, terminator: "")
    guard !report.outcomes.isEmpty else {
      complain("no cases in '\(options.folder)'")
      return 1
    }
    return report.failures.isEmpty && !(options.isStrict && report.outcomes.contains(where: \.isSkipped)) ? 0 : 1
  } catch {
    complain("\(error)")
    return 1
  }
}

/// Spoils input of each kind asked for; whether all of it was taken well.
private func spoil(_ options: ConformanceOptions) throws -> Bool {
  let kinds = mutationKinds.filter { kind in options.kinds.isEmpty || options.kinds.contains { kind.name.contains($0) }
  }
  guard !kinds.isEmpty else {
    throw SuiteError("no kind of that name (\(mutationKinds.map { $0.name }.joined(separator: ", ")))")
  }
  var isGood = true
  for kind in kinds {
    let run = MutationRun(
      kind: kind, corpus: MutationCorpus(folder: options.folder, templateFolders: options.templateFolders),
      range: options.first..<options.first + (options.mutations ?? ConformanceOptions.mutationLimit),
      seconds: options.minutes.map { $0 * 60 }, seed: options.seed, findings: options.findings, program: options.program
    )
    let result = try run.run { complain("FOUND \($0)") }
    print(
      "\(kind.name): \(result.count) cases, \(Int(result.seconds)) s of processor time, \(result.findings.count) findings"
    )
    isGood = isGood && result.findings.isEmpty
  }
  return isGood
}

/// The process' side of ``MutationRun``: `KIND FOLDER SEED FIRST COUNT TEMPLATES…`.
private func takeSpoilt(_ arguments: [String]) -> Int32 {
  guard arguments.count >= 5, let kind = mutationKinds.first(where: { $0.name == arguments[0] }),
    let seed = UInt64(arguments[2]), let first = Int(arguments[3]), let count = Int(arguments[4]), first >= 0,
    count >= 0
  else { return 2 }
  let corpus = MutationCorpus(folder: arguments[1], templateFolders: Array(arguments.dropFirst(5)))
  do {
    try MutationWorker(kind: kind, corpus: corpus, seed: seed, range: first..<first + count).run()
    return 0
  } catch {
    complain("\(error)")
    return 1
  }
}

/// Runs all cases of a folder.
///
/// - Parameter heard: told of each case as it ends.
func conformanceReport(
  _ options: ConformanceOptions, heard: (CaseOutcome) -> Void = { _ in }
) throws -> ConformanceReport {
  let folder = try CaseFolder(options.folder, templateFolders: options.templateFolders)
  let context = SuiteContext(folder: folder, program: options.program)
  var report = ConformanceReport()
  for file in folder.files {
    var isKnown = false
    for kind in caseKinds where !isKnown {
      guard let cases = kind.init(file) else { continue }
      isKnown = true
      guard options.kinds.isEmpty || options.kinds.contains(where: { kind.name.contains($0) }) else { continue }
      cases.run(context) { name, verdict in
        let outcome = CaseOutcome(kind: kind.name, name: name, verdict: verdict)
        report.outcomes.append(outcome)
        heard(outcome)
      }
    }
    if !isKnown, options.kinds.isEmpty {
      report.outcomes.append(
        CaseOutcome(kind: "unknown", name: file.name, verdict: .skipped("holds no kind of case that is known")))
    }
  }
  return report
}

private func complain(_ message: String) {
  FileHandle.standardError.write(Data("conformance: \(message)\n".utf8))
}
