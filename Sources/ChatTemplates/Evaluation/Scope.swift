// SPDX-License-Identifier: Apache-2.0

/// Names and their values; what is not here is looked for outside.
final class Scope {
  private var values: [String: Value]
  private let parent: Scope?
  /// Scopes that a name may be looked for in.
  let depth: Int

  init(_ values: [String: Value] = [:], inside parent: Scope? = nil) {
    self.values = values
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  func set(_ name: String, _ value: Value) { values[name] = value }

  func value(_ name: String) -> Value? {
    var scope: Scope? = self
    while let current = scope {
      if let value = current.values[name] { return value }
      scope = current.parent
    }
    return nil
  }

  func removeAll() { values = [:] }
}

/// A macro and the scope in which it was defined, whose names it sees as they are when it is called.
final class Macro {
  let definition: MacroDefinition
  let scope: Scope

  init(_ definition: MacroDefinition, in scope: Scope) {
    self.definition = definition
    self.scope = scope
  }
}

/// The names that a template has without being given them.
enum BuiltInFunction: String {
  case namespace
  case raiseException = "raise_exception"
  case strftimeNow = "strftime_now"
  case range
  case dict
}

/// Where a loop stands: the members of `loop`.
final class LoopState {
  let items: [Value]
  var index = 0
  var lastChecked: [Value]?

  init(_ items: [Value]) { self.items = items }

  /// A member by name; nil for one that loops do not have.
  func member(_ name: String) -> Value? {
    switch name {
    case "index": .int(index + 1)
    case "index0": .int(index)
    case "revindex": .int(items.count - index)
    case "revindex0": .int(items.count - index - 1)
    case "first": .bool(index == 0)
    case "last": .bool(index == items.count - 1)
    case "length": .int(items.count)
    case "depth": .int(1)
    case "depth0": .int(0)
    case "previtem": index > 0 ? items[index - 1] : .undefined("there is no previous item")
    case "nextitem": index + 1 < items.count ? items[index + 1] : .undefined("there is no next item")
    case "cycle", "changed": .method(.loop(self), name)
    default: nil
    }
  }
}

/// The arguments of a call, evaluated.
struct CallArguments {
  var positional: [Value] = []
  var named: [(name: String, value: Value)] = []

  /// An argument by its position or its name.
  func value(_ position: Int, _ name: String) -> Value? {
    if position < positional.count { return positional[position] }
    return named(name)
  }

  func named(_ name: String) -> Value? { named.first { $0.name == name }?.value }

  /// The same without the first positional arguments.
  func dropFirst(_ count: Int) -> CallArguments {
    CallArguments(positional: Array(positional.dropFirst(count)), named: named)
  }
}
