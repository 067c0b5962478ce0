// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which elements of a head turn together.
package enum RopeStyle: Sendable {
  /// (0, 1), (2, 3), …
  case adjacent
  /// (0, n/2), (1, n/2 + 1), …
  case halves
}

/// Cosines and sines of the angles of a run of positions, for one rope base and scaling.
///
/// - Shapes: `cosines`, `sines`: (maximumTokens, dimensions / 2).
package final class RopeTable: @unchecked Sendable {
  package let dimensions: Int
  package let maximumTokens: Int
  package let cosines: UnsafeMutablePointer<Float>
  package let sines: UnsafeMutablePointer<Float>
  private let frequencies: [Double]
  private let magnitude: Double

  /// - Parameters:
  ///   - frequencies: (dimensions / 2) angle per position; see `frequencies(base:dimensions:)`.
  ///   - magnitude: factor of cosines and sines (YaRN).
  package init(maximumTokens: Int, frequencies: [Double], magnitude: Double = 1) {
    dimensions = 2 * frequencies.count
    self.maximumTokens = maximumTokens
    self.frequencies = frequencies
    self.magnitude = magnitude
    let count = max(1, maximumTokens * frequencies.count)
    cosines = .allocate(capacity: count)
    sines = .allocate(capacity: count)
    cosines.initialize(repeating: 1, count: count)
    sines.initialize(repeating: 0, count: count)
  }

  deinit {
    cosines.deallocate()
    sines.deallocate()
  }

  /// θᵢ = base^(−2i / dimensions)
  package static func frequencies(base: Double, dimensions: Int) -> [Double] {
    (0..<(dimensions / 2)).map { pow(base, -2 * Double($0) / Double(dimensions)) }
  }

  /// Computes the rows of `tokens` positions from `position` on; workers share them, no barrier inside.
  package func fill(position: Int, tokens: Int, worker: Worker) {
    worker.forEachChunk(of: tokens, grain: 8) { range in
      for token in range { fill(row: token, position: position + token) }
    }
  }

  private func fill(row: Int, position: Int) {
    let half = frequencies.count
    for index in 0..<half {
      let angle = Double(position) * frequencies[index]
      cosines[row * half + index] = Float(cos(angle) * magnitude)
      sines[row * half + index] = Float(sin(angle) * magnitude)
    }
  }
}

/// Turns the first `table.dimensions` elements of each head by its token's angles, in place; the rest stays.
///
/// - Shapes: `x`: (tokens, stride), of which `headCount × headLength` are heads. Row t of the table belongs to token t.
/// Workers share the tokens; no barrier inside.
package func rope(
  _ x: UnsafeMutablePointer<Float>, stride: Int, headCount: Int, headLength: Int, style: RopeStyle, table: RopeTable,
  tokens: Int, worker: Worker
) {
  let half = table.dimensions / 2
  let items = tokens &* headCount
  worker.forEachChunk(of: items, grain: tokens > 8 ? 4 &* headCount : max(1, (items &+ 3) / 4)) { range in
    for item in range {
      let token = item / headCount
      let head = x + (token &* stride &+ item % headCount &* headLength)
      let cosines = table.cosines + token &* half
      let sines = table.sines + token &* half
      switch style {
      case .adjacent:
        for index in 0..<half {
          let (a, b) = (head[2 &* index], head[2 &* index &+ 1])
          head[2 &* index] = a * cosines[index] - b * sines[index]
          head[2 &* index &+ 1] = a * sines[index] + b * cosines[index]
        }
      case .halves:
        for index in 0..<half {
          let (a, b) = (head[index], head[index &+ half])
          head[index] = a * cosines[index] - b * sines[index]
          head[index &+ half] = a * sines[index] + b * cosines[index]
        }
      }
    }
  }
}
