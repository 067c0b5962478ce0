// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import OrderedJSON
import TransformerRuntime

/// One row of a benchmark: a prompt of a length, or a generation of a length, after some tokens that are not timed.
struct BenchTest: Equatable {
  var promptTokens: Int
  var generatedTokens: Int
  var depth = 0

  /// Tokens that are timed.
  var tokenCount: Int { promptTokens + generatedTokens }
  var name: String {
    (promptTokens > 0 ? "pp\(promptTokens)" : "tg\(generatedTokens)") + (depth > 0 ? " @ d\(depth)" : "")
  }
}

/// The times of a test's repetitions.
struct BenchResult: Equatable {
  let test: BenchTest
  let seconds: [Double]

  var rates: [Double] { seconds.map { Double(test.tokenCount) / max($0, 1e-9) } }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }

  /// The middle value, or the mean of the two in the middle; 0 of none.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return mean(Array(sorted[(sorted.count - 1) / 2...sorted.count / 2]))
  }

  /// Of a sample: divided by n − 1. Of a single value: 0.
  static func standardDeviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = mean(values)
    return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count - 1)).squareRoot()
  }
}

/// Results in llama-bench's table, or with its field names.
struct BenchReport {
  enum Form: String { case markdown = "md", json, jsonLines = "jsonl", csv }

  let form: Form
  private let columns: [(name: String, value: String)]
  private let fields: JSONObject
  private var isFirst = true

  init(form: Form, file: GGUFFile, path: String, model: TransformerModel) {
    self.form = form
    let architecture = file.metadata.string("general.architecture") ?? "unknown"
    let label = file.metadata.string("general.size_label") ?? ""
    let parameters = file.tensors.reduce(0) { $0 + $1.elementCount }
    let weights = file.tensors.reduce(0) { $0 + $1.byteCount }
    let bulk = Dictionary(grouping: file.tensors, by: \.type).mapValues { $0.reduce(0) { $0 + $1.byteCount } }
      .max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key.name
    let kind = [architecture, label, bulk ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let threads = model.pool.threadCount
    let backend = "CPU " + InstructionSet.active.rawValue
    columns = [
      ("model", GGUFError.printable(kind)), ("size", "\(TimingReport.decimal(Double(weights) / 1_048_576, 2)) MiB"),
      ("params", "\(TimingReport.decimal(Double(parameters) / 1e6, 2)) M"), ("backend", backend),
      ("threads", "\(threads)"),
    ]
    fields = [
      "engine": "infer", "engine_version": .string(HelpText.version), "cpu_info": .string(Self.processorName),
      "backends": .string(backend), "model_filename": .string(path), "model_type": .string(kind),
      "model_size": .number(JSONNumber(weights)), "model_n_params": .number(JSONNumber(parameters)),
      "n_threads": .number(JSONNumber(threads)),
    ]
  }

  private static var processorName: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.flatMap { $0.split(separator: ":").last }.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
  }

  // MARK: Text

  var head: String {
    switch form {
    case .json: return "[\n"
    case .jsonLines: return ""
    case .csv: return Self.csvLine(Array(record(nil).keys))
    case .markdown:
      let names = columns.map(\.name) + ["test", "t/s"]
      return Self.markdownLine(names, columns) + "| ------ | ---: | ---: | ------ | ---: | ---: | ---: |\n"
    }
  }

  mutating func row(_ result: BenchResult) -> String {
    defer { isFirst = false }
    switch form {
    case .markdown:
      let mean = TimingReport.decimal(BenchResult.mean(result.rates), 2)
      let deviation = TimingReport.decimal(BenchResult.standardDeviation(result.rates), 2)
      return Self.markdownLine(columns.map(\.value) + [result.test.name, "\(mean) ± \(deviation)"], columns)
    case .json:
      let lines = JSONValue.object(record(result)).text(.pretty).split(separator: "\n")
      return (isFirst ? "" : ",\n") + lines.map { "  \($0)" }.joined(separator: "\n")
    case .jsonLines: return JSONValue.object(record(result)).text() + "\n"
    case .csv:
      return Self.csvLine(
        record(result).map { entry in entry.value.stringValue ?? entry.value.text() })
    }
  }

  var tail: String { form == .json ? (isFirst ? "]\n" : "\n]\n") : "" }

  /// llama-bench's fields; without a result, for their names.
  private func record(_ result: BenchResult?) -> JSONObject {
    func number(_ value: Double) -> JSONValue { .number(JSONNumber((value * 1e6).rounded() / 1e6)) }
    func nanoseconds(_ value: Double) -> JSONValue { .number(JSONNumber(Int((value * 1e9).rounded()))) }
    let seconds = result?.seconds ?? []
    let rates = result?.rates ?? []
    var record = fields
    record["n_prompt"] = .number(JSONNumber(result?.test.promptTokens ?? 0))
    record["n_gen"] = .number(JSONNumber(result?.test.generatedTokens ?? 0))
    record["n_depth"] = .number(JSONNumber(result?.test.depth ?? 0))
    record["max_rss"] = .number(JSONNumber(result == nil ? 0 : TimingReport.peakMemory ?? 0))
    record["test_time"] = .string(Date.now.ISO8601Format())
    record["avg_ns"] = nanoseconds(BenchResult.mean(seconds))
    record["stddev_ns"] = nanoseconds(BenchResult.standardDeviation(seconds))
    record["avg_ts"] = number(BenchResult.mean(rates))
    record["stddev_ts"] = number(BenchResult.standardDeviation(rates))
    if form != .csv {
      record["samples_ns"] = .array(seconds.map(nanoseconds))
      record["samples_ts"] = .array(rates.map(number))
    }
    return record
  }

  private static func markdownLine(_ cells: [String], _ columns: [(name: String, value: String)]) -> String {
    let widths = columns.map { max($0.name.count, $0.value.count) } + [12, 20]
    let padded = zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return [0, 3].contains(index) ? cell.0 + padding : padding + cell.0
    }
    return "| " + padded.joined(separator: " | ") + " |\n"
  }

  private static func csvLine(_ cells: [String]) -> String {
    cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
  }
}
