// SPDX-License-Identifier: Apache-2.0

/// The methods that values have.
enum Methods {
  static let string: Set<String> = [
    "split", "rsplit", "splitlines", "strip", "lstrip", "rstrip", "startswith", "endswith", "replace", "upper",
    "lower", "title", "capitalize", "join", "find", "rfind", "index", "count", "format", "isdigit", "isalpha",
    "isalnum", "isspace", "isupper", "islower", "removeprefix", "removesuffix", "partition", "rpartition", "zfill",
    "ljust", "rjust", "center",
  ]
  static let list: Set<String> = ["append", "extend", "insert", "pop", "remove", "index", "count", "reverse", "copy"]
  static let dictionary: Set<String> = ["items", "keys", "values", "get", "pop", "update", "setdefault", "copy"]
}

extension Interpreter {
  func call(method name: String, of receiver: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    switch receiver {
    case .string(let text): return try call(name, of: text, arguments)
    case .list(let list): return try call(name, of: list, arguments)
    case .dictionary(let dictionary): return try call(name, of: dictionary, arguments)
    case .loop(let state): return try call(name, of: state, arguments)
    default: throw typeError("'\(receiver.typeName) object' has no method '\(name)'")
    }
  }

  func required(_ arguments: CallArguments, _ position: Int, _ name: String) throws(TemplateError) -> Value {
    guard let value = arguments.value(position, name) else { throw typeError("missing argument '\(name)'") }
    return value
  }

  // MARK: Lists

  private func call(_ name: String, of list: ListObject, _ arguments: CallArguments) throws(TemplateError) -> Value {
    switch name {
    case "index", "count":
      let element = try required(arguments, 0, "value")
      var count = 0
      for (position, item) in list.items.enumerated() where try isEqual(item, element) {
        if name == "index" { return .int(position) }
        count += 1
      }
      if name == "index" { throw typeError("\(try representation(of: element).text) is not in list") }
      return .int(count)
    case "copy": return try self.list(list.items)
    default: break
    }
    guard list.kind == .list else { throw typeError("'tuple' object has no attribute '\(name)'") }
    noteChange(list)
    switch name {
    case "append":
      try made(64)
      list.items.append(try shallow(try required(arguments, 0, "object")))
    case "extend":
      for item in try iterate(try required(arguments, 0, "iterable")) {
        try made(64)
        list.items.append(try shallow(item))
      }
    case "insert":
      let index = try required(arguments, 0, "index").integer ?? 0
      let position = index < 0 ? max(0, index + list.items.count) : min(index, list.items.count)
      try charge(list.items.count)
      try made(64)
      list.items.insert(try shallow(try required(arguments, 1, "object")), at: position)
    case "pop":
      let index = arguments.value(0, "index")?.integer ?? -1
      let position = index < 0 ? index + list.items.count : index
      guard list.items.indices.contains(position) else { throw typeError("pop index out of range") }
      try charge(list.items.count - position)
      return list.items.remove(at: position)
    case "remove":
      let element = try required(arguments, 0, "value")
      try charge(list.items.count)
      for (position, item) in list.items.enumerated() where try isEqual(item, element) {
        list.items.remove(at: position)
        return .none
      }
      throw typeError("list.remove(x): x not in list")
    default:
      try charge(list.items.count)
      list.items.reverse()
    }
    return .none
  }

  /// A value that may go into a container, because it is not nested too deeply.
  private func shallow(_ value: Value) throws(TemplateError) -> Value {
    guard value.depth < TemplateLimits.nesting else { throw fail(.tooDeep(limit: TemplateLimits.nesting)) }
    return value
  }

  // MARK: Dictionaries

  private func call(
    _ name: String, of dictionary: DictionaryObject, _ arguments: CallArguments
  ) throws(TemplateError) -> Value {
    func key() throws(TemplateError) -> DictionaryObject.Key {
      let value = try required(arguments, 0, "key")
      guard let key = try self.key(value) else { throw typeError("unhashable type: '\(value.typeName)'") }
      return key
    }
    switch name {
    case "items": return try pairs(of: dictionary)
    case "keys": return try list(dictionary.keys.map(\.value))
    case "values": return try list(dictionary.values)
    case "get": return dictionary[try key()] ?? arguments.value(1, "default") ?? .none
    case "copy":
      try chargeKeys(of: dictionary)
      try made(Self.product(dictionary.count, 192))
      let copy = try self.dictionary()
      for (key, value) in zip(dictionary.keys, dictionary.values) { copy[key] = value }
      return .dictionary(copy)
    default: break
    }
    noteChange(dictionary)
    switch name {
    case "pop":
      let key = try key()
      try chargeKeys(of: dictionary)
      guard let value = dictionary[key] ?? arguments.value(1, "default") else {
        throw typeError("key not found: \(try representation(of: key.value).text)")
      }
      dictionary[key] = nil
      return value
    case "setdefault":
      let key = try key()
      if let value = dictionary[key] { return value }
      let value = arguments.value(1, "default") ?? .none
      try store(value, in: dictionary, key: key)
      return value
    default:
      if case .dictionary(let other) = arguments.positional.first {
        for (key, value) in zip(other.keys, other.values) { try store(value, in: dictionary, key: key) }
      }
      for (name, value) in arguments.named { try store(value, in: dictionary, key: .string(MarkedString(name))) }
      return .none
    }
  }

  // MARK: Loops

  private func call(_ name: String, of state: LoopState, _ arguments: CallArguments) throws(TemplateError) -> Value {
    if name == "cycle" {
      guard !arguments.positional.isEmpty else { throw typeError("no items for cycling given") }
      return arguments.positional[state.index % arguments.positional.count]
    }
    let values = arguments.positional
    defer { state.lastChecked = values }
    guard let last = state.lastChecked, last.count == values.count else { return .bool(true) }
    for (a, b) in zip(last, values) where !(try isEqual(a, b)) { return .bool(true) }
    return .bool(false)
  }
}
