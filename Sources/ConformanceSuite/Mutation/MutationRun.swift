// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Spoils input of one kind and keeps what crashes its reader, hangs it, or takes too much memory.
///
/// Cases run in processes of their own, many in each; a process that ends names the case that ended it.
struct MutationRun {
  let kind: any MutationKind.Type
  let corpus: MutationCorpus
  /// Which cases to run at most.
  let range: Range<Int>
  /// Processor time after which no more are begun; nil for no bound.
  let seconds: Double?
  let seed: UInt64
  /// Where findings are kept.
  let findings: String
  let program: String

  struct Result {
    var count = 0
    /// Of processor time.
    var seconds = 0.0
    /// What was found, each with the name of its files.
    var findings: [String] = []
  }

  /// - Parameter heard: told of each finding.
  /// - Throws: `SuiteError` where there is no corpus or a process cannot be started; where findings cannot be kept.
  func run(heard: (String) -> Void = { _ in }) throws -> Result { try run(kind, heard) }

  private func run<Kind: MutationKind>(_ type: Kind.Type, _ heard: (String) -> Void) throws -> Result {
    let kind = try Kind(corpus)
    try FileManager.default.createDirectory(atPath: findings, withIntermediateDirectories: true)
    // Files that a process leaves when it is ended go with this folder.
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("spoilt-\(getpid())").path
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let start = ResourceMeter.secondsOfChildren
    var result = Result()
    var next = range.lowerBound
    while next < range.upperBound {
      result.seconds = ResourceMeter.secondsOfChildren - start
      if let seconds, result.seconds >= seconds { break }
      let batch = try runBatch(next..<min(range.upperBound, next + MutationLimits.batch), scratch)
      for finding in batch.findings {
        let name = "\(Kind.name)-\(seed)-\(finding.index)"
        var random = MutationRandom(seed: seed, index: finding.index)
        for (suffix, bytes) in kind.files(kind.input(&random)) {
          try Data(bytes).write(to: URL(fileURLWithPath: "\(findings)/\(name)\(suffix)"))
        }
        result.findings.append("\(name): \(finding.what)")
        heard(result.findings.last!)
      }
      guard batch.next > next else { throw SuiteError("no case of \(Kind.name) was run by \(program)") }
      result.count += batch.next - next
      next = batch.next
    }
    result.seconds = ResourceMeter.secondsOfChildren - start
    return result
  }

  private struct Batch {
    var next: Int
    var findings: [(index: Int, what: String)] = []
  }

  private func runBatch(_ range: Range<Int>, _ scratch: String) throws -> Batch {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["--spoil", kind.name, corpus.folder, "\(seed)", "\(range.lowerBound)", "\(range.count)"] + corpus.templateFolders
    // Memory given back goes to the system at once: kept for later, it would hide what the next case takes.
    let settings = [
      "TMPDIR": scratch, "MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072",
      "MALLOC_ARENA_MAX": "1",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw SuiteError("cannot start \(program): \(error)")
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var batch = Batch(next: range.lowerBound)
    var isAtEnd = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, let index = Int(words[1]) else { continue }
      switch words[0] {
      case "at": batch.next = index + 1
      case "found": batch.findings.append((index, words.count > 2 ? String(words[2]) : ""))
      case "end": isAtEnd = true
      default: break
      }
    }
    if !isAtEnd, batch.next > range.lowerBound {
      batch.findings.append((batch.next - 1, Self.reason(process)))
    }
    return batch
  }

  private static func reason(_ process: Process) -> String {
    let status = process.terminationStatus
    guard process.terminationReason == .uncaughtSignal else { return "ended by status \(status)" }
    return status == SIGPROF ? "takes more than \(MutationLimits.stop) s" : "ended by signal \(status)"
  }
}
