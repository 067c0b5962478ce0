// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// A container among listed values, or what it holds, as a table row.
struct ValuePart: BitwiseCopyable, Sendable {
  var hash: UInt64
  /// Hash of its key in an object.
  var key: UInt64 = 0
  var kind = ValueRecord.Kind.scalar
  /// Its first item or member, and the next one of what holds it; -1 for none.
  var first: Int32 = -1
  var next: Int32 = -1
  var count: Int32 = 0

  /// Appends the rows of `value`; the index of its own.
  static func append(_ value: JSONValue, key: UInt64 = 0, to rows: inout [ValuePart]) -> Int32 {
    let index = rows.count
    rows.append(ValuePart(hash: ValueHash.value(value), key: key))
    var parts: [Int32] = []
    switch value {
    case .array(let items):
      rows[index].kind = .array
      parts = items.map { append($0, to: &rows) }
    case .object(let members):
      rows[index].kind = .object
      parts = members.map { append($0.value, key: ValueHash.text($0.key), to: &rows) }
    default: break
    }
    rows[index].count = Int32(parts.count)
    rows[index].first = parts.first ?? -1
    for (part, next) in zip(parts, parts.dropFirst()) { rows[Int(part)].next = next }
    return Int32(index)
  }
}
