// SPDX-License-Identifier: Apache-2.0

extension Interpreter {
  /// How a body ended.
  enum Flow {
    case completed, broken, continued
  }

  func execute(_ body: [Statement]) throws(TemplateError) -> Flow {
    try enter()
    defer { leave() }
    for statement in body {
      let flow = try execute(statement)
      guard flow == .completed else { return flow }
    }
    return .completed
  }

  private func execute(_ statement: Statement) throws(TemplateError) -> Flow {
    try charge()
    switch statement {
    case .text(let text): try append(text)
    case .output(let expression): try append(try text(of: try evaluate(expression)))
    case .conditional(let branches, let otherwise):
      for (condition, body) in branches where try evaluate(condition).isTrue { return try execute(body) }
      return try execute(otherwise)
    case .loop(let loop): try execute(loop)
    case .set(let target, let expression): try assign(try evaluate(expression), to: target)
    case .capture(let target, let filters, let body):
      try assign(try filtered(body, filters), to: target)
    case .macro(let definition):
      try hold(scope)
      scope.set(definition.name, .macro(Macro(definition, in: scope)))
    case .call(let definition, let expression): try execute(call: definition, expression)
    case .filter(let filters, let body): try append(try text(of: try filtered(body, filters)))
    case .scoped(let assignments, let body): return try execute(scoped: body, assignments)
    case .breakLoop: return .broken
    case .continueLoop: return .continued
    }
    return .completed
  }

  /// The text of a body, through filters.
  @inline(never)
  private func filtered(_ body: [Statement], _ filters: [FilterCall]) throws(TemplateError) -> Value {
    try apply(filters, to: .string(try capture(body, in: Scope(inside: scope))))
  }

  @inline(never)
  private func execute(
    scoped body: [Statement], _ assignments: [(Target, Expression)]
  ) throws(TemplateError) -> Flow {
    let inner = Scope(inside: scope)
    for (target, expression) in assignments {
      let value = try evaluate(expression)
      try within(inner) { () throws(TemplateError) in try assign(value, to: target) }
    }
    return try within(inner) { () throws(TemplateError) in try execute(body) }
  }

  /// Runs `body` with other names.
  func within<Result>(_ inner: Scope, _ body: () throws(TemplateError) -> Result) throws(TemplateError) -> Result {
    let outer = scope
    scope = inner
    defer { scope = outer }
    return try body()
  }

  /// The text that a body writes.
  @inline(never)
  func capture(_ body: [Statement], in inner: Scope) throws(TemplateError) -> MarkedString {
    let outer = output
    output = MarkedString()
    defer { output = outer }
    _ = try within(inner) { () throws(TemplateError) in try execute(body) }
    return output
  }

  @inline(never)
  private func execute(_ loop: Loop) throws(TemplateError) {
    var items = try iterate(try evaluate(loop.items), at: loop.items.location)
    if let condition = loop.condition {
      var kept: [Value] = []
      for item in items {
        let inner = Scope(inside: scope)
        let isKept = try within(inner) { () throws(TemplateError) in
          try assign(item, to: loop.target)
          return try evaluate(condition).isTrue
        }
        if isKept { kept.append(item) }
      }
      items = kept
    }
    guard !items.isEmpty else {
      _ = try execute(loop.otherwise)
      return
    }
    let state = LoopState(items)
    for (index, item) in items.enumerated() {
      state.index = index
      // Each round has names of its own: what one sets, the next does not see.
      let inner = Scope(["loop": .loop(state)], inside: scope)
      let flow = try within(inner) { () throws(TemplateError) in
        try assign(item, to: loop.target)
        return try execute(loop.body)
      }
      if flow == .broken { break }
    }
  }

  @inline(never)
  private func execute(call definition: MacroDefinition, _ expression: Expression) throws(TemplateError) {
    guard case .call(let callee, let arguments) = expression.form else { return }
    try hold(scope)
    let function = try evaluate(callee)
    var evaluated = try evaluate(arguments)
    evaluated.named.append(("caller", .macro(Macro(definition, in: scope))))
    location = expression.location
    try append(try text(of: try call(function, evaluated)))
  }

  @inline(never)
  func assign(_ value: Value, to target: Target) throws(TemplateError) {
    switch target {
    case .name(let name): scope.set(name, value)
    case .member(let name, let member, let place):
      location = place
      guard case .dictionary(let namespace) = scope.value(name), namespace.isNamespace else {
        throw typeError("cannot assign attribute on non-namespace object '\(name)'")
      }
      noteChange(namespace)
      try store(value, in: namespace, key: .string(MarkedString(member)))
    case .tuple(let names, let place):
      let items = try iterate(value, at: place)
      guard items.count == names.count else {
        location = place
        throw typeError("expected \(names.count) values to unpack, got \(items.count)")
      }
      for (name, item) in zip(names, items) { scope.set(name, item) }
    }
  }
}
