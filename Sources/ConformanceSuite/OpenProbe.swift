// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Generation
import Kernels
import Tokenization
import TransformerRuntime

/// How far a file is opened. Run in a process of its own, so that a crash or a hang is a finding about one file.
enum OpenProbe: String, CaseIterable {
  /// Header, metadata and tensor table.
  case metadata
  /// The same with all data, padding included.
  case container
  /// The whole model: vocabulary, weights, a few tokens by the reference and by the kernels.
  case model

  /// The process' side: opens a file and prints a line that ``IsolatedOpen`` reads.
  func run(_ path: String) {
    let line: String
    do {
      try open(path)
      line = "ok"
    } catch {
      line = "error \(error)".split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
    }
    print("\(Self.peakKilobytes) \(line)")
  }

  func open(_ path: String) throws {
    switch self {
    case .metadata: _ = try GGUFFile(path: path, options: .init(data: .none))
    case .container: _ = try GGUFFile(path: path, options: .init(data: .paddedTensors))
    case .model:
      let file = try GGUFFile(path: path)
      // A file may do without a vocabulary; then only ids can be asked.
      if let model = file.metadata.string("tokenizer.ggml.model"), !["none", "no_vocab"].contains(model) {
        let tokenizer = try Tokenizer(VocabularyDescription(file.metadata))
        _ = tokenizer.decode(tokenizer.encode("Hello, world! 1 2", parsingSpecialTokens: true, addingSpecials: true))
      }
      for isReference in [true, false] {
        let logits = try TinyRun.logits(file, tokens: [0, 1, 0], isReference: isReference)
        guard logits.allSatisfy(\.isFinite) else { throw SuiteError("a logit is not finite") }
      }
    }
  }

  /// The most memory that this program has had resident. The system's other count of it, that of `getrusage`, begins with the
  /// memory of the process that started this one.
  private static var peakKilobytes: Int {
    guard let status = FileManager.default.contents(atPath: "/proc/self/status"),
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
