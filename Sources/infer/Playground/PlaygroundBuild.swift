// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Compiles Swift files with `#Playground` blocks into a library, against the modules that this program was built with.
struct PlaygroundBuild: Sendable {
  /// The module's name; `#fileID` in the files begins with it.
  static let module = "PlaygroundFiles"

  let files: [String]
  private let settings: [String]
  private let modules: ModulePlaces
  private let errors: OutputStream

  /// - Throws: `CommandError` when the modules are not where the build puts them.
  init(_ environment: Environment, executable: String) throws {
    let arguments = environment.arguments
    files = arguments.positionals
    errors = environment.errors
    // Regular expressions between slashes are part of Swift 6, and on in the Swift 5 projects that Xcode makes.
    var settings = ["-swift-version", arguments.text(.swiftVersion) ?? "5", "-enable-bare-slash-regex"]
    if arguments.has(.mainActor) { settings += ["-default-isolation", "MainActor"] }
    self.settings = settings
    modules = try ModulePlaces(executable: executable)
  }

  /// - Returns: the library's path, for the caller to remove.
  /// - Throws: `CommandError`, after what the compiler said was printed; `CancellationError`.
  func compile() async throws -> String {
    let library = FileManager.default.temporaryDirectory
      .appendingPathComponent("infer-playground-\(UUID().uuidString).so").path
    let compiler = ChildProcess(
      "/usr/bin/env",
      arguments: [
        "swiftc", "-emit-library", "-o", library, "-module-name", Self.module, "-parse-as-library", "-Onone",
        "-suppress-warnings",
      ] + settings + modules.compilerArguments + files,
      environment: ProcessInfo.processInfo.environment)
    let output = Pipe()
    compiler.collectOutput(in: output)
    // Read while it runs, so that much output does not stop it.
    async let text = Task.detached {
      String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    .value
    let outcome = try await compiler.run()
    try? output.fileHandleForWriting.close()
    let said = await text
    if outcome == .givenUp { throw CancellationError() }
    guard outcome == .exited(0) else {
      if outcome == .exited(127) { throw CommandError(.failure, "no 'swiftc' on PATH; playgrounds need the toolchain") }
      errors.writeIgnoringErrors(said)
      throw CommandError(.failure, "the playground does not compile; the compiler's messages are above")
    }
    return library
  }
}
