// SPDX-License-Identifier: Apache-2.0

/// What the process tells its caller.
enum ExitCode: Int32, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
  /// A schema or grammar cannot be compiled.
  case schema = 3
  /// The prompt does not fit the context.
  case context = 4
  /// The model is missing, unreadable or unsupported.
  case model = 5
  /// No complete value fits the number of tokens allowed.
  case incomplete = 6
  case interrupted = 130
}

/// A failure that a person can act on: one line that says what is wrong and what to do next.
struct CommandError: Error, Equatable {
  var code: ExitCode
  var message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
