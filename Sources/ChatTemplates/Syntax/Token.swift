// SPDX-License-Identifier: Apache-2.0

/// A lexical element of a template.
struct Token: Equatable {
  enum Form: Equatable {
    /// Text between tags, white space control applied.
    case data(MarkedString)
    /// `{{` and `}}`.
    case outputBegin
    case outputEnd
    /// `{%` and `%}`.
    case blockBegin
    case blockEnd
    case name(String)
    case string(MarkedString)
    case int(Int)
    case double(Double)
    case symbol(Symbol)
    case end
  }

  var form: Form
  var location: SourceLocation
}

/// The operators and punctuation inside tags, longest first where one begins another.
enum Symbol: String, CaseIterable {
  case doubleSlash = "//"
  case doubleStar = "**"
  case equal = "=="
  case notEqual = "!="
  case greaterOrEqual = ">="
  case lessOrEqual = "<="
  case plus = "+"
  case minus = "-"
  case slash = "/"
  case star = "*"
  case percent = "%"
  case tilde = "~"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case greater = ">"
  case less = "<"
  case assign = "="
  case dot = "."
  case colon = ":"
  case pipe = "|"
  case comma = ","
  case semicolon = ";"
}
