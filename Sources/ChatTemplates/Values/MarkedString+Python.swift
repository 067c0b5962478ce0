// SPDX-License-Identifier: Apache-2.0

/// Python's string methods, over scalars.
extension MarkedString {
  func first(_ count: Int) -> MarkedString { MarkedString(units: Array(units[..<min(count, units.count)])) }
  subscript(range: Range<Int>) -> MarkedString { MarkedString(units: Array(units[range])) }

  static func isSpace(_ unit: UInt32) -> Bool {
    let value = plain(unit)
    // Python counts the separators 0x1C…0x1F as white space, Unicode does not.
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) || (0x1C...0x1F).contains(value) }
    return scalar(unit).properties.isWhitespace
  }

  /// Without white space, or without the scalars of `set`, at the ends asked for.
  func stripped(_ set: MarkedString? = nil, start: Bool = true, end: Bool = true) -> MarkedString {
    let plainSet = set.map { Set($0.plain) }
    func isStripped(_ unit: UInt32) -> Bool { plainSet?.contains(Self.plain(unit)) ?? Self.isSpace(unit) }
    var (lower, upper) = (0, units.count)
    if start { while lower < upper, isStripped(units[lower]) { lower += 1 } }
    if end { while upper > lower, isStripped(units[upper - 1]) { upper -= 1 } }
    return self[lower..<upper]
  }

  func starts(with prefix: MarkedString, at position: Int = 0) -> Bool {
    guard position + prefix.count <= count else { return false }
    for i in 0..<prefix.count where Self.plain(units[position + i]) != Self.plain(prefix.units[i]) { return false }
    return true
  }

  func ends(with suffix: MarkedString) -> Bool {
    suffix.count <= count && starts(with: suffix, at: count - suffix.count)
  }

  /// The first place of `pattern` from `start` on.
  func find(_ pattern: MarkedString, from start: Int = 0) -> Int? {
    guard pattern.count <= count else { return nil }
    var position = start
    while position + pattern.count <= count {
      if starts(with: pattern, at: position) { return position }
      position += 1
    }
    return nil
  }

  /// The last place of `pattern` that ends at or before `end`.
  func findLast(_ pattern: MarkedString, before end: Int? = nil) -> Int? {
    var position = (end ?? count) - pattern.count
    while position >= 0 {
      if starts(with: pattern, at: position) { return position }
      position -= 1
    }
    return nil
  }

  /// How often a pattern that is not empty stands in the text, without overlaps.
  func occurrences(of pattern: MarkedString) -> Int {
    var (result, start) = (0, 0)
    while let found = find(pattern, from: start) {
      result += 1
      start = found + pattern.count
    }
    return result
  }

  /// Splits at a separator that is not empty, at most `limit` times from the left.
  func split(at separator: MarkedString, limit: Int = .max) -> [MarkedString] {
    var parts: [MarkedString] = []
    var start = 0
    while parts.count < limit, let found = find(separator, from: start) {
      parts.append(self[start..<found])
      start = found + separator.count
    }
    parts.append(self[start..<count])
    return parts
  }

  /// Splits at a separator that is not empty, at most `limit` times from the right.
  func splitFromEnd(at separator: MarkedString, limit: Int) -> [MarkedString] {
    var parts: [MarkedString] = []
    var end = count
    while parts.count < limit, let found = findLast(separator, before: end) {
      parts.append(self[found + separator.count..<end])
      end = found
    }
    parts.append(self[0..<end])
    return parts.reversed()
  }

  /// The words between runs of white space; what follows the last of `limit` splits stays whole.
  func splitAtSpaces(limit: Int = .max) -> [MarkedString] {
    var parts: [MarkedString] = []
    var position = 0
    while true {
      while position < count, Self.isSpace(units[position]) { position += 1 }
      guard position < count else { return parts }
      if parts.count == limit {
        parts.append(self[position..<count].stripped(start: false))
        return parts
      }
      let start = position
      while position < count, !Self.isSpace(units[position]) { position += 1 }
      parts.append(self[start..<position])
    }
  }

  /// The lines without their ends; a line end at the end of the text begins no line.
  ///
  /// - Parameter limit: after one more than so many lines no others are looked for.
  func lines(keepingEnds: Bool = false, limit: Int = .max) -> [MarkedString] {
    var lines: [MarkedString] = []
    var (start, position) = (0, 0)
    while position < count, lines.count <= limit {
      let value = Self.plain(units[position])
      var end = position + 1
      switch value {
      case 0x0D:
        if end < count, Self.plain(units[end]) == 0x0A { end += 1 }
      case 0x0A, 0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029: break
      default:
        position = end
        continue
      }
      lines.append(self[start..<(keepingEnds ? end : position)])
      (start, position) = (end, end)
    }
    if start < count { lines.append(self[start..<count]) }
    return lines
  }

  func replacing(_ old: MarkedString, with new: MarkedString, limit: Int = .max) -> MarkedString {
    var result = MarkedString()
    if old.isEmpty {
      // Python puts the new text before each scalar and at the end.
      for (position, unit) in units.enumerated() {
        if position < limit { result.append(new) }
        result.units.append(unit)
      }
      if count < limit { result.append(new) }
      return result
    }
    var (start, places) = (0, 0)
    while places < limit, let found = find(old, from: start) {
      result.units.append(contentsOf: units[start..<found])
      result.append(new)
      start = found + old.count
      places += 1
    }
    result.units.append(contentsOf: units[start...])
    return result
  }

  /// Maps each scalar through Unicode's case rules; one scalar may become several, all of the same origin.
  private func mapped(_ transform: (Int, Unicode.Scalar) -> String) -> MarkedString {
    var result = MarkedString()
    result.units.reserveCapacity(count)
    for (position, unit) in units.enumerated() {
      for scalar in transform(position, Self.scalar(unit)).unicodeScalars {
        result.units.append(scalar.value | unit & Self.inputMark)
      }
    }
    return result
  }

  var lowercased: MarkedString { asciiMapped(0x41...0x5A) ?? mapped { $1.properties.lowercaseMapping } }
  var uppercased: MarkedString { asciiMapped(0x61...0x7A) ?? mapped { $1.properties.uppercaseMapping } }

  /// The letters of a range in the other case; nil for text beyond ASCII.
  private func asciiMapped(_ letters: ClosedRange<UInt32>) -> MarkedString? {
    guard units.allSatisfy({ Self.plain($0) < 0x80 }) else { return nil }
    return MarkedString(units: units.map { letters.contains(Self.plain($0)) ? $0 ^ 0x20 : $0 })
  }

  var capitalized: MarkedString {
    mapped { $0 == 0 ? $1.properties.titlecaseMapping : $1.properties.lowercaseMapping }
  }

  /// Each word with a capital; `startsWord` says after which scalars a word begins.
  func titled(startsWord: (Unicode.Scalar) -> Bool) -> MarkedString {
    mapped { position, scalar in
      let begins = position == 0 || startsWord(Self.scalar(units[position - 1]))
      return begins ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
    }
  }

  func joining(_ parts: [MarkedString]) -> MarkedString {
    var result = MarkedString()
    for (position, part) in parts.enumerated() {
      if position > 0 { result.append(self) }
      result.append(part)
    }
    return result
  }
}
