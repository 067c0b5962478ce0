// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON
import Quantization
import TransformerRuntime

/// What `infer quantize` says it has done.
struct QuantizationReport {
  let input: String
  let output: String
  let target: TensorType
  let tensors: [ModelQuantizer.Outcome]
  let originalByteCount: Int

  private var byteCount: Int { tensors.reduce(0) { $0 + $1.byteCount } }

  /// Over all tensors that have changed.
  private var total: QuantizationDifference {
    var total = QuantizationDifference()
    for tensor in tensors { if let difference = tensor.difference { total.add(difference) } }
    return total
  }

  /// - Parameter isComplete: whether each tensor has a line.
  func text(isComplete: Bool) -> String {
    var lines: [String] = []
    if isComplete {
      let rows = tensors.map { tensor -> [String] in
        let start = [tensor.name, tensor.from.name]
        guard let difference = tensor.difference else { return start + ["as it is"] }
        return start + [tensor.to.name] + figures(difference)
      }
      lines += TextTable([["tensor", "from", "to", "RMSE", "relative", "max"]] + rows).lines + [""]
    }
    let changed = tensors.filter { $0.difference != nil }
    let types = Dictionary(grouping: changed, by: \.to).map { ($0.key, $0.value.count) }
      .sorted { ($0.1, $0.0.rawValue) > ($1.1, $1.0.rawValue) }
      .map { "\($0.1) \($0.0.name)" }
    lines.append(
      "\(output): \(ModelReport.bytes(byteCount)) of weights, was \(ModelReport.bytes(originalByteCount)); "
        + "\(changed.count) of \(tensors.count) tensors changed"
        + (types.isEmpty ? "" : " (\(types.joined(separator: ", ")))"))
    if !changed.isEmpty {
      let figures = figures(total)
      lines.append("error: RMSE \(figures[0]) (\(figures[1]) of the weights' own), max \(figures[2])")
    }
    if let worst = changed.max(by: { relative($0) < relative($1) }), let difference = worst.difference, !isComplete {
      let figures = self.figures(difference)
      lines.append("worst: \(worst.name) as \(worst.to.name), RMSE \(figures[0]) (\(figures[1])), max \(figures[2])")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    let list = tensors.map { tensor -> JSONValue in
      var object: JSONObject = [
        "name": .string(tensor.name), "from": .string(tensor.from.name), "to": .string(tensor.to.name),
        "bytes": .number(JSONNumber(tensor.byteCount)),
      ]
      if let difference = tensor.difference { add(difference, to: &object) }
      return .object(object)
    }
    var object: JSONObject = [
      "input": .string(input), "output": .string(output), "type": .string(target.name),
      "bytes": .number(JSONNumber(byteCount)),
    ]
    add(total, to: &object)
    object["tensors"] = .array(list)
    return .object(object)
  }

  private func relative(_ tensor: ModelQuantizer.Outcome) -> Double { tensor.difference?.relative ?? 0 }

  private func add(_ difference: QuantizationDifference, to object: inout JSONObject) {
    object["rmse"] = .number(JSONNumber(difference.rootMeanSquare))
    object["relative_rmse"] = .number(JSONNumber(difference.relative))
    object["max_error"] = .number(JSONNumber(difference.greatest))
  }

  /// RMSE, relative RMSE and greatest error.
  private func figures(_ difference: QuantizationDifference) -> [String] {
    [
      String(format: "%.3g", difference.rootMeanSquare), String(format: "%.2f %%", difference.relative * 100),
      String(format: "%.3g", difference.greatest),
    ]
  }
}
