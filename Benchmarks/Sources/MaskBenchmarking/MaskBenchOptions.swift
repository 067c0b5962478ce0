// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding
import Foundation
import OrderedJSON

/// What `mask-bench` was asked for.
struct MaskBenchOptions: Sendable {
  /// How a schema is read.
  enum Reading: String, Sendable {
    /// As JSON Schema says: properties in any order, undeclared ones allowed.
    case specification
    /// The same with properties in the order declared, and no escapes that need not be, as llguidance writes them.
    case declaredOrder = "declared-order"
    /// The defaults of guided generation.
    case generation
  }
  /// A GGUF file; only its vocabulary is read. Nil: no masks, texts are read byte by byte.
  var model: String?
  var reading = Reading.specification
  /// No white space between tokens.
  var isCompact = false
  /// Other documents that references may name, by URI.
  var documents: [String: JSONValue] = [:]
  /// Times are of the processor, not of the clock: for a machine with other work.
  var usesProcessorTime = false
  /// A schema, or with the ending `.gbnf` a grammar, to be read alone, instead of requests.
  var file: String?
  /// Tokens drawn under it.
  var drawCount = 50
  var help = false

  static let usage = """
    Usage: mask-bench [options]
    Reads one request a line from standard input and answers each with one line; Benchmarks/compare-masks drives it.
      -m, --model FILE     GGUF file whose vocabulary is used; without one, texts are read byte by byte
      --reading NAME       specification (default), declared-order or generation
      --compact            no white space between tokens
      --processor-time     tell the processor's time, not the clock's: for a machine with other work
      --documents FILE     an object of schemas that references may name, by URI
      --file FILE          no requests: this schema, or .gbnf grammar, and tokens drawn under it
      --draw N             so many of them (50)
    A request: {"schema": "TEXT", "tests": [{"text": "TEXT", "ids": [N, …], "dump": [POSITION, …]}], "forced": false}
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
      case "-m", "--model": model = try value(of: flag)
      case "--reading":
        let name = try value(of: flag)
        guard let reading = Reading(rawValue: name) else {
          throw UsageError(message: "no reading '\(name)'; there are specification, declared-order and generation")
        }
        self.reading = reading
      case "--compact": isCompact = true
      case "--processor-time": usesProcessorTime = true
      case "--documents":
        let path = try value(of: flag)
        guard let data = FileManager.default.contents(atPath: path),
          case .object(let object)? = try? JSONValue(parsing: [UInt8](data))
        else { throw UsageError(message: "no JSON object in '\(path)'") }
        for (uri, document) in object { documents[uri] = document }
      case "--file": file = try value(of: flag)
      case "--draw":
        guard let count = Int(try value(of: flag)), count >= 0 else {
          throw UsageError(message: "--draw needs a count")
        }
        drawCount = count
      case "-h", "--help": help = true
      default: throw UsageError(message: "unknown option '\(flag)'")
      }
    }
  }

  var grammarOptions: GrammarOptions {
    var options = reading == .generation ? GrammarOptions() : GrammarOptions.validation
    if reading == .declaredOrder {
      options.propertyOrder = .schema
      options.escapesOnlyWhereNeeded = true
    }
    options.documents = documents
    options.whitespace = isCompact ? .compact : .flexible()
    return options
  }
}
