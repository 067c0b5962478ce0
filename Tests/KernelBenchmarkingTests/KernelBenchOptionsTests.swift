// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import KernelBenchmarking

@Suite struct KernelBenchOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try KernelBenchOptions([
      "-t", "3", "--isa", "avx2,portable", "--type", "Q4_K", "--kernel", "decode", "--seconds", "0.5", "--json",
    ])
    #expect(options.threads == 3)
    #expect(options.instructionSets == ["avx2", "portable"])
    #expect(options.types == ["Q4_K"])
    #expect(options.kernels == ["decode"])
    #expect(options.budget == 0.5)
    #expect(options.json)
    #expect(!options.help)
  }

  @Test(arguments: [
    (["--threads"], "--threads needs a value"),
    (["-t", "0"], "-t: '0' is not a number from 1 to 1024"),
    (["--seconds", "nan"], "--seconds: 'nan' is not a time in seconds"),
    (["--fast"], "unknown option '--fast'"),
  ])
  func mistakesAreNamed(arguments: [String], message: String) {
    do throws(KernelBenchOptions.UsageError) {
      _ = try KernelBenchOptions(arguments)
      Issue.record("accepted")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test(arguments: [["--type", "Q9"], ["--isa", "mmx"], ["--kernel", "decod"], ["-x"]])
  func unknownNamesGiveExitCodeTwo(arguments: [String]) {
    #expect(runKernelBenchmarks(arguments: arguments) == 2)
  }
}
