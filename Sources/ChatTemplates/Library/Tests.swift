// SPDX-License-Identifier: Apache-2.0

/// Tests: `value is name(arguments)`.
extension Interpreter {
  func test(_ name: String, _ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Bool {
    func argument() throws(TemplateError) -> Value {
      guard let argument = arguments.positional.first else { throw typeError("test '\(name)' needs an argument") }
      return argument
    }
    switch name {
    case "defined": return !value.isUndefined
    case "undefined": return value.isUndefined
    case "eq", "equalto", "==": return try isEqual(value, try argument())
    case "ne", "!=": return !(try isEqual(value, try argument()))
    case "lt", "lessthan", "<": return try isLess(value, try argument())
    case "gt", "greaterthan", ">": return try isLess(try argument(), value)
    case "le", "<=": return !(try isLess(try argument(), value))
    case "ge", ">=": return !(try isLess(value, try argument()))
    case "in": return try contains(try argument(), value)
    case "sameas": return try isSame(value, try argument())
    case "divisibleby":
      guard let number = value.integer, let divisor = try argument().integer, divisor != 0 else {
        throw typeError("test 'divisibleby' needs integers, the divisor not zero")
      }
      // Only the least integer by -1 has no remainder to report.
      return number.remainderReportingOverflow(dividingBy: divisor).partialValue == 0
    case "odd", "even":
      guard let number = value.integer else { throw typeError("test '\(name)' needs an integer") }
      return number.isMultiple(of: 2) == (name == "even")
    case "lower", "upper":
      let text = try text(of: value)
      try chargeCase(text)
      try chargeCase(text)
      return text == (name == "lower" ? text.lowercased : text.uppercased) && text.lowercased != text.uppercased
    case "filter": return Filters.names.contains(try optionalText(value)?.text ?? "")
    case "test": return Tests.names.contains(try optionalText(value)?.text ?? "")
    default:
      guard let result = Tests.type(name, value) else { throw fail(.unknownName(kind: "test", name: name)) }
      return result
    }
  }

  private func isSame(_ a: Value, _ b: Value) throws(TemplateError) -> Bool {
    switch (a, b) {
    case (.list(let x), .list(let y)): return x === y
    case (.dictionary(let x), .dictionary(let y)): return x === y
    default:
      guard a.typeName == b.typeName else { return false }
      return try isEqual(a, b)
    }
  }
}

/// The tests that ask only about the type of a value.
enum Tests {
  static let names: Set<String> = [
    "defined", "undefined", "eq", "equalto", "==", "ne", "!=", "lt", "lessthan", "<", "gt", "greaterthan", ">", "le",
    "<=", "ge", ">=", "in", "sameas", "divisibleby", "odd", "even", "lower", "upper", "filter", "test", "none",
    "boolean", "true", "false", "integer", "float", "number", "string", "mapping", "sequence", "iterable", "callable",
    "escaped",
  ]

  static func type(_ name: String, _ value: Value) -> Bool? {
    switch name {
    case "none": if case .none = value { true } else { false }
    case "boolean": if case .bool = value { true } else { false }
    case "true": if case .bool(true) = value { true } else { false }
    case "false": if case .bool(false) = value { true } else { false }
    case "integer": if case .int = value { true } else { false }
    case "float": if case .double = value { true } else { false }
    case "number": value.number != nil
    case "string": if case .string = value { true } else { false }
    case "mapping": if case .dictionary(let dictionary) = value { !dictionary.isNamespace } else { false }
    case "sequence", "iterable":
      switch value {
      case .undefined, .string, .list: true
      case .dictionary(let dictionary): !dictionary.isNamespace
      default: false
      }
    case "callable":
      switch value {
      case .macro, .function, .method: true
      default: false
      }
    case "escaped": false
    default: nil
    }
  }
}
