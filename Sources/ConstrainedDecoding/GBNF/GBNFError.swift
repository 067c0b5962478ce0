// SPDX-License-Identifier: Apache-2.0

/// Why a grammar in GBNF cannot be used, and where.
package struct GBNFError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The text is not GBNF.
    case syntax(String)
    /// GBNF that this engine cannot enforce.
    case unsupported(String)
    /// A rule is referred to and nowhere defined.
    case undefinedRule(String, suggestion: String?)
    /// A rule is defined again; where it was first.
    case duplicateRule(String, firstLine: Int)
    /// No rule has the name of the root.
    case missingRoot(String, suggestion: String?)
    /// Rules that begin with each other, in order, the first one again at the end.
    case leftRecursion([String])
    /// No text ever completes the rule.
    case endlessRule(String)
    /// A class of characters without members.
    case emptyClass
    /// Repetition counts that are out of order or too large.
    case repetition(String)
    /// The grammar would need too much text, too many states or levels.
    case tooLarge(String)
  }
  package let kind: Kind
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int

  package init(kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  package var description: String { "grammar line \(line), column \(column): \(reason)" }

  private var reason: String {
    func hint(_ suggestion: String?) -> String { suggestion.map { "; did you mean \"\($0)\"?" } ?? "" }
    return switch kind {
    case .syntax(let what): what
    case .unsupported(let what): "\(what) not supported"
    case .undefinedRule(let name, let suggestion): "rule \"\(name)\" is not defined\(hint(suggestion))"
    case .duplicateRule(let name, let line): "rule \"\(name)\" is already defined in line \(line)"
    case .missingRoot(let name, let suggestion): "there is no rule \"\(name)\" to begin with\(hint(suggestion))"
    case .leftRecursion(let names):
      names.count == 2
        ? "rule \"\(names[0])\" begins with itself" : "rules begin with each other: \(names.joined(separator: " → "))"
    case .endlessRule(let name): "rule \"\(name)\" never ends"
    case .emptyClass: "the class has no characters"
    case .repetition(let what): what
    case .tooLarge(let what): "too large: \(what)"
    }
  }
}
