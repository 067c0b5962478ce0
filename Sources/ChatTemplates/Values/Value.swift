// SPDX-License-Identifier: Apache-2.0

/// A value of the template language: Python's, as far as templates see them.
enum Value {
  /// A name or member that does not exist; says which.
  case undefined(String)
  case none
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(MarkedString)
  case list(ListObject)
  case dictionary(DictionaryObject)
  case macro(Macro)
  case function(BuiltInFunction)
  /// A method that was named but not yet called.
  indirect case method(Value, String)
  case loop(LoopState)
}

/// A list, tuple or the result of a lazy filter. Shared: what one name appends, all names see.
final class ListObject {
  enum Kind {
    case list
    case tuple
  }

  var items: [Value]
  let kind: Kind
  /// Levels of lists and dictionaries inside, at creation.
  let depth: Int

  init(_ items: [Value], kind: Kind = .list) {
    self.items = items
    self.kind = kind
    depth = 1 + (items.lazy.map(\.depth).max() ?? 0)
  }
}

/// A dictionary in insertion order, or a namespace. Shared like a list.
final class DictionaryObject {
  /// A key; strings keep their marks, which do not count in comparing.
  enum Key: Hashable {
    case string(MarkedString)
    case int(Int)
    case none
  }

  private(set) var keys: [Key] = []
  private(set) var values: [Value] = []
  private var positions: [Key: Int] = [:]
  let isNamespace: Bool
  /// Levels of lists and dictionaries inside, as far as they were there when put in.
  private(set) var depth = 1

  init(isNamespace: Bool = false) { self.isNamespace = isNamespace }

  var count: Int { keys.count }

  func removeAll() { (keys, values, positions) = ([], [], [:]) }

  subscript(key: Key) -> Value? {
    get { positions[key].map { values[$0] } }
    set {
      if let newValue { depth = max(depth, newValue.depth + 1) }
      switch (positions[key], newValue) {
      case (let at?, let value?): values[at] = value
      case (nil, let value?):
        positions[key] = keys.count
        keys.append(key)
        values.append(value)
      case (let at?, nil):
        keys.remove(at: at)
        values.remove(at: at)
        positions = [:]
        for (position, key) in keys.enumerated() { positions[key] = position }
      case (nil, nil): break
      }
    }
  }

  subscript(name: String) -> Value? {
    get { self[.string(MarkedString(name))] }
    set { self[.string(MarkedString(name))] = newValue }
  }
}

extension DictionaryObject.Key {
  /// Scalars that hashing goes through.
  var size: Int { if case .string(let text) = self { text.count } else { 1 } }

  /// The key as a value.
  var value: Value {
    switch self {
    case .string(let text): .string(text)
    case .int(let number): .int(number)
    case .none: .none
    }
  }

  /// The value as a key, where it can be one.
  init?(_ value: Value) {
    switch value {
    case .string(let text): self = .string(text)
    case .int(let number): self = .int(number)
    case .bool(let flag): self = .int(flag ? 1 : 0)
    case .none: self = .none
    case .double(let number):
      guard let whole = Int(exactly: number) else { return nil }
      self = .int(whole)
    default: return nil
    }
  }
}

extension Value {
  static func list(_ items: [Value]) -> Value { .list(ListObject(items)) }
  static func tuple(_ items: [Value]) -> Value { .list(ListObject(items, kind: .tuple)) }
  static func text(_ text: String) -> Value { .string(MarkedString(text)) }

  /// Levels of lists and dictionaries.
  var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .dictionary(let dictionary): dictionary.depth
    case .method(let receiver, _): receiver.depth
    default: 0
    }
  }

  /// What an `if` makes of the value.
  var isTrue: Bool {
    switch self {
    case .undefined, .none: false
    case .bool(let flag): flag
    case .int(let number): number != 0
    case .double(let number): number != 0
    case .string(let text): !text.isEmpty
    case .list(let list): !list.items.isEmpty
    case .dictionary(let dictionary): dictionary.isNamespace || dictionary.count > 0
    case .macro, .function, .method, .loop: true
    }
  }

  var isUndefined: Bool { if case .undefined = self { true } else { false } }

  /// Python's name of the type, for messages.
  var typeName: String {
    switch self {
    case .undefined: "Undefined"
    case .none: "NoneType"
    case .bool: "bool"
    case .int: "int"
    case .double: "float"
    case .string: "str"
    case .list(let list): list.kind == .tuple ? "tuple" : "list"
    case .dictionary(let dictionary): dictionary.isNamespace ? "Namespace" : "dict"
    case .macro: "Macro"
    case .function: "function"
    case .method: "method"
    case .loop: "LoopContext"
    }
  }

  /// The value as an integer: booleans count as 0 and 1.
  var integer: Int? {
    switch self {
    case .int(let number): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  var number: Double? {
    if case .double(let number) = self { return number }
    return integer.map { Double($0) }
  }
}
