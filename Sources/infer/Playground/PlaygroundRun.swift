// SPDX-License-Identifier: Apache-2.0
import Foundation
import PlaygroundSymbols
import Playgrounds

/// The child's part: loads the library and runs the blocks of the files, in order.
struct PlaygroundRun {
  let environment: Environment
  let library: String

  func run() async throws -> ExitCode {
    guard let handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL) else {
      throw CommandError(.failure, "cannot load the compiled playground: \(String(cString: dlerror()))")
    }
    let blocks = environment.arguments.positionals.flatMap { found(in: $0, handle) }
    let chosen = blocks.filter { isWanted($0) }
    if chosen.isEmpty { throw CommandError(.failure, nothingToRun(blocks)) }
    var code = ExitCode.success
    for block in chosen where await !run(block) { code = .failure }
    return code
  }

  /// The blocks of one file: wherever it says `#Playground`, the library is asked for one.
  private func found(in file: String, _ handle: UnsafeMutableRawPointer) -> [PlaygroundBlock] {
    guard let source = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    let fileID = "\(PlaygroundBuild.module)/\(URL(fileURLWithPath: file).lastPathComponent)"
    return PlaygroundPlace.all(in: source).compactMap { place in
      let symbol = PlaygroundSymbol(file: fileID, line: place.line, column: place.column)
      guard let address = dlsym(handle, symbol.name) else { return nil }
      let make = unsafeBitCast(address, to: (@convention(c) () -> UnsafeMutableRawPointer).self)
      return PlaygroundBlock.take(make())
    }
  }

  private func isWanted(_ block: PlaygroundBlock) -> Bool {
    let wanted = environment.arguments.texts(.only)
    return wanted.isEmpty || wanted.contains { $0 == block.name || Int($0) == block.line }
  }

  private func nothingToRun(_ blocks: [PlaygroundBlock]) -> String {
    if blocks.isEmpty { return "no #Playground in \(environment.arguments.positionals.joined(separator: ", "))" }
    let names = blocks.map { $0.name.map { "'\($0)'" } ?? "line \($0.line)" }.joined(separator: ", ")
    return "no such block; there are: \(names)"
  }

  private func write(_ text: String) { environment.output.writeIgnoringErrors(text) }

  /// Runs one block, printing values as they come.
  ///
  /// - Returns: whether it came to its end.
  @MainActor private func run(_ block: PlaygroundBlock) async -> Bool {
    let style = environment.outputStyle
    let file = block.file.split(separator: "/").last ?? ""
    let title = block.name ?? "Playground"
    write("\(style.bold(title)) \(style.dim("\(file):\(block.line)"))\n")
    let log = PlaygroundLog { entry in
      let number = style.dim(String(repeating: " ", count: max(0, 4 - String(entry.line).count)) + "\(entry.line)")
      let text = entry.text.replacing("\n", with: "\n      ")
      write("\(number)  \(style.cyan(entry.label)) = \(text)\n")
    }
    do {
      try await block.run(reportingTo: log)
      return true
    } catch {
      let text = (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
      write("      \(style.red("error:")) \(text)\n")
      return false
    }
  }
}
