// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Angle per position of each pair of a head, and the factor on cosine and sine.
///
///     angle(position, i) = position · θ_i,   θ_i = base^(−2i/n), changed by the scaling
///
/// - Source: Su et al., RoFormer; Peng et al., YaRN; llama.cpp `rope_yarn`.
package struct RotaryFrequencies: Sendable, Equatable {
  /// θ_i in radians per position; n/2 elements.
  package var angles: [Double]
  package var magnitude: Float

  /// - Parameters:
  ///   - scaled: false for layers that keep plain rotations whatever the scaling.
  ///   - divisors: one for each pair, as llama3's `rope_freqs` or a longrope factor list.
  package init(_ rope: RopeParameters, base: Float? = nil, scaled: Bool = true, divisors: [Float]? = nil) {
    let n = rope.dimensionCount
    let base = Double(base ?? rope.base)
    let plain = (0..<n / 2).map { i in
      pow(base, -2 * Double(i) / Double(n)) / Double(divisors?[i] ?? 1)
    }
    angles = plain
    magnitude = 1
    guard scaled else { return }
    magnitude = rope.attentionFactor ?? 1
    switch rope.scaling {
    case .none, .longrope: break
    case .linear(let factor): angles = plain.map { $0 / Double(factor) }
    case .yarn(let yarn):
      let ramp = Self.ramp(yarn, n: n, base: base)
      angles = zip(plain, ramp).map { angle, keep in angle / Double(yarn.factor) * (1 - keep) + angle * keep }
      let logFactor = 0.1 * logf(yarn.factor)
      magnitude *= (1 + logFactor) / (1 + yarn.logMultiplier * logFactor)
    }
  }

  /// How much of the plain angle each pair keeps: 1 for fast rotations, 0 for slow ones, a ramp between.
  private static func ramp(_ yarn: RopeParameters.Yarn, n: Int, base: Double) -> [Double] {
    /// The pair that turns `turns` times within the original context.
    func pair(turning turns: Double) -> Double {
      Double(n) * log(Double(yarn.originalContextLength) / (turns * 2 * .pi)) / (2 * log(base))
    }
    let low = max(0, pair(turning: Double(yarn.fastTurns)).rounded(.down))
    let high = min(Double(n - 1), pair(turning: Double(yarn.slowTurns)).rounded(.up))
    return (0..<n / 2).map { i in 1 - min(1, max(0, (Double(i) - low) / max(0.001, high - low))) }
  }

  /// Writes the rotations of one position: n/2 cosines, then n/2 sines.
  package func fill(_ row: UnsafeMutablePointer<Float>, position: Int) {
    let half = angles.count
    angles.withUnsafeBufferPointer { angles in
      for i in 0..<half {
        let angle = Double(position) * angles[i]
        row[i] = Float(cos(angle)) * magnitude
        row[half + i] = Float(sin(angle)) * magnitude
      }
    }
  }
}
