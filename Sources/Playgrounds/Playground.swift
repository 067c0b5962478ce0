// SPDX-License-Identifier: Apache-2.0

/// A block of code to try things in, beside the code that it is about.
///
/// ```swift
/// import FoundationModels
/// import Playgrounds
///
/// #Playground("Names") {
///   let session = LanguageModelSession()
///   let answer = try await session.respond(to: "Three names for a cat")
/// }
/// ```
///
/// `infer playground FILE.swift` runs the blocks of a file and shows what each line gave, again after each save. In a program
/// the block is compiled and never runs.
///
/// - Parameters:
///   - name: What the block is called in the output.
///   - body: The code. It may throw, which ends the block, and wait.
@freestanding(declaration)
public macro Playground(_ name: String? = nil, body: @escaping @MainActor () async throws -> Void) =
  #externalMacro(module: "FoundationModelsMacros", type: "PlaygroundMacro")
