// SPDX-License-Identifier: Apache-2.0
import GGUFFormat

/// Reads `<architecture>.<name>` keys with their limits; every refusal names the key.
struct HyperparameterReader {
  let metadata: GGUFMetadata
  let architecture: String

  /// Greatest number of blocks, as in llama.cpp.
  static let blockLimit = 512
  /// Greatest width of anything: the product of two widths stays far below 2^63.
  static let widthLimit = 1 << 24
  static let contextLimit = 1 << 30
  /// Far above any model's; their numbers are kept in floats.
  static let expertLimit = 4096

  func key(_ name: String) -> String { "\(architecture).\(name)" }

  // MARK: Single values

  /// - Throws: `wrongType` when the key holds no integer, `invalidValue` outside `range`.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(ModelError) -> Int? {
    guard let value = metadata[key(name)] else { return nil }
    return try checked(value.integer, value, name, in: range)
  }

  func requiredInteger(_ name: String, in range: ClosedRange<Int>) throws(ModelError) -> Int {
    guard let value = try integer(name, in: range) else { throw ModelError(.missingKey, key(name)) }
    return value
  }

  /// A finite number within `range`.
  func number(_ name: String, in range: ClosedRange<Float>) throws(ModelError) -> Float? {
    guard let value = metadata[key(name)] else { return nil }
    guard let number = value.float else {
      throw ModelError(.wrongType(found: value.typeName, expected: "f32"), key(name))
    }
    // The negation also catches NaN.
    guard range.contains(number) else {
      let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
      throw ModelError(.invalidValue(found: "\(number)", expected: expected), key(name))
    }
    return number
  }

  func requiredNumber(_ name: String, in range: ClosedRange<Float>) throws(ModelError) -> Float {
    guard let value = try number(name, in: range) else { throw ModelError(.missingKey, key(name)) }
    return value
  }

  func text(_ name: String) throws(ModelError) -> String? {
    guard let value = metadata[key(name)] else { return nil }
    guard let text = value.text else {
      throw ModelError(.wrongType(found: value.typeName, expected: "str"), key(name))
    }
    return text
  }

  func bool(_ name: String) throws(ModelError) -> Bool? {
    guard let value = metadata[key(name)] else { return nil }
    guard case .bool(let flag) = value else {
      throw ModelError(.wrongType(found: value.typeName, expected: "bool"), key(name))
    }
    return flag
  }

  // MARK: One value for each block

  /// A scalar that holds for all blocks, or an array with one element for each.
  func perBlock(_ name: String, count: Int, in range: ClosedRange<Int>) throws(ModelError) -> [Int]? {
    guard let value = metadata[key(name)] else { return nil }
    guard case .array(let array) = value else {
      return [Int](repeating: try checked(value.integer, value, name, in: range), count: count)
    }
    guard let integers = array.integers else {
      throw ModelError(.wrongType(found: value.typeName, expected: "array of integers"), key(name))
    }
    guard integers.count >= count else {
      let found = "an array of \(integers.count) elements"
      throw ModelError(.invalidValue(found: found, expected: "one element for each of \(count) blocks"), key(name))
    }
    for element in integers.prefix(count) { _ = try checked(element, value, name, in: range) }
    return Array(integers.prefix(count))
  }

  private func checked(
    _ integer: Int?, _ value: GGUFValue, _ name: String, in range: ClosedRange<Int>
  ) throws(ModelError) -> Int {
    guard let integer else {
      throw ModelError(.wrongType(found: value.typeName, expected: "u32"), key(name))
    }
    guard range.contains(integer) else {
      let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
      throw ModelError(.invalidValue(found: "\(integer)", expected: expected), key(name))
    }
    return integer
  }
}
