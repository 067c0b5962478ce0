// SPDX-License-Identifier: Apache-2.0

extension Interpreter {
  /// The value of an expression.
  ///
  /// Each group of forms has a function of its own that is not inlined: a recursion then pays only for the frame of the
  /// forms that are in it, and fits threads with small stacks.
  func evaluate(_ expression: Expression) throws(TemplateError) -> Value {
    location = expression.location
    try enter()
    defer { leave() }
    switch expression.form {
    case .none: return .none
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .string(let text): return .string(text)
    case .name(let name): return try lookUp(name)
    case .list, .tuple, .dictionary: return try evaluateContainer(expression)
    case .member, .item, .slice: return try evaluateAccess(expression)
    case .call, .filter, .test: return try evaluateCall(expression)
    case .comparison, .arithmetic: return try evaluateChain(expression)
    case .not, .negative, .positive, .and, .or, .conditional: return try evaluateOperator(expression)
    }
  }

  @inline(never)
  private func evaluateContainer(_ expression: Expression) throws(TemplateError) -> Value {
    switch expression.form {
    case .list(let items): try list(try evaluate(all: items))
    case .tuple(let items): try list(try evaluate(all: items), kind: .tuple)
    case .dictionary(let members): try dictionary(members)
    default: .none
    }
  }

  @inline(never)
  private func evaluateAccess(_ expression: Expression) throws(TemplateError) -> Value {
    switch expression.form {
    case .member(let object, let name):
      let value = try evaluate(object)
      location = expression.location
      return try member(name, of: value)
    case .item(let object, let key):
      let value = try evaluate(object)
      let index = try evaluate(key)
      location = expression.location
      return try item(index, of: value)
    case .slice(let object, let start, let end, let step):
      let value = try evaluate(object)
      let bounds = (try evaluate(optional: start), try evaluate(optional: end), try evaluate(optional: step))
      location = expression.location
      return try slice(value, bounds.0, bounds.1, bounds.2)
    default: return .none
    }
  }

  @inline(never)
  private func evaluateCall(_ expression: Expression) throws(TemplateError) -> Value {
    switch expression.form {
    case .call(let callee, let arguments):
      let function = try evaluate(callee)
      let evaluated = try evaluate(arguments)
      location = expression.location
      return try call(function, evaluated)
    case .filter(let operand, let filter): return try apply(filter, to: try evaluate(operand))
    case .test(let operand, let name, let arguments, let isNegated):
      let value = try evaluate(operand)
      let evaluated = try evaluate(arguments)
      location = expression.location
      return .bool(try test(name, value, evaluated) != isNegated)
    default: return .none
    }
  }

  @inline(never)
  private func evaluateChain(_ expression: Expression) throws(TemplateError) -> Value {
    switch expression.form {
    case .comparison(let first, let rest):
      var left = try evaluate(first)
      for (comparison, operand) in rest {
        let right = try evaluate(operand)
        location = expression.location
        guard try compare(comparison, left, right) else { return .bool(false) }
        left = right
      }
      return .bool(true)
    case .arithmetic(let first, let rest):
      var left = try evaluate(first)
      for (operation, operand) in rest {
        let right = try evaluate(operand)
        location = expression.location
        left = try arithmetic(operation, left, right)
      }
      return left
    default: return .none
    }
  }

  @inline(never)
  private func evaluateOperator(_ expression: Expression) throws(TemplateError) -> Value {
    switch expression.form {
    case .not(let operand): return .bool(!(try evaluate(operand).isTrue))
    case .negative(let operand):
      let value = try evaluate(operand)
      location = expression.location
      if case .double(let number) = value { return .double(-number) }
      return try arithmetic(.subtract, .int(0), value, symbol: "unary -")
    case .positive(let operand):
      let value = try evaluate(operand)
      location = expression.location
      return try arithmetic(.add, .int(0), value, symbol: "unary +")
    case .and(let operands):
      var value = Value.none
      for operand in operands {
        value = try evaluate(operand)
        if !value.isTrue { break }
      }
      return value
    case .or(let operands):
      var value = Value.none
      for operand in operands {
        value = try evaluate(operand)
        if value.isTrue { break }
      }
      return value
    case .conditional(let value, let condition, let otherwise):
      if try evaluate(condition).isTrue { return try evaluate(value) }
      guard let otherwise else { return .undefined("the inline if-expression has no else part") }
      return try evaluate(otherwise)
    default: return .none
    }
  }

  // MARK: Parts

  private func lookUp(_ name: String) throws(TemplateError) -> Value {
    // The name is hashed once for each scope.
    if scope.depth > 4 || name.utf8.count > 32 { try charge((8 + name.utf8.count) * scope.depth) }
    if let value = scope.value(name) { return value }
    if let function = BuiltInFunction(rawValue: name) { return .function(function) }
    return .undefined("'\(name)' is undefined")
  }

  private func evaluate(optional expression: Expression?) throws(TemplateError) -> Value? {
    guard let expression else { return nil }
    return try evaluate(expression)
  }

  @inline(never)
  private func evaluate(all expressions: [Expression]) throws(TemplateError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(expressions.count)
    for expression in expressions { values.append(try evaluate(expression)) }
    return values
  }

  @inline(never)
  func evaluate(_ arguments: Arguments) throws(TemplateError) -> CallArguments {
    var result = CallArguments(positional: try evaluate(all: arguments.positional))
    for (name, value) in arguments.named { result.named.append((name, try evaluate(value))) }
    return result
  }

  @inline(never)
  private func dictionary(_ members: [(key: Expression, value: Expression)]) throws(TemplateError) -> Value {
    let result = try dictionary()
    for (key, value) in members {
      let name = try evaluate(key)
      guard let dictionaryKey = try self.key(name) else {
        throw typeError("unhashable type: '\(name.typeName)'")
      }
      try store(try evaluate(value), in: result, key: dictionaryKey)
    }
    return .dictionary(result)
  }

  func apply(_ filters: [FilterCall], to value: Value) throws(TemplateError) -> Value {
    var value = value
    for filter in filters { value = try apply(filter, to: value) }
    return value
  }

  @inline(never)
  private func apply(_ filter: FilterCall, to value: Value) throws(TemplateError) -> Value {
    let arguments = try evaluate(filter.arguments)
    location = filter.location
    return try self.filter(filter.name, value, arguments)
  }
}
