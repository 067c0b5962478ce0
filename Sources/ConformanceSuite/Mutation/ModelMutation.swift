// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Model files: header, metadata, table and weights, opened and run over a few tokens.
struct ModelMutation: MutationKind {
  static let name = "gguf"
  /// Larger ones would only slow the run down.
  private static let sizeLimit = 1 << 20
  private static let reach = 4096

  private let models: [[UInt8]]
  private let place: String

  init(_ corpus: MutationCorpus) throws {
    let names = (FileManager.default.enumerator(atPath: corpus.folder)?.compactMap { $0 as? String }) ?? []
    models = names.filter { $0.hasSuffix(".gguf") }.sorted().compactMap { name in
      guard let data = FileManager.default.contents(atPath: corpus.folder + "/" + name),
        (24...Self.sizeLimit).contains(data.count)
      else { return nil }
      return [UInt8](data)
    }
    guard !models.isEmpty else {
      throw SuiteError("no model of at most \(Self.sizeLimit >> 10) kB below '\(corpus.folder)'")
    }
    place = FileManager.default.temporaryDirectory.appendingPathComponent("spoilt-\(getpid()).gguf").path
  }

  func input(_ random: inout MutationRandom) -> [UInt8] {
    FileMutator.mutated(random.pick(models), reach: Self.reach, &random)
  }

  func byteCount(_ input: [UInt8]) -> Int { input.count }

  func run(_ input: [UInt8]) throws {
    try Data(input).write(to: URL(fileURLWithPath: place))
    defer { try? FileManager.default.removeItem(atPath: place) }
    // What is wrong with the file is said; that is all that is asked.
    _ = try? OpenProbe.model.open(place)
  }

  func files(_ input: [UInt8]) -> [(suffix: String, bytes: [UInt8])] { [(".gguf", input)] }
}
