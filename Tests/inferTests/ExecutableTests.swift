// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Runs the built program itself, for what only a process shows: exit codes, streams, closed pipes.
@Suite struct ExecutableTests {
  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The program lies beside the test bundle, which is the running executable.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("infer")

  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["INFER_MODEL"] = nil
    process.environment = variables.merging(environment) { $1 }
    let streams = (input: Pipe(), output: Pipe(), errors: Pipe())
    process.standardInput = streams.input
    process.standardOutput = streams.output
    process.standardError = streams.errors
    try process.run()
    try? streams.input.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? streams.input.fileHandleForWriting.close()
    let output = streams.output.fileHandleForReading.readDataToEndOfFile()
    let errors = streams.errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// An environment in which no model is found.
  static let noModel = ["HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"]

  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let code: Int32
    var errors: String = ""
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Case(arguments: ["--version"], code: 0),
    Case(arguments: ["--help"], code: 0),
    Case(arguments: ["help", "bench"], code: 0),
    Case(arguments: ["help", "bnch"], code: 2, errors: "unknown command 'bnch' (did you mean 'bench'?)"),
    Case(arguments: ["--nope"], code: 2, errors: "unknown option '--nope'"),
    Case(arguments: [], code: 2, errors: "no prompt: give -p TEXT"),
    Case(arguments: ["--raw"], code: 2, errors: "no prompt: give -p TEXT"),
    Case(arguments: ["-p", "x", "--raw", "-cnv"], code: 2, errors: "keep one of --raw and -cnv"),
    Case(arguments: ["-p", "x", "--raw", "-sys", "y"], code: 2, errors: "--raw has no place for instructions"),
    Case(arguments: ["chat", "--raw"], code: 2, errors: "unknown option '--raw'"),
    Case(arguments: ["-p", "x", "-m", "/etc/passwd"], code: 5, errors: "/etc/passwd: not a GGUF file"),
    Case(arguments: ["-p", "x", "-m", "/no/such.gguf"], code: 5, errors: "/no/such.gguf"),
    Case(arguments: ["show", "/etc/passwd"], code: 5, errors: "/etc/passwd: not a GGUF file"),
    Case(arguments: ["plan", "Atlantis"], code: 2, errors: "no landmark named \"Atlantis\"; did you mean "),
    Case(
      arguments: ["plan", "Joshua Tree", "--days", "0"], code: 2, errors: "--days must be a whole number from 1 to 7"),
    Case(arguments: ["plan"], code: 2, errors: "plan needs a landmark: "),
    Case(arguments: ["-p", "x", "-j", "{"], code: 3, errors: "--json-schema: JSON, line 1"),
    Case(arguments: ["bench", "-p", "x"], code: 2, errors: "-p must be whole numbers"),
  ])
  func exitCodes(_ line: Case) throws {
    let outcome = try Self.run(line.arguments)
    #expect(outcome.code == line.code)
    if line.code == 0 {
      #expect(!outcome.output.isEmpty && outcome.errors.isEmpty)
    } else {
      #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("infer: ") && outcome.errors.contains(line.errors))
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "one line")
    }
  }

  @Test func withoutAModelTheNextStepIsTold() throws {
    let outcome = try Self.run(["-p", "x"], environment: Self.noModel)
    // Run from a clone that has fetched a model, the program finds it beside itself.
    if outcome.code != 0 {
      #expect(outcome.code == 5)
      #expect(outcome.errors.contains("run tools/fetch-weights, pass --model FILE, or set INFER_MODEL"))
    }
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["--help"]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    try? output.fileHandleForWriting.close()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(text.isEmpty)
    let wasSignalled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE
    #expect(wasSignalled || process.terminationStatus == 141)
  }

  @Test func aFullDiskIsAnError() throws {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["--help"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(text == "infer: cannot write standard output: No space left on device\n")
  }
}
