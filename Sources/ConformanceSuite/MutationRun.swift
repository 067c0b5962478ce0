// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Opens spoilt copies of model files for a while and keeps those that crash the reader, hang it, or take too much memory.
///
/// Each file is opened in a process of its own.
struct MutationRun {
  /// Where the models lie that are spoilt.
  let folder: String
  let seconds: Int
  let seed: UInt64
  /// Where findings are kept.
  let findings: String
  let program: String

  /// Larger ones would only slow the run down.
  private static let sizeLimit = 1 << 20
  private static let reach = 4096

  /// - Returns: the number of files opened, and the names of the findings.
  /// - Throws: `SuiteError` where there are no models, or findings cannot be kept.
  func run() throws -> (count: Int, findings: [String]) {
    let models = Self.models(folder)
    guard !models.isEmpty else { throw SuiteError("no model of at most \(Self.sizeLimit >> 10) kB below '\(folder)'") }
    try FileManager.default.createDirectory(atPath: findings, withIntermediateDirectories: true)
    let place = findings + "/current-\(seed).gguf"
    defer { try? FileManager.default.removeItem(atPath: place) }
    var mutator = FileMutator(seed: seed)
    var found: [String] = []
    var count = 0
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      let original = models[mutator.next(below: models.count)]
      let bytes = mutator.mutated(original, reach: Self.reach)
      try Data(bytes).write(to: URL(fileURLWithPath: place))
      count += 1
      if case .broke(let what) = IsolatedOpen.run(.model, place, program: program) {
        let name = "finding-\(seed)-\(count).gguf"
        try Data(bytes).write(to: URL(fileURLWithPath: findings + "/" + name))
        found.append("\(name): \(what)")
      }
    }
    return (count, found)
  }

  private static func models(_ folder: String) -> [[UInt8]] {
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }) ?? []
    return names.filter { $0.hasSuffix(".gguf") }.sorted().compactMap { name in
      guard let data = FileManager.default.contents(atPath: folder + "/" + name), (24...sizeLimit).contains(data.count)
      else { return nil }
      return [UInt8](data)
    }
  }
}
