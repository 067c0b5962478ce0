// SPDX-License-Identifier: Apache-2.0

/// In how many ways, at least, a value can be completed; `Int32.max` for many.
enum CompletionCount {
  /// More are as good as endless.
  static let limit: Int32 = 4_096
  /// Places of an array that are looked at.
  static let mostPlaces: Int32 = 64

  static func product(_ a: Int32, _ b: Int32) -> Int32 { saturated(Int64(a) * Int64(b)) }
  static func sum(_ a: Int32, _ b: Int32) -> Int32 { saturated(Int64(a) + Int64(b)) }
  private static func saturated(_ count: Int64) -> Int32 { count >= Int64(limit) ? .max : Int32(count) }

  /// What may still come in an object.
  struct Members {
    /// Values of the members that must come, multiplied.
    var required: Int32 = 1
    /// Values of each that may.
    var optional: [Int32] = []
    /// How many members more there may be than must come.
    var room: Int32
    /// How many must come besides those required.
    var padding: Int32
    var isAnyOrder: Bool
    /// Whether keys never run out.
    var isEndless: Bool
    /// Keys left of a kind that does run out, and values of each.
    var keys: Int32 = 0
    var keyValues: Int32 = 0
  }

  /// A bound that keeps what it says member by member: if fewer values are used than it says, some next step leads to where that
  /// holds again. Optional members in any order count for less, since values used may hold several of them.
  static func count(_ members: Members) -> Int32 {
    if members.isEndless, members.room > 0 { return .max }
    guard members.padding == 0 else { return members.required }
    var count: Int32 = 1
    let optional = members.optional.prefix(Int(max(members.room, 0)))
    let keys = min(members.keys, max(members.room, 0) - Int32(optional.count))
    for _ in 0..<max(keys, 0) {
      if count == .max { break }
      count = sum(1, product(members.keyValues, count))
    }
    for values in optional {
      count = members.isAnyOrder ? sum(1, product(values, count)) : product(sum(1, values), count)
    }
    return product(members.required, count)
  }

  /// In how many ways an array of `position` items goes on, which closes from `minimum` on.
  ///
  /// - Parameter values: the values of the item at a place, those used before it left out.
  static func count(
    from position: Int32, minimum: Int32, maximum: Int32, isEndless: Bool, _ values: (Int32) -> Int32
  ) -> Int32 {
    if isEndless { return .max }
    let end = min(maximum, position + mostPlaces)
    var count: Int32 = 1
    var place = end
    while place > position {
      place -= 1
      let longer = product(max(values(place), 0), count)
      count = place >= minimum ? sum(1, longer) : max(longer, 1)
    }
    return count
  }
}
