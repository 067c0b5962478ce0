// SPDX-License-Identifier: Apache-2.0

/// What came of one case.
enum CaseVerdict: Sendable, Equatable {
  case passed
  /// With what was found and what was expected.
  case failed(String)
  /// Something that the case needs is not on this machine.
  case skipped(String)
}

/// One case with its verdict.
struct CaseOutcome: Sendable, Equatable {
  /// What the case is about, such as `templates`.
  let kind: String
  let name: String
  let verdict: CaseVerdict
}
