// SPDX-License-Identifier: Apache-2.0
import Kernels

/// What `kernel-bench` was asked for.
struct KernelBenchOptions: Sendable {
  var threads = ThreadPool.availableProcessorCount
  /// Seconds spent on each kernel.
  var budget = 0.3
  /// Instruction sets by name; empty means all that the processor has.
  var instructionSets: [String] = []
  /// Types by name; empty means all.
  var types: [String] = []
  /// Kernels by name; empty means all.
  var kernels: [String] = []
  var json = false
  var help = false

  static let usage = """
    Usage: kernel-bench [options]
    Measures each kernel for each instruction set and type and checks it against the reference.
      -t, --threads N     worker threads (default: one for each processor)
      --isa NAME,…        instruction sets: portable, avx2, avx512 (default: all that the processor has)
      --type NAME,…       weight types, such as Q4_K (default: all that have a kernel)
      --kernel NAME,…     kernels, such as decode (default: all)
      --seconds S         time spent on each kernel (default 0.3)
      --json              print one JSON document instead of a table
    The exit code is 1 when a result is wrong, 2 when the arguments are.
    """

  /// A message for the person at the keyboard.
  struct UsageError: Error { let message: String }

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    func value(of flag: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError(message: "\(flag) needs a value") }
      return value
    }
    while let flag = rest.popFirst() {
      switch flag {
      case "-t", "--threads":
        let text = try value(of: flag)
        guard let number = Int(text), (1...1024).contains(number) else {
          throw UsageError(message: "\(flag): '\(text)' is not a number from 1 to 1024")
        }
        threads = number
      case "--seconds":
        let text = try value(of: flag)
        guard let number = Double(text), number > 0, number <= 3600 else {
          throw UsageError(message: "\(flag): '\(text)' is not a time in seconds")
        }
        budget = number
      case "--isa": instructionSets = Self.list(try value(of: flag))
      case "--type": types = Self.list(try value(of: flag))
      case "--kernel": kernels = Self.list(try value(of: flag))
      case "--json": json = true
      case "-h", "--help": help = true
      default: throw UsageError(message: "unknown option '\(flag)'")
      }
    }
  }

  private static func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
}
