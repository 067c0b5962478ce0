// SPDX-License-Identifier: Apache-2.0

/// Why a chat template could not be read or rendered, and where.
package struct TemplateError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The text is not a template; what was found or missing.
    case syntax(String)
    /// The template called `raise_exception`; its own message.
    case raised(String)
    /// A value that does not exist was used for more than printing or asking about it.
    case undefined(String)
    /// An operation does not take such values.
    case type(String)
    case unknownName(kind: String, name: String)
    /// Expressions, blocks, calls or values are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// Rendering takes more steps than the limit.
    case tooManySteps(limit: Int)
    /// The template, a string or the output is longer than the limit, in Unicode scalars.
    case tooLong(limit: Int)
    /// All that rendering makes takes more bytes than the limit.
    case tooMuchMemory(limit: Int)
  }

  package let kind: Kind
  package let location: SourceLocation

  package init(_ kind: Kind, at location: SourceLocation) {
    self.kind = kind
    self.location = location
  }
}

/// A place in a template; both numbers start at 1, columns count Unicode scalars.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension TemplateError: CustomStringConvertible {
  package var description: String {
    if case .raised(let message) = kind { return "the chat template refuses the conversation: \(message)" }
    return "chat template, line \(location.line), column \(location.column): \(reason)"
  }

  private var reason: String {
    switch kind {
    case .syntax(let message), .raised(let message), .undefined(let message), .type(let message): message
    case .unknownName(let kind, let name): "unknown \(kind) '\(name)'"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooManySteps(let limit): "rendering takes more than \(limit) steps"
    case .tooLong(let limit): "text longer than \(limit) characters"
    case .tooMuchMemory(let limit): "rendering takes more than \(limit >> 20) MB of memory"
    }
  }
}
