// SPDX-License-Identifier: Apache-2.0

/// Filters on lists and other things that a loop can go through.
extension Interpreter {
  func sequenceFilter(_ name: String, _ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    switch name {
    case "join": return .string(try join(value, arguments))
    case "first": return try iterate(value).first ?? .undefined("no first item, sequence was empty")
    case "last": return try iterate(value).last ?? .undefined("no last item, sequence was empty")
    case "reverse":
      if case .string(let text) = value {
        try chargeText(text.count)
        return .string(MarkedString(units: text.units.reversed()))
      }
      return try list(try iterate(value).reversed())
    case "sort":
      let isCaseSensitive = arguments.value(1, "case_sensitive")?.isTrue ?? false
      let path = try optionalText(arguments.value(2, "attribute"))?.text
      return try list(
        try sorted(try iterate(value), isReversed: arguments.value(0, "reverse")?.isTrue ?? false) {
          (item) throws(TemplateError) in try folded(try attribute(path, of: item), isCaseSensitive)
        })
    case "unique": return try unique(value, arguments)
    case "min", "max": return try extreme(value, arguments, isGreatest: name == "max")
    case "sum":
      var total = arguments.value(1, "start") ?? .int(0)
      let path = try optionalText(arguments.value(0, "attribute"))?.text
      for item in try iterate(value) { total = try arithmetic(.add, total, try attribute(path, of: item)) }
      return total
    case "map", "select", "reject", "selectattr", "rejectattr":
      // Nothing at all, such as none, counts as no items here and only here.
      guard value.isTrue else { return .list([]) }
      return name == "map" ? try map(value, arguments) : try select(name, value, arguments)
    case "batch", "slice": return try chunks(name, value, arguments)
    case "groupby": return try grouped(value, arguments)
    default: throw fail(.unknownName(kind: "filter", name: name))
    }
  }

  /// The attribute at a dotted path, or the value itself.
  private func attribute(_ path: String?, of value: Value) throws(TemplateError) -> Value {
    guard let path else { return value }
    try charge(path.utf8.count * 4)
    var value = value
    for part in path.split(separator: ".") {
      let key: Value = Int(part).map { .int($0) } ?? .text(String(part))
      value = try item(key, of: value)
    }
    return value
  }

  private func join(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> MarkedString {
    let separator = try optionalText(arguments.value(0, "d")) ?? ""
    let path = try optionalText(arguments.value(1, "attribute"))?.text
    var parts: [MarkedString] = []
    var size = 0
    for item in try iterate(value) {
      parts.append(try text(of: try attribute(path, of: item)))
      size += parts.last!.count + separator.count
      guard size <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
      try made(32)
    }
    try chargeText(size)
    return separator.joining(parts)
  }

  private func unique(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let isCaseSensitive = arguments.value(0, "case_sensitive")?.isTrue ?? false
    let path = try optionalText(arguments.value(1, "attribute"))?.text
    var (kept, keys): ([Value], [Value]) = ([], [])
    for item in try iterate(value) {
      let key = try folded(try attribute(path, of: item), isCaseSensitive)
      var isNew = true
      for other in keys where try isEqual(key, other) {
        isNew = false
        break
      }
      guard isNew else { continue }
      keys.append(key)
      kept.append(item)
    }
    return try list(kept)
  }

  private func extreme(
    _ value: Value, _ arguments: CallArguments, isGreatest: Bool
  ) throws(TemplateError) -> Value {
    let isCaseSensitive = arguments.value(0, "case_sensitive")?.isTrue ?? false
    let path = try optionalText(arguments.value(1, "attribute"))?.text
    var best: (item: Value, key: Value)?
    for item in try iterate(value) {
      let key = try folded(try attribute(path, of: item), isCaseSensitive)
      guard let current = best else {
        best = (item, key)
        continue
      }
      if try isGreatest ? isLess(current.key, key) : isLess(key, current.key) { best = (item, key) }
    }
    return best?.item ?? .undefined("no item, sequence was empty")
  }

  /// `map('filter', …)` or `map(attribute='a.b', default=…)`.
  private func map(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    var results: [Value] = []
    if let name = arguments.positional.first {
      let filter = try text(of: name).text
      let rest = arguments.dropFirst(1)
      for item in try iterate(value) { results.append(try self.filter(filter, item, rest)) }
    } else {
      guard let path = try optionalText(arguments.named("attribute")) else {
        throw typeError("map needs a filter or an attribute")
      }
      for item in try iterate(value) {
        let found = try attribute(path.text, of: item)
        results.append(found.isUndefined ? arguments.named("default") ?? found : found)
      }
    }
    return try list(results)
  }

  /// `select('test', …)`, `selectattr('attribute', 'test', …)` and their opposites; without a test, what is true.
  private func select(_ name: String, _ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    var (arguments, path): (CallArguments, String?) = (arguments, nil)
    if name.hasSuffix("attr") {
      path = try requiredText(arguments, 0, "attribute").text
      arguments = arguments.dropFirst(1)
    }
    let test = try optionalText(arguments.positional.first)?.text
    let rest = arguments.dropFirst(1)
    let keeps = name.hasPrefix("select")
    var kept: [Value] = []
    for item in try iterate(value) {
      let subject = try attribute(path, of: item)
      let isTrue = test == nil ? subject.isTrue : try self.test(test!, subject, rest)
      if isTrue == keeps { kept.append(item) }
    }
    return try list(kept)
  }

  /// `batch(n)`: rows of n items. `slice(n)`: n columns.
  private func chunks(_ name: String, _ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let items = try iterate(value)
    guard let count = arguments.value(0, name == "batch" ? "linecount" : "slices")?.integer, count > 0 else {
      throw typeError("\(name) needs a positive count")
    }
    if name == "slice" { try made(Self.product(count, 256)) }
    let fill = arguments.value(1, "fill_with")
    var chunks: [Value] = []
    if name == "batch" {
      for start in stride(from: 0, to: items.count, by: count) {
        var row = Array(items[start..<start + min(count, items.count - start)])
        if let fill, row.count < count {
          guard count <= limits.length else { throw fail(.tooLong(limit: limits.length)) }
          try made(count * 32)
          row += Array(repeating: fill, count: count - row.count)
        }
        chunks.append(try list(row))
      }
    } else {
      let (size, longer) = items.count.quotientAndRemainder(dividingBy: count)
      var start = 0
      for column in 0..<count {
        let end = start + size + (column < longer ? 1 : 0)
        var part = Array(items[start..<end])
        if let fill, column >= longer, longer > 0 { part.append(fill) }
        chunks.append(try list(part))
        start = end
      }
    }
    return try list(chunks)
  }

  private func grouped(_ value: Value, _ arguments: CallArguments) throws(TemplateError) -> Value {
    let path = try requiredText(arguments, 0, "attribute").text
    let standard = arguments.value(1, "default")
    func key(_ item: Value) throws(TemplateError) -> Value {
      let found = try attribute(path, of: item)
      return found.isUndefined ? standard ?? found : found
    }
    var groups: [(key: Value, items: [Value])] = []
    for item in try sorted(try iterate(value), isReversed: false, by: key) {
      let group = try key(item)
      if let last = groups.last, try isEqual(last.key, group) {
        groups[groups.count - 1].items.append(item)
      } else {
        groups.append((group, [item]))
      }
    }
    var result: [Value] = []
    for (key, items) in groups { result.append(try list([key, try list(items)], kind: .tuple)) }
    return try list(result)
  }
}
