// SPDX-License-Identifier: Apache-2.0
import Foundation

/// `infer playground`: runs the `#Playground` blocks of Swift files and shows what each line gave; on a terminal, again after
/// each save.
///
/// The files are compiled into a library that a child process loads, so that a trap in a block ends the child alone. The
/// child is this program too, told by an environment variable what to load.
struct PlaygroundCommand {
  /// Names the library, for the child.
  static let libraryVariable = "INFER_PLAYGROUND_LIBRARY"

  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  func run() async throws -> ExitCode {
    let files = environment.arguments.positionals
    guard !files.isEmpty else {
      throw UsageError(problems: ["playground needs a Swift file"], command: .playground)
    }
    if let library = environment.variables[Self.libraryVariable] {
      return try await PlaygroundRun(environment: environment, library: library).run()
    }
    for file in files where !FileManager.default.isReadableFile(atPath: file) {
      throw CommandError(.failure, "cannot read '\(file)'; give the path of a Swift file")
    }
    let build = try PlaygroundBuild(environment, executable: Self.executable)
    defer { build.removeProducts() }
    let isRepeated = environment.output.isTerminal && !environment.arguments.has(.once)
    guard isRepeated else { return try await pass(build).code }
    return try await watch(build)
  }

  /// Runs the blocks after each save until Ctrl-C.
  private func watch(_ build: PlaygroundBuild) async throws -> ExitCode {
    while true {
      let before = FileVersion.versions(of: build.files)
      let outcome = await Interrupts.shared.run { () -> (code: ExitCode, error: CommandError?) in
        do {
          return (try await pass(build, until: { FileVersion.versions(of: build.files) != before }).code, nil)
        } catch {
          return (.failure, error as? CommandError ?? CommandError(.failure, "\(error)"))
        }
      }
      if outcome.wasInterrupted { return .interrupted }
      if let error = outcome.value.error { environment.errors.writeIgnoringErrors("infer: \(error.message)\n") }
      environment.note("waiting for a change of \(build.files.count == 1 ? build.files[0] : "the files"); Ctrl-C ends")
      while FileVersion.versions(of: build.files) == before { try await Task.sleep(for: .milliseconds(150)) }
      try environment.output.write("\n")
    }
  }

  /// Compiles the files and runs their blocks once.
  ///
  /// - Parameter isOutdated: asked while the blocks run; the run is given up when it says so.
  private func pass(
    _ build: PlaygroundBuild, until isOutdated: @escaping @Sendable () -> Bool = { false }
  ) async throws -> (code: ExitCode, wasGivenUp: Bool) {
    let progress = environment.makeProgress()
    progress.show("compiling")
    let compiled = await Task { try await build.compile() }.result
    progress.clear()
    let library = try compiled.get()
    defer { try? FileManager.default.removeItem(atPath: library) }
    var variables = environment.variables
    variables[Self.libraryVariable] = library
    if let model = environment.arguments.text(.model) { variables["INFER_MODEL"] = model }
    let child = ChildProcess(
      Self.executable, arguments: Array(CommandLine.arguments.dropFirst()), environment: variables)
    switch try await child.run(until: isOutdated) {
    case .exited(let code): return (ExitCode(rawValue: code) ?? .failure, false)
    case .givenUp: return (.success, true)
    case .killed(let signal):
      throw CommandError(
        .failure, "the playground was ended by signal \(signal) (\(String(cString: strsignal(signal))))")
    }
  }

  private static var executable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
