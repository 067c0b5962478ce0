// SPDX-License-Identifier: Apache-2.0

/// A demand on a value: that it satisfies the schema at a place, or that it does not.
struct SchemaTerm: Hashable, Comparable, Sendable {
  private let code: Int32

  init(_ place: Int, holds: Bool = true) { code = Int32(truncatingIfNeeded: place) << 1 | (holds ? 0 : 1) }

  private init(code: Int32) { self.code = code }

  var place: Int { Int(code >> 1) }
  /// Whether the schema must hold, and not its opposite.
  var holds: Bool { code & 1 == 0 }
  var opposite: SchemaTerm { SchemaTerm(code: code ^ 1) }

  /// Satisfied by everything, and by nothing.
  static let always = SchemaTerm(SchemaPlaces.anything)
  static let never = always.opposite

  static func < (a: SchemaTerm, b: SchemaTerm) -> Bool { a.code < b.code }
}

extension [SchemaTerm] {
  /// Both lists, each term once.
  func union(_ other: [SchemaTerm]) -> [SchemaTerm] {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var result = self
    for term in other where !result.contains(term) { result.append(term) }
    return result
  }

  /// Whether it names something together with its opposite, so that nothing satisfies it.
  var isContradictory: Bool { contains(.never) || count > 1 && contains { contains($0.opposite) } }
}
