// SPDX-License-Identifier: Apache-2.0

extension Interpreter {
  func call(_ function: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    switch function {
    case .macro(let macro):
      return .string(try nested(levels: 6) { () throws(TemplateError) in try call(macro, arguments) })
    case .function(let function): return try call(function, arguments)
    case .method(let receiver, let name): return try call(method: name, of: receiver, arguments)
    case .undefined(let message): throw fail(.undefined(message))
    default: throw typeError("'\(function.typeName)' object is not callable")
    }
  }

  @inline(never)
  private func call(_ macro: Macro, _ arguments: CallArguments) throws(TemplateError) -> MarkedString {
    let definition = macro.definition
    let inner = Scope(inside: macro.scope)
    var extra = arguments.positional.dropFirst(definition.parameters.count)[...]
    var named = arguments.named
    for (position, parameter) in definition.parameters.enumerated() {
      if named.count > 8 { try charge(Self.product(named.count, 4)) }
      if position < arguments.positional.count {
        inner.set(parameter.name, arguments.positional[position])
      } else if let index = named.firstIndex(where: { $0.name == parameter.name }) {
        inner.set(parameter.name, named.remove(at: index).value)
      } else if let standard = parameter.standard {
        inner.set(
          parameter.name, try within(inner) { () throws(TemplateError) in try evaluate(standard) })
      } else {
        inner.set(parameter.name, .undefined("parameter '\(parameter.name)' was not provided"))
      }
    }
    inner.set("varargs", try list(Array(extra), kind: .tuple))
    extra = []
    let rest = try dictionary()
    for (name, value) in named where name != "caller" { try store(value, in: rest, key: .string(MarkedString(name))) }
    inner.set("kwargs", .dictionary(rest))
    inner.set("caller", named.last { $0.name == "caller" }?.value ?? .undefined("'caller' is undefined"))
    return try capture(definition.body, in: inner)
  }

  @inline(never)
  private func call(_ function: BuiltInFunction, _ arguments: CallArguments) throws(TemplateError) -> Value {
    switch function {
    case .namespace, .dict:
      let result = try dictionary(isNamespace: function == .namespace)
      for value in arguments.positional {
        guard case .dictionary(let source) = value else { throw typeError("\(function.rawValue)() takes a dictionary") }
        for (key, value) in zip(source.keys, source.values) { try store(value, in: result, key: key) }
      }
      for (name, value) in arguments.named { try store(value, in: result, key: .string(MarkedString(name))) }
      return .dictionary(result)
    case .raiseException:
      throw fail(.raised(try text(of: arguments.value(0, "message") ?? .none).text))
    case .strftimeNow:
      let format = try text(of: arguments.value(0, "format") ?? .text(""))
      try charge(Self.product(format.count, 4))
      try made(1024)
      return .text(clock.formatted(format.text))
    case .range: return try range(arguments)
    }
  }

  /// Numbers in a range, as Jinja's sandbox bounds them (`MAX_RANGE`).
  private static let rangeLimit = 100_000

  private func range(_ arguments: CallArguments) throws(TemplateError) -> Value {
    var bounds: [Int] = []
    for value in arguments.positional {
      guard let number = value.integer else {
        throw typeError("'\(value.typeName)' object cannot be interpreted as an integer")
      }
      bounds.append(number)
    }
    guard (1...3).contains(bounds.count), arguments.named.isEmpty else {
      throw typeError("range() takes one to three arguments")
    }
    let (start, end) = bounds.count == 1 ? (0, bounds[0]) : (bounds[0], bounds[1])
    let step = bounds.count == 3 ? bounds[2] : 1
    guard step != 0 else { throw typeError("range() arg 3 must not be zero") }
    guard step > 0 ? start < end : start > end else { return .list([]) }
    // Counted before it is made. The difference may exceed an integer, not its magnitude.
    let distance =
      start < end ? UInt(bitPattern: end) &- UInt(bitPattern: start) : UInt(bitPattern: start) &- UInt(bitPattern: end)
    let count = (distance - 1) / step.magnitude + 1
    guard count <= UInt(Self.rangeLimit) else { throw fail(.tooLong(limit: Self.rangeLimit)) }
    try made(Self.product(Int(count), 32))
    return try list(stride(from: start, to: end, by: step).map { .int($0) })
  }
}
