// SPDX-License-Identifier: Apache-2.0
import FoundationModels

actor Counter: Tool {
  let description = "Counts."
  @Generable struct Arguments { var by: Int }
  func call(arguments: Arguments) async throws -> String { "done" }
}
