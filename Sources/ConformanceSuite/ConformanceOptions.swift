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
  /// Takes so many spoilt inputs of each kind, instead of running the folder's cases.
  var mutations: Int?
  /// Processor time for each kind of spoilt input, in minutes.
  var minutes: Double?
  /// The first of the spoilt inputs of this seed.
  var first = 0
  var seed: UInt64 = 1
  /// Where input that breaks its reader is kept.
  var findings = "mutation-findings"
  /// The program that opens hostile files.
  var program = "/proc/self/exe"

  /// Whether input is spoilt rather than cases run.
  var spoils: Bool { mutations != nil || minutes != nil }
  static let mutationLimit = 1 << 40

  static let usage = """
    Usage: conformance DIR [options]
    Runs every case in DIR and the folders below it, whatever their names: files are told by their shape. Prints a table
    (kind, passed, failed, skipped, names) and exits with 1 where a case fails.
      --templates FOLDER   chat templates that cases name and DIR lacks (repeatable)
      --kind TEXT          only kinds whose name contains TEXT (repeatable)
      --list               print every case with its verdict
      --mutate N           instead, spoil what DIR holds N times for each kind, gguf, template and tokenizer, and keep what
                           crashes its reader, takes a second or more than its size and 64 MB in the folder --findings
                           (mutation-findings); --seed N draws others, --first N begins there
      --minutes M          the same for M minutes of processor time for each kind
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
    func number(_ flag: String, _ text: String) throws -> Int {
      guard let number = Int(text), (0...Self.mutationLimit).contains(number) else {
        throw SuiteError("\(flag) needs a number")
      }
      return number
    }
    while let word = rest.popFirst() {
      switch word {
      case "--templates": templateFolders.append(try value(of: word))
      case "--kind": kinds.append(try value(of: word))
      case "--mutate": mutations = try number(word, try value(of: word))
      case "--first": first = try number(word, try value(of: word))
      case "--minutes":
        guard let number = Double(try value(of: word)), number >= 0 else {
          throw SuiteError("--minutes needs a number")
        }
        minutes = number
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
