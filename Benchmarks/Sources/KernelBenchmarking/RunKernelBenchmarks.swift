// SPDX-License-Identifier: Apache-2.0
import Glibc
import Kernels
import OrderedJSON
import Quantization

/// Runs `kernel-bench` and returns its exit code: 0, 1 when a result is wrong, 2 when the arguments are.
public func runKernelBenchmarks(arguments: [String]) -> Int32 {
  let options: KernelBenchOptions
  let plan: KernelBenchPlan
  do {
    options = try KernelBenchOptions(arguments)
    plan = try KernelBenchPlan(options)
  } catch {
    complain(error.message)
    return 2
  }
  if options.help {
    print(KernelBenchOptions.usage)
    return 0
  }
  let contexts = plan.contexts(options)
  guard let limits = MachineLimits(pool: contexts[0].pool) else {
    complain("not enough memory to measure with")
    return 1
  }
  var table = BenchmarkTable(
    readBandwidth: limits.readBandwidth(), threads: contexts[0].pool.threadCount, prints: !options.json)
  for type in plan.types { MultiplyBenchmark(type: type).run(contexts, limits) { table.add($0) } }
  if options.types.isEmpty {
    AttentionBenchmark().run(contexts, limits) { table.add($0) }
    RowOperationBenchmark().run(contexts, limits) { table.add($0) }
  }
  if options.json { print(table.json.text(.pretty)) }
  return table.allRight ? 0 : 1
}

private func complain(_ message: String) {
  let line = "kernel-bench: \(message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}

/// The choices in the options, checked.
struct KernelBenchPlan {
  let instructionSets: [InstructionSet]
  let types: [TensorType]
  let kernels: Set<String>

  init(_ options: KernelBenchOptions) throws(KernelBenchOptions.UsageError) {
    var sets: [InstructionSet] = []
    for name in options.instructionSets {
      guard let set = InstructionSet(rawValue: name), InstructionSet.supported.contains(set) else {
        let names = InstructionSet.supported.map(\.rawValue).joined(separator: ", ")
        throw .init(message: "no instruction set '\(name)' on this processor; it has \(names)")
      }
      sets.append(set)
    }
    instructionSets = sets.isEmpty ? InstructionSet.supported.reversed() : sets

    var types: [TensorType] = []
    for name in options.types {
      guard let type = TensorType(name: name) else {
        throw .init(
          message: "no type '\(name)'; there are \(MultiplyBenchmark.types.map(\.name).joined(separator: ", "))")
      }
      types.append(type)
    }
    self.types = types.isEmpty ? MultiplyBenchmark.types : types

    let known = MultiplyBenchmark.kernels + AttentionBenchmark.kernels + RowOperationBenchmark.kernels
    for name in options.kernels where !known.contains(name) {
      throw .init(message: "no kernel '\(name)'; there are \(known.joined(separator: ", "))")
    }
    kernels = Set(options.kernels.isEmpty ? known : options.kernels)
  }

  func contexts(_ options: KernelBenchOptions) -> [BenchmarkContext] {
    instructionSets.map { set in
      BenchmarkContext(
        pool: ThreadPool(threadCount: options.threads, instructionSet: set), budget: options.budget,
        wants: kernels.contains)
    }
  }
}
