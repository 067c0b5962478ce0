// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import OrderedJSON

/// `infer show`: a summary, the metadata and the tensors of a model file.
struct ShowCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() throws {
    let path = try ModelPath.find(environment, named: environment.arguments.positionals.first)
    let report = ModelReport(file: try ModelPath.open(path), path: path)
    let isComplete = environment.arguments.has(.verbose)
    if environment.arguments.has(.json) {
      try environment.output.write(report.json(isComplete: isComplete).text(.pretty) + "\n")
    } else {
      try environment.output.write(text(of: report, isComplete: isComplete))
    }
  }

  func text(of report: ModelReport, isComplete: Bool) -> String {
    let style = environment.outputStyle
    var lines = rows(report.summary)
    lines += ["", style.bold("Metadata")] + rows(report.metadataRows(isComplete: isComplete))
    lines += ["", style.bold("Tensors")]
    let tensors = report.tensorRows(isComplete: isComplete)
    let cells = tensors.map { row in
      [
        row.name, row.type.name, row.dimensions.map(String.init).joined(separator: " × "),
        row.count > 1 ? "× \(row.count)" : "", ModelReport.bytes(row.byteCount),
      ]
    }
    lines += TextTable(cells, alignRight: [4]).lines.map { "  " + $0 }
    if !isComplete { lines += ["", style.dim("-v shows every value and tensor in full.")] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func rows(_ rows: [(name: String, value: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      let padding = String(repeating: " ", count: width - name.count)
      return "  \(environment.outputStyle.cyan(name))\(padding)  \(value)"
    }
  }
}
