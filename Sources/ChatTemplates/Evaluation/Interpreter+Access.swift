// SPDX-License-Identifier: Apache-2.0

/// Members, items, slices and iteration.
extension Interpreter {
  /// `object.name`: a method if the type has it, else an item.
  func member(_ name: String, of object: Value) throws(TemplateError) -> Value {
    switch object {
    case .undefined(let message): throw fail(.undefined(message))
    case .dictionary(let dictionary):
      try charge(name.utf8.count)
      if !dictionary.isNamespace, Methods.dictionary.contains(name) { return try method(name, of: object) }
      if let value = dictionary[name] { return value }
    case .list: if Methods.list.contains(name) { return try method(name, of: object) }
    case .string: if Methods.string.contains(name) { return try method(name, of: object) }
    case .loop(let state): if let value = state.member(name) { return value }
    case .macro(let macro): if name == "name" { return .text(macro.definition.name) }
    default: break
    }
    try made(64 + name.utf8.count)
    return .undefined("'\(object.typeName) object' has no attribute '\(name)'")
  }

  private func method(_ name: String, of object: Value) throws(TemplateError) -> Value {
    try made(64)
    return .method(object, name)
  }

  /// `object[key]`: an item, else a method of that name.
  func item(_ key: Value, of object: Value) throws(TemplateError) -> Value {
    switch object {
    case .undefined(let message): throw fail(.undefined(message))
    case .dictionary(let dictionary):
      if let key = try self.key(key), let value = dictionary[key] { return value }
    case .list(let list):
      if let index = key.integer {
        let position = index < 0 ? index + list.items.count : index
        if list.items.indices.contains(position) { return list.items[position] }
      }
    case .string(let text):
      if let index = key.integer {
        let position = index < 0 ? index + text.count : index
        if text.units.indices.contains(position) {
          try made(64)
          return .string(text[position..<position + 1])
        }
      }
    default: break
    }
    // No method has a longer name.
    if case .string(let name) = key, name.count <= 16 {
      let isMethod =
        switch object {
        case .dictionary(let dictionary): !dictionary.isNamespace && Methods.dictionary.contains(name.text)
        case .none: false
        default: true
        }
      if isMethod { return try member(name.text, of: object) }
    }
    let keyText = try representation(of: key).text
    return .undefined("'\(object.typeName) object' has no element \(keyText)")
  }

  /// `object[start:end:step]` by Python's rules.
  func slice(_ object: Value, _ start: Value?, _ end: Value?, _ step: Value?) throws(TemplateError) -> Value {
    func bound(_ value: Value?) throws(TemplateError) -> Int? {
      switch value {
      case nil, .some(.none): return nil
      case let value?:
        guard let number = value.integer else { throw typeError("slice indices must be integers or None") }
        return number
      }
    }
    let (first, last, stride) = (try bound(start), try bound(end), try bound(step) ?? 1)
    guard stride != 0 else { throw typeError("slice step cannot be zero") }
    func positions(_ count: Int) -> [Int] {
      // A bound beyond an end means that end, however far it is.
      func clamped(_ value: Int, _ low: Int, _ high: Int) -> Int {
        let position = value < 0 ? value + count : value
        return min(max(position, low), high)
      }
      if stride > 0 {
        let from = first.map { clamped($0, 0, count) } ?? 0
        let to = last.map { clamped($0, 0, count) } ?? count
        return Array(Swift.stride(from: from, to: to, by: stride))
      }
      let from = first.map { clamped($0, -1, count - 1) } ?? count - 1
      let to = last.map { clamped($0, -1, count - 1) } ?? -1
      return Array(Swift.stride(from: from, to: to, by: max(stride, -Int.max)))
    }
    switch object {
    case .string(let text):
      try chargeText(text.count)
      // Positions take twice as much as what is there.
      try made(text.count * 8)
      return .string(MarkedString(units: positions(text.count).map { text.units[$0] }))
    case .list(let list):
      try made(list.items.count * 8)
      return try self.list(positions(list.items.count).map { list.items[$0] }, kind: list.kind)
    case .undefined(let message): throw fail(.undefined(message))
    default: throw typeError("'\(object.typeName)' object is not subscriptable")
    }
  }

  /// What a loop over a value goes through.
  func iterate(_ value: Value, at place: SourceLocation? = nil) throws(TemplateError) -> [Value] {
    switch value {
    case .undefined: return []
    case .list(let list):
      try charge(list.items.count)
      return list.items
    case .dictionary(let dictionary) where !dictionary.isNamespace:
      try charge(dictionary.count)
      return dictionary.keys.map(\.value)
    case .string(let text):
      try charge(Self.product(text.count, 32))
      try made(Self.product(text.count, Self.partSize))
      return text.units.map { .string(MarkedString(units: [$0])) }
    default:
      if let place { location = place }
      throw typeError("'\(value.typeName)' object is not iterable")
    }
  }
}
