// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What `conformance` was asked for.
struct ConformanceOptions {
  var folder = ""
  var templateFolders: [String] = []
  /// Only kinds whose name contains one of these; all when empty.
  var kinds: [String] = []
  var listsAll = false
  /// Whether a skipped case counts as a failure.
  var isStrict = false
  var help = false
  /// Opens spoilt copies of the folder's models for so many seconds, instead of running its cases.
  var mutationSeconds: Int?
  var seed: UInt64 = 1
  /// Where files that break the reader are kept.
  var findings = "mutation-findings"
  /// The program that opens hostile files.
  var program = "/proc/self/exe"

  static let usage = """
    Usage: conformance DIR [options]
    Runs every case in DIR and the folders below it, whatever their names: files are told by their shape. Prints a table
    (kind, passed, failed, skipped, names) and exits with 1 where a case fails.
      --templates FOLDER   chat templates that cases name and DIR lacks (repeatable)
      --kind TEXT          only kinds whose name contains TEXT (repeatable)
      --list               print every case with its verdict
      --mutate SECONDS     instead, open spoilt copies of the models in DIR and keep those that crash, hang, or take too much
                           memory in the folder --findings (mutation-findings); --seed N draws other copies
      --strict             a case that cannot be run here counts as failed
    """

  init() {}

  /// - Throws: `SuiteError` for arguments that are wrong.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of flag: String) throws -> String {
      guard let value = rest.popFirst() else { throw SuiteError("\(flag) needs a value") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--templates": templateFolders.append(try value(of: word))
      case "--kind": kinds.append(try value(of: word))
      case "--mutate":
        guard let seconds = Int(try value(of: word)), seconds >= 0 else { throw SuiteError("--mutate needs seconds") }
        mutationSeconds = seconds
      case "--seed":
        guard let number = UInt64(try value(of: word)) else { throw SuiteError("--seed needs a number") }
        seed = number
      case "--findings": findings = try value(of: word)
      case "--list": listsAll = true
      case "--strict": isStrict = true
      case "-h", "--help": help = true
      case _ where word.hasPrefix("-"): throw SuiteError("unknown option '\(word)'")
      case _ where !folder.isEmpty: throw SuiteError("unexpected argument '\(word)'")
      default: folder = word
      }
    }
    if folder.isEmpty, !help { throw SuiteError("no folder given") }
    // `/proc/self/exe` of a child would be the child's; its own path is what it is started by.
    program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
  }
}
