// SPDX-License-Identifier: Apache-2.0
import Glibc
import OrderedJSON

/// Collects the rows and prints each as it comes.
struct BenchmarkTable {
  /// Most GB/s that the machine was seen to read with as many threads.
  private let readBandwidth: Double
  let threads: Int
  let prints: Bool
  private var rows: [BenchmarkRow] = []

  init(readBandwidth: Double, threads: Int, prints: Bool) {
    self.readBandwidth = readBandwidth
    self.threads = threads
    self.prints = prints
    if prints {
      print("read bandwidth with \(threads) threads: \(Self.fixed(readBandwidth, 1)) GB/s\n")
      show(["kernel", "type", "isa", "shape", "ms", "GB/s", "GFLOP/s", "limit", "reached", "error"])
    }
  }

  var allRight: Bool { rows.allSatisfy(\.isRight) }

  mutating func add(_ row: BenchmarkRow) {
    rows.append(row)
    guard prints else { return }
    show([
      row.kernel, row.type, row.instructionSet, row.shape, Self.fixed(row.seconds * 1e3, 3),
      row.bytes > 0 ? Self.fixed(row.gigabytesPerSecond, 1) : "",
      row.operations > 0 ? Self.fixed(row.gigaoperationsPerSecond, 1) : "", Self.unit(row.limit),
      Self.fixed(100 * row.shareOfLimit, 0) + " %",
      (row.isRight ? "" : "WRONG ") + Self.short(row.error),
    ])
  }

  /// Everything, for `--json`.
  var json: JSONValue {
    var object = JSONObject()
    object["read_bandwidth_gb_per_s"] = .number(JSONNumber(readBandwidth))
    object["threads"] = .number(JSONNumber(threads))
    object["results"] = .array(rows.map(\.json))
    return .object(object)
  }

  private func show(_ cells: [String]) {
    let widths = [18, 8, 9, 36, 10, 8, 9, 14, 8, 9]
    let line = zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index < 4 ? cell.0 + padding : padding + cell.0
    }
    print(line.joined(separator: " "))
    fflush(nil)
  }

  private static func unit(_ limit: BenchmarkLimit) -> String {
    switch limit {
    case .bandwidth(let value): fixed(value, 1) + " GB/s"
    case .arithmetic(let value): fixed(value, 0) + " GFLOP/s"
    }
  }

  /// With that many decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let power = (0..<decimals).reduce(1.0) { result, _ in result * 10 }
    let scaled = Int((abs(value) * power).rounded())
    let unit = Int(power)
    let fraction = String(scaled % unit)
    let sign = value < 0 ? "-" : ""
    if decimals == 0 { return sign + String(scaled) }
    return sign + "\(scaled / unit)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// Two significant digits, such as `3.1e-06`.
  static func short(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "\(value)" }
    var exponent = 0
    var mantissa = value
    while mantissa < 1 {
      mantissa *= 10
      exponent -= 1
    }
    while mantissa >= 10 {
      mantissa /= 10
      exponent += 1
    }
    return fixed(mantissa, 1) + "e\(exponent)"
  }
}
