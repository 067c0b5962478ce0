// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

@testable import infer

@Suite struct ModelPathTests {
  @Test(arguments: [
    ([], "f16"), (["--cache-type", "q8_0"], "q8_0"), (["-ctk", "q8_0", "-ctv", "q8_0"], "q8_0"),
    (["--cache-type-k", "q8_0", "--cache-type-v", "q8_0"], "q8_0"), (["--cache-type", "q8_0", "-ctk", "q8_0"], "q8_0"),
    (["-ctk", "f16"], "f16"), (["--cache-type", "q8_0", "-ctk", "f16", "-ctv", "f16"], "f16"),
  ]) func cacheTypes(words: [String], type: String) throws {
    for command in ["chat", "bench", "perplexity", "plan"] {
      #expect(try ModelPath.cacheType(ArgumentParser.parse([command] + words)).rawValue == type)
    }
  }

  @Test(arguments: [["-ctk", "q8_0"], ["-ctv", "q8_0"], ["--cache-type", "q8_0", "-ctv", "f16"]])
  func keysAndValuesHaveOneType(_ words: [String]) throws {
    let arguments = try ArgumentParser.parse(["chat"] + words)
    let error = #expect(throws: CommandError.self) { try ModelPath.cacheType(arguments) }
    #expect(error?.code == .usage && error?.message.contains("q8_0") == true)
  }

  @Test func unknownTypesAreNamed() {
    #expect(throws: UsageError(problems: ["--cache-type-k must be one of f16, q8_0, not 'q4_0'"], command: .chat)) {
      try ArgumentParser.parse(["chat", "-ctk", "q4_0"])
    }
  }
}
