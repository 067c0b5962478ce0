// SPDX-License-Identifier: Apache-2.0

/// Code to try out in an editor. It is checked here and never run.
@freestanding(declaration)
public macro Playground(_ name: String? = nil, body: @escaping @Sendable () async throws -> Void) =
  #externalMacro(module: "FoundationModelsMacros", type: "PlaygroundMacro")
