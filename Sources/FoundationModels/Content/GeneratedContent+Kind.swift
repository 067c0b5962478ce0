// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

extension GeneratedContent {
  /// The form of a content and what it holds.
  public enum Kind: Equatable, Sendable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A number. `value(Int.self)` and `value(Decimal.self)` read it without rounding.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([GeneratedContent])
    /// An object.
    ///
    /// - Parameters:
    ///   - properties: Values by name.
    ///   - orderedKeys: The names in their order.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// Makes a content of a form. Names in `orderedKeys` without a value are left out; values that it does not name come last.
  public init(kind: Kind, id: GenerationID? = nil) {
    let storage: Storage =
      switch kind {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let value): .number(JSONNumber(value))
      case .string(let value): .string(value)
      case .array(let elements): .array(elements)
      case .structure(let properties, let orderedKeys):
        .structure(properties: properties, orderedKeys: Self.reconciled(orderedKeys, with: properties))
      }
    self.init(storage: storage, id: id)
  }

  /// The form of this content and what it holds.
  public var kind: Kind {
    switch storage {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value.double)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements)
    case .structure(let properties, let keys): .structure(properties: properties, orderedKeys: keys)
    }
  }

  /// Each key of `properties` once: in the order asked for, the rest by name.
  private static func reconciled(_ keys: [String], with properties: [String: GeneratedContent]) -> [String] {
    var seen: Set<String> = []
    var result = keys.filter { properties[$0] != nil && seen.insert($0).inserted }
    result += properties.keys.filter { !seen.contains($0) }.sorted()
    return result
  }
}
