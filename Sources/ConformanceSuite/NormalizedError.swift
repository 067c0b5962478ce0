// SPDX-License-Identifier: Apache-2.0

/// Normalised mean squared error of `found` against `expected`: Σ(found − expected)² / Σ expected²; infinite where the
/// counts differ.
func normalizedError(_ found: [Float], _ expected: [Float]) -> Double {
  guard found.count == expected.count else { return .infinity }
  var (error, power) = (0.0, 0.0)
  for (a, b) in zip(found, expected) {
    error += (Double(a) - Double(b)) * (Double(a) - Double(b))
    power += Double(b) * Double(b)
  }
  return error == 0 ? 0 : error / power
}
