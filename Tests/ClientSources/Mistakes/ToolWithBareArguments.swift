// SPDX-License-Identifier: Apache-2.0
import FoundationModels

struct Shout: Tool {
  let description = "Shouts."
  func call(arguments: String) async throws -> String { arguments.uppercased() }
}
