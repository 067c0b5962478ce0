// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What every command needs to know of its surroundings.
struct Environment: Sendable {
  let arguments: ParsedArguments
  let variables: [String: String]
  let output: OutputStream
  let errors: OutputStream
  let outputStyle: Style
  let errorStyle: Style

  init(
    arguments: ParsedArguments, variables: [String: String] = ProcessInfo.processInfo.environment,
    output: OutputStream = .standard, errors: OutputStream = .error
  ) {
    self.arguments = arguments
    self.variables = variables
    self.output = output
    self.errors = errors
    let choice = arguments.text(.color)
    outputStyle = Style(choice: choice, isTerminal: output.isTerminal, environment: variables)
    errorStyle = Style(choice: choice, isTerminal: errors.isTerminal, environment: variables)
  }

  var isQuiet: Bool { arguments.has(.quiet) }
  var isVerbose: Bool { arguments.has(.verbose) && !isQuiet }

  func makeProgress() -> ProgressLine {
    ProgressLine(stream: errors, isEnabled: errors.isTerminal && !isQuiet, style: errorStyle)
  }

  /// A remark for the person at the terminal.
  func note(_ text: String) {
    if !isQuiet, errors.isTerminal { errors.writeIgnoringErrors("infer: \(text)\n") }
  }

  /// A line of `--verbose`.
  func detail(_ name: String, _ value: String) {
    guard isVerbose else { return }
    let label = (name + ":").padding(toLength: 22, withPad: " ", startingAt: 0)
    errors.writeIgnoringErrors(errorStyle.dim(label + value) + "\n")
  }
}
