// SPDX-License-Identifier: Apache-2.0

/// A regular expression over code points, as parsed.
indirect enum Pattern: Sendable, Hashable {
  case empty
  case set(CodePointSet)
  case sequence([Pattern])
  case choice([Pattern])
  /// `maximum` nil: without end.
  case repetition(Pattern, minimum: Int, maximum: Int?)
  /// `^`: only before the first character.
  case start
  /// `$`: only after the last.
  case end
  /// `\b`, or with false `\B`.
  case wordBoundary(Bool)
  /// `(?=…)`, or with false `(?!…)`: whether the text goes on with a match.
  case lookahead(Pattern, isPositive: Bool)
}

/// Whose rules a pattern follows.
package enum PatternDialect: Sendable, Hashable {
  /// ECMA-262 with the `u` flag, which JSON Schema names.
  case ecmaScript
  /// What Swift's `Regex` prints: also `\Q…\E`, nested character classes and set operations.
  case swift
}

/// Why a pattern cannot be used.
struct PatternError: Error, Hashable {
  enum Kind: Hashable {
    case syntax(String)
    case unsupported(String)
    case tooComplex
  }
  let kind: Kind
  /// Code points before the fault.
  let offset: Int

  var reason: String {
    switch kind {
    case .syntax(let text): "\(text) at character \(offset)"
    case .unsupported(let text): "\(text) is not supported, at character \(offset)"
    case .tooComplex: "the pattern needs too many states"
    }
  }
}
