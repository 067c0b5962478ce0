// SPDX-License-Identifier: Apache-2.0

/// How far the elements of a tensor are from what they were, after quantising.
package struct QuantizationDifference: Sendable, Equatable {
  package var elementCount = 0
  var squares = 0.0
  /// Σ x² of the original.
  var power = 0.0
  /// Greatest difference of one element.
  package var greatest = 0.0

  package init() {}

  /// Root of the mean square of the differences.
  package var rootMeanSquare: Double { elementCount == 0 ? 0 : (squares / Double(elementCount)).squareRoot() }

  /// The same in proportion to the root of the mean square of the elements; 0 where all are 0.
  package var relative: Double { power == 0 ? 0 : (squares / power).squareRoot() }

  /// - Shapes: `original`, `result`: (count).
  mutating func add(_ original: UnsafePointer<Float>, _ result: UnsafePointer<Float>, count: Int) {
    elementCount += count
    for index in 0..<count {
      let difference = Double(original[index]) - Double(result[index])
      squares += difference * difference
      power += Double(original[index]) * Double(original[index])
      greatest = max(greatest, abs(difference))
    }
  }

  package mutating func add(_ other: QuantizationDifference) {
    elementCount += other.elementCount
    squares += other.squares
    power += other.power
    greatest = max(greatest, other.greatest)
  }
}
