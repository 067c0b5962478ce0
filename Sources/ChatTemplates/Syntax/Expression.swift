// SPDX-License-Identifier: Apache-2.0

/// An expression and where it stands.
struct Expression: Sendable {
  indirect enum Form: Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(MarkedString)
    case name(String)
    case list([Expression])
    case tuple([Expression])
    case dictionary([(key: Expression, value: Expression)])
    /// `a.b`
    case member(Expression, String)
    /// `a[b]`
    case item(Expression, Expression)
    /// `a[b:c:d]`
    case slice(Expression, start: Expression?, end: Expression?, step: Expression?)
    case call(Expression, Arguments)
    case filter(Expression, FilterCall)
    case test(Expression, name: String, Arguments, isNegated: Bool)
    case not(Expression)
    case negative(Expression)
    case positive(Expression)
    case and([Expression])
    case or([Expression])
    /// `a < b <= c`: each pair must hold.
    case comparison(Expression, [(Comparison, Expression)])
    /// Operators of one precedence, applied from left to right.
    case arithmetic(Expression, [(Arithmetic, Expression)])
    /// `a if b else c`
    case conditional(Expression, condition: Expression, otherwise: Expression?)
  }

  let form: Form
  let location: SourceLocation
  /// Levels of expressions inside, itself included; bounded by the parser.
  let height: Int
}

enum Comparison: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, isIn, isNotIn
}

enum Arithmetic: Sendable {
  case add, subtract, concatenate, multiply, divide, floorDivide, remainder, power
}

/// The arguments of a call as written.
struct Arguments: Sendable {
  var positional: [Expression] = []
  var named: [(name: String, value: Expression)] = []

  var expressions: [Expression] { positional + named.map(\.value) }
}

struct FilterCall: Sendable {
  let name: String
  let arguments: Arguments
  let location: SourceLocation
}
