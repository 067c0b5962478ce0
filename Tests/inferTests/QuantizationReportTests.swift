// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat
import Kernels
import Quantization
import TestSupport
import Testing
import TransformerRuntime

@testable import infer

/// `infer quantize` as a person meets it: what it says, and what it refuses to touch.
@Suite struct QuantizationReportTests {
  private func makeModel(at path: String) throws {
    var writer = GGUFWriter()
    writer.set("general.architecture", .string("llama"))
    var generator = SeededGenerator(seed: 2)
    for (name, dimensions) in [("token_embd.weight", [64, 8]), ("output_norm.weight", [64])] {
      let count = dimensions.reduce(1, *)
      writer.add(
        name, dimensions: dimensions, floats: (0..<count).map { _ in Float.random(in: -1...1, using: &generator) })
    }
    try writer.write(to: path)
  }

  private func run(_ words: [String]) async throws -> ExitCode {
    let arguments = try ArgumentParser.parse(["quantize"] + words + ["-q"])
    return try await QuantizeCommand(Environment(arguments: arguments)).run()
  }

  @Test func filesAreWrittenOnceAndInputsNever() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-quantize-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output, link) = (folder.path + "/in.gguf", folder.path + "/out.gguf", folder.path + "/link.gguf")
    try makeModel(at: input)
    #expect(try await run([input, output, "q8_0"]) == .success)
    #expect(try GGUFFile(path: output).tensor("token_embd.weight")?.type == .q8_0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    for (words, message) in [
      ([input, output, "Q8_0"], "exists; --force replaces it"), ([input, input, "Q8_0", "--force"], "being read"),
      ([input, link, "Q8_0", "--force"], "being read"), ([input, folder.path + "/x", "Q4_X"], "no type 'Q4_X'"),
      ([output, folder.path + "/x", "F16"], "--requantize takes it all the same"),
      ([input, folder.path + "/none/x", "Q4_0"], "cannot write the file"),
    ] {
      do {
        _ = try await run(words)
        Issue.record("done: \(words)")
      } catch let error as CommandError {
        #expect(error.message.contains(message), "\(error.message)")
      }
    }
    #expect(try await run([input, output, "F16", "--force"]) == .success)
    #expect(try GGUFFile(path: output).tensor("token_embd.weight")?.type == .f16)
    #expect(try GGUFFile(path: input).tensor("token_embd.weight")?.type == .f32)
    await #expect(throws: UsageError.self) { try await run([input, output]) }
  }

  @Test func theReportTellsSizesAndErrors() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("in.gguf").path
      try makeModel(at: path)
      let file = try GGUFFile(path: path)
      let tensors = try ModelQuantizer(
        file, plan: QuantizationPlan(file, target: .q8_0), pool: ThreadPool(threadCount: 1)
      ).write(to: folder.appendingPathComponent("out.gguf").path, replaces: false)
      let report = QuantizationReport(
        input: path, output: "out.gguf", target: .q8_0, tensors: tensors, originalByteCount: file.byteCount)
      let text = report.text(isComplete: false)
      #expect(text.contains("1 of 2 tensors changed (1 Q8_0)") && text.contains("error: RMSE 0.00"))
      #expect(report.text(isComplete: true).contains("output_norm.weight  F32   as it is"))
      #expect(report.json["tensors"]?.arrayValue?.count == 2)
      #expect(report.json["rmse"]?.doubleValue ?? 1 < 0.01)
    }
  }
}
