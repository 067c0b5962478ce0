// SPDX-License-Identifier: Apache-2.0

/// A statement of a template.
indirect enum Statement: Sendable {
  case text(MarkedString)
  case output(Expression)
  case conditional([(condition: Expression, body: [Statement])], otherwise: [Statement])
  case loop(Loop)
  case set(Target, Expression)
  /// `{% set name %}…{% endset %}`, and with filters.
  case capture(Target, [FilterCall], [Statement])
  case macro(MacroDefinition)
  /// `{% call(a) macro(…) %}…{% endcall %}`
  case call(MacroDefinition, Expression)
  /// `{% filter upper %}…{% endfilter %}`
  case filter([FilterCall], [Statement])
  /// A body with names of its own: `with`, and `generation`, which marks the model's own text for training.
  case scoped([(Target, Expression)], [Statement])
  case breakLoop
  case continueLoop
}

/// What an assignment writes to.
enum Target: Sendable {
  case name(String)
  /// A member of a namespace.
  case member(String, String, SourceLocation)
  case tuple([String], SourceLocation)
}

/// `{% for a, b in items if condition %}…{% else %}…{% endfor %}`
struct Loop: Sendable {
  let target: Target
  let items: Expression
  let condition: Expression?
  let body: [Statement]
  let otherwise: [Statement]
}

/// `{% macro name(a, b=1) %}…{% endmacro %}`
struct MacroDefinition: Sendable {
  let name: String
  let parameters: [(name: String, standard: Expression?)]
  let body: [Statement]
  let location: SourceLocation
}
