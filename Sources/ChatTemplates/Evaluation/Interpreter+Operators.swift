// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Arithmetic and comparison by Python's rules.
extension Interpreter {
  func arithmetic(_ operation: Arithmetic, _ a: Value, _ b: Value, symbol: String? = nil) throws(TemplateError) -> Value
  {
    if operation == .concatenate { return .string(try concatenation(try text(of: a), try text(of: b))) }
    for operand in [a, b] { if case .undefined(let message) = operand { throw fail(.undefined(message)) } }
    if let x = a.integer, let y = b.integer { return try integerArithmetic(operation, x, y) }
    if let x = a.number, let y = b.number { return try floatArithmetic(operation, x, y) }
    switch (operation, a, b) {
    case (.add, .string(let x), .string(let y)):
      guard x.isSafe != y.isSafe else { return .string(try concatenation(x, y)) }
      var result = try concatenation(x.isSafe ? x : try escaped(x), y.isSafe ? y : try escaped(y))
      result.isSafe = true
      return .string(result)
    case (.add, .list(let x), .list(let y)) where x.kind == y.kind:
      try made(Self.product(x.items.count + y.items.count, 32))
      return try list(x.items + y.items, kind: x.kind)
    case (.add, .string, _): throw typeError("can only concatenate str (not \"\(b.typeName)\") to str")
    case (.add, .list, _): throw typeError("can only concatenate list (not \"\(b.typeName)\") to list")
    case (.multiply, .string(let x), _): if let count = b.integer { return try repeated(x, count) }
    case (.multiply, _, .string(let y)): if let count = a.integer { return try repeated(y, count) }
    case (.multiply, .list(let x), _): if let count = b.integer { return try repeated(x, count) }
    case (.remainder, .string(let format), _): return .string(try formatted(format, percent: b))
    default: break
    }
    let name = symbol ?? Self.symbol(operation)
    throw typeError("unsupported operand type(s) for \(name): '\(a.typeName)' and '\(b.typeName)'")
  }

  private static func symbol(_ operation: Arithmetic) -> String {
    switch operation {
    case .add: "+"
    case .subtract: "-"
    case .concatenate: "~"
    case .multiply: "*"
    case .divide: "/"
    case .floorDivide: "//"
    case .remainder: "%"
    case .power: "**"
    }
  }

  func concatenation(_ a: MarkedString, _ b: MarkedString) throws(TemplateError) -> MarkedString {
    let (total, overflow) = a.count.addingReportingOverflow(b.count)
    guard !overflow, total <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
    try charge(total)
    try made(total * 4 + 64)
    var result = MarkedString()
    result.units.reserveCapacity(total)
    result.append(a)
    result.append(b)
    return result
  }

  private func repeated(_ text: MarkedString, _ count: Int) throws(TemplateError) -> Value {
    let count = max(0, count)
    try chargeText(Self.product(text.count, count))
    var units: [UInt32] = []
    units.reserveCapacity(Self.product(text.count, count))
    if !text.isEmpty { for _ in 0..<count { units.append(contentsOf: text.units) } }
    return .string(MarkedString(units: units))
  }

  private func repeated(_ list: ListObject, _ count: Int) throws(TemplateError) -> Value {
    let count = max(0, count)
    let total = Self.product(list.items.count, count)
    guard total <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
    try made(total * 32)
    var items: [Value] = []
    items.reserveCapacity(total)
    if !list.items.isEmpty { for _ in 0..<count { items.append(contentsOf: list.items) } }
    return try self.list(items, kind: list.kind)
  }

  private func integerArithmetic(_ operation: Arithmetic, _ x: Int, _ y: Int) throws(TemplateError) -> Value {
    let result: (partialValue: Int, overflow: Bool)
    switch operation {
    case .add: result = x.addingReportingOverflow(y)
    case .subtract: result = x.subtractingReportingOverflow(y)
    case .multiply: result = x.multipliedReportingOverflow(by: y)
    case .divide:
      guard y != 0 else { throw typeError("division by zero") }
      return .double(Double(x) / Double(y))
    case .floorDivide:
      guard y != 0 else { throw typeError("integer division or modulo by zero") }
      result = x.dividedReportingOverflow(by: y)
      // Swift rounds towards zero, Python down.
      if !result.overflow, x % y != 0, (x < 0) != (y < 0) { return .int(result.partialValue - 1) }
    case .remainder:
      guard y != 0 else { throw typeError("integer division or modulo by zero") }
      result = x.remainderReportingOverflow(dividingBy: y)
      if !result.overflow, result.partialValue != 0, (x < 0) != (y < 0) { return .int(result.partialValue + y) }
    case .power:
      guard y >= 0 else { return .double(pow(Double(x), Double(y))) }
      result = try power(x, y)
    case .concatenate: return .none
    }
    guard !result.overflow else { throw typeError("integer out of range") }
    return .int(result.partialValue)
  }

  private func power(_ base: Int, _ exponent: Int) throws(TemplateError) -> (partialValue: Int, overflow: Bool) {
    if base == 0 || base == 1 { return (exponent == 0 ? 1 : base, false) }
    if base == -1 { return (exponent % 2 == 0 ? 1 : -1, false) }
    var result = 1
    // Any other base is out of range after 63 doublings.
    for _ in 0..<min(exponent, 64) {
      let next = result.multipliedReportingOverflow(by: base)
      if next.overflow { return next }
      result = next.partialValue
    }
    return (result, false)
  }

  private func floatArithmetic(_ operation: Arithmetic, _ x: Double, _ y: Double) throws(TemplateError) -> Value {
    switch operation {
    case .add: return .double(x + y)
    case .subtract: return .double(x - y)
    case .multiply: return .double(x * y)
    case .power: return .double(pow(x, y))
    case .divide, .floorDivide, .remainder:
      guard y != 0 else { throw typeError("float division by zero") }
      if operation == .divide { return .double(x / y) }
      if operation == .floorDivide { return .double((x / y).rounded(.down)) }
      let rest = fmod(x, y)
      return .double(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest)
    case .concatenate: return .none
    }
  }

  // MARK: Comparison

  func compare(_ comparison: Comparison, _ a: Value, _ b: Value) throws(TemplateError) -> Bool {
    switch comparison {
    case .equal: try isEqual(a, b)
    case .notEqual: !(try isEqual(a, b))
    case .less: try isLess(a, b, "<")
    case .greater: try isLess(b, a, ">")
    case .lessOrEqual: !(try isLess(b, a, "<="))
    case .greaterOrEqual: !(try isLess(a, b, ">="))
    case .isIn: try contains(b, a)
    case .isNotIn: !(try contains(b, a))
    }
  }

  func isEqual(_ a: Value, _ b: Value) throws(TemplateError) -> Bool {
    try nested(levels: 2) { () throws(TemplateError) in
      try charge()
      switch (a, b) {
      case (.undefined, .undefined), (.none, .none): return true
      case (.string(let x), .string(let y)):
        try charge(min(x.count, y.count))
        return x == y
      case (.list(let x), .list(let y)):
        guard x.items.count == y.items.count, x.kind == y.kind else { return false }
        for (left, right) in zip(x.items, y.items) {
          guard try isEqual(left, right) else { return false }
        }
        return true
      case (.dictionary(let x), .dictionary(let y)):
        guard !x.isNamespace, !y.isNamespace else { return x === y }
        guard x.count == y.count else { return false }
        try chargeKeys(of: x)
        for (key, value) in zip(x.keys, x.values) {
          guard let other = y[key], try isEqual(value, other) else { return false }
        }
        return true
      case (.macro(let x), .macro(let y)): return x === y
      case (.function(let x), .function(let y)): return x == y
      case (.loop(let x), .loop(let y)): return x === y
      default:
        if let x = a.integer, let y = b.integer { return x == y }
        if let x = a.number, let y = b.number { return x == y }
        return false
      }
    }
  }

  func isLess(_ a: Value, _ b: Value, _ symbol: String = "<") throws(TemplateError) -> Bool {
    try nested(levels: 2) { () throws(TemplateError) in
      try charge()
      if let x = a.integer, let y = b.integer { return x < y }
      if let x = a.number, let y = b.number { return x < y }
      switch (a, b) {
      case (.string(let x), .string(let y)):
        try charge(min(x.count, y.count))
        return x < y
      case (.list(let x), .list(let y)):
        for (left, right) in zip(x.items, y.items) where !(try isEqual(left, right)) {
          return try isLess(left, right, symbol)
        }
        return x.items.count < y.items.count
      case (.undefined(let message), _), (_, .undefined(let message)): throw fail(.undefined(message))
      default:
        throw typeError(
          "'\(symbol)' not supported between instances of '\(a.typeName)' and '\(b.typeName)'")
      }
    }
  }

  func contains(_ container: Value, _ element: Value) throws(TemplateError) -> Bool {
    switch container {
    case .undefined: return false
    case .string(let text):
      guard case .string(let part) = element else {
        throw typeError("'in <string>' requires string as left operand, not \(element.typeName)")
      }
      try chargeSearch(text, part)
      return text.find(part) != nil
    case .list(let list):
      for item in list.items where try isEqual(item, element) { return true }
      return false
    case .dictionary(let dictionary):
      guard let key = try key(element) else {
        throw typeError("unhashable type: '\(element.typeName)'")
      }
      return dictionary[key] != nil
    default: throw typeError("argument of type '\(container.typeName)' is not iterable")
    }
  }
}
