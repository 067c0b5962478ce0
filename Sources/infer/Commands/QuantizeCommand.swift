// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import OrderedJSON
import Quantization
import TransformerRuntime

/// `infer quantize IN OUT TYPE`: a model with its matrices in another type, and what that costs in precision.
struct QuantizeCommand {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let words = environment.arguments.positionals
    guard words.count == 3 else {
      throw UsageError(problems: ["quantize needs a model, the file to write, and a type"], command: .quantize)
    }
    let input = try ModelPath.find(environment, named: words[0])
    let output = words[1]
    let type = try type(named: words[2])
    let file = try ModelPath.open(input)
    try check(output, isNoPartOf: file, input)
    let plan: QuantizationPlan
    do throws(ModelError) {
      plan = try QuantizationPlan(file, target: type, requantizes: environment.arguments.has(.requantize))
    } catch {
      let isQuantised = file.tensor(error.subject)?.type.isQuantized ?? false
      throw CommandError(.model, "\(input): \(error)" + (isQuantised ? "; --requantize takes it all the same" : ""))
    }
    let progress = environment.makeProgress()
    let replaces = environment.arguments.has(.force)
    let threads = environment.arguments.integer(.threads) ?? ThreadPool.availableProcessorCount
    let (outcome, wasInterrupted) = await Interrupts.shared.run {
      Result {
        let pool = ThreadPool(threadCount: threads)
        return try ModelQuantizer(file, plan: plan, pool: pool).write(
          to: output, replaces: replaces,
          progress: { tensor, fraction in progress.show("quantizing \(tensor.name)", fraction: fraction) },
          shouldContinue: { !Task.isCancelled })
      }
    }
    progress.clear()
    switch outcome {
    case .success(let tensors):
      let report = QuantizationReport(
        input: input, output: output, target: type, tensors: tensors, originalByteCount: file.byteCount)
      let text =
        environment.arguments.has(.json)
        ? report.json.text(.pretty) + "\n" : report.text(isComplete: environment.isVerbose)
      if environment.arguments.has(.json) || !environment.isQuiet { try environment.output.write(text) }
      return .success
    case .failure where wasInterrupted: return .interrupted
    case .failure(let error): throw CommandError(.failure, "\(error)" + advice(error))
    }
  }

  private func type(named name: String) throws(CommandError) -> TensorType {
    let names = TensorType.quantizable.map(\.name)
    guard let type = TensorType(name: name), type.isQuantizable else {
      let near = suggestions(for: name.uppercased(), among: names, limit: 1).first
      let hint = near.map { "; did you mean \($0)?" } ?? ""
      throw CommandError(.usage, "no type '\(name)' to quantize to: there are \(names.joined(separator: ", "))\(hint)")
    }
    return type
  }

  /// Refuses an output that is one of the files being read, by whatever name.
  private func check(_ output: String, isNoPartOf file: GGUFFile, _ input: String) throws(CommandError) {
    guard let target = FileIdentity(output) else { return }
    for shard in file.shards where shard.path.flatMap(FileIdentity.init) == target {
      throw CommandError(.usage, "'\(output)' is the model being read; name another file")
    }
    if !environment.arguments.has(.force) {
      throw CommandError(.usage, "'\(output)' exists; --force replaces it")
    }
  }

  private func advice(_ error: any Error) -> String {
    guard case .file(let error)? = error as? ModelQuantizer.Failure, case .cannotWrite(ENOSPC) = error.kind else {
      return ""
    }
    return "; make room or write elsewhere"
  }
}
