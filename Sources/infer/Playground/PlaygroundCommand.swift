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
    // A library would bring another copy of Swift's libraries with it.
    guard dlopen("libswiftCore.so", RTLD_LAZY | RTLD_NOLOAD) != nil else {
      throw CommandError(
        .failure,
        "this program has Swift's libraries in it and runs no playgrounds; build it without --static-swift-stdlib")
    }
    for file in files where !FileManager.default.isReadableFile(atPath: file) {
      throw CommandError(.failure, "cannot read '\(file)'; give the path of a Swift file")
    }
    let build = try PlaygroundBuild(environment, executable: Self.executable)
    let isRepeated = environment.output.isTerminal && !environment.arguments.has(.once)
    while true {
      let before = FileVersion.versions(of: build.files)
      // Until a save, when the blocks are to be run again.
      let outcome = await Interrupts.shared.run {
        do {
          return Result<ExitCode, any Error>.success(
            try await pass(build) { isRepeated && FileVersion.versions(of: build.files) != before })
        } catch {
          return .failure(error)
        }
      }
      if outcome.wasInterrupted { return .interrupted }
      guard isRepeated else { return try outcome.value.get() }
      if case .failure(let error as CommandError) = outcome.value {
        environment.errors.writeIgnoringErrors("infer: \(error.message)\n")
      }
      if FileVersion.versions(of: build.files) == before {
        environment.note("waiting for a change of \(build.files.joined(separator: ", ")); Ctrl-C ends")
      }
      while FileVersion.versions(of: build.files) == before { try await Task.sleep(for: .milliseconds(150)) }
      try environment.output.write("\n")
    }
  }

  /// Compiles the files and runs their blocks once.
  ///
  /// - Parameter isOutdated: asked while the blocks run; the run is given up when it says so.
  private func pass(_ build: PlaygroundBuild, until isOutdated: @escaping @Sendable () -> Bool) async throws -> ExitCode
  {
    let progress = environment.makeProgress()
    defer { progress.clear() }
    progress.show("compiling")
    let library = try await build.compile()
    defer { try? FileManager.default.removeItem(atPath: library) }
    progress.clear()
    var variables = environment.variables
    variables[Self.libraryVariable] = library
    if let model = environment.arguments.text(.model) { variables["INFER_MODEL"] = model }
    let child = ChildProcess(
      Self.executable, arguments: Array(CommandLine.arguments.dropFirst()), environment: variables)
    switch try await child.run(until: isOutdated) {
    case .exited(let code): return ExitCode(rawValue: code) ?? .failure
    case .givenUp: return .success
    case .killed(let signal):
      throw CommandError(
        .failure, "the playground was ended by signal \(signal) (\(String(cString: strsignal(signal))))")
    }
  }

  private static var executable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
