// SPDX-License-Identifier: Apache-2.0

/// Searches for the scale with which rounding a group of values to codes costs least.
///
/// For given codes the best scale is a least-squares fit; the codes follow from a scale. So a few scales around the plain
/// one are tried, each is replaced by the fit to its codes, and the one with the least error stays. Values count by their
/// square: errors of large weights show most in a product.
enum ScaleSearch {
  /// How far the scales tried lie around the plain one, in codes.
  private static let widths: [Double] = stride(from: -1.0, through: 1.0, by: 0.125).map { $0 }

  /// x ≈ scale · q with q in `lowest`…`highest`, where −lowest > highest: the scale's sign is that which gives the value of
  /// greatest magnitude the lowest code.
  static func symmetric(_ values: UnsafePointer<Float>, count: Int, lowest: Double, highest: Double) -> Float {
    let widest = Double(extreme(values, count))
    guard widest != 0, widest.isFinite else { return 0 }
    // The error is Σ w x² − (Σ w x q)² / Σ w q² after the fit: the greatest quotient is the best.
    var (bestScale, bestGain) = (widest / lowest, -1.0)
    for width in widths {
      let factor = (lowest + width) / widest
      var (products, squares) = (0.0, 0.0)
      for j in 0..<count {
        let x = Double(values[j])
        let q = min(max((x * factor).rounded(), lowest), highest)
        products += x * x * x * q
        squares += x * x * q * q
      }
      guard squares > 0, products * products / squares > bestGain else { continue }
      (bestScale, bestGain) = (products / squares, products * products / squares)
    }
    return Float(bestScale)
  }

  /// x ≈ scale · q − minimum with q in 0…`highest`, scale and minimum not negative.
  static func withMinimum(
    _ values: UnsafePointer<Float>, count: Int, highest: Double
  ) -> (scale: Float, minimum: Float) {
    var (least, greatest, mean) = (0.0, Double(values[0]), 0.0)
    for j in 0..<count {
      let x = Double(values[j])
      least = min(least, x)
      greatest = max(greatest, x)
      mean += x * x / Double(count)
    }
    guard greatest > least, greatest.isFinite, least.isFinite else {
      return (0, least.isFinite ? Float(-least) : 0)
    }
    // Small values count too: with a minimum there is no code that hits zero exactly.
    let floor = mean.squareRoot()
    var (best, bestError) = ((scale: (greatest - least) / highest, minimum: -least), Double.infinity)
    for width in widths {
      let factor = (highest + width) / (greatest - least)
      let code = { (x: Double) in min(max(((x - least) * factor).rounded(), 0), highest) }
      guard let fit = fit(values, count, floor, code: code) else { continue }
      var error = 0.0
      let step = 1 / fit.scale
      for j in 0..<count {
        let x = Double(values[j])
        let q = min(max(((x + fit.minimum) * step).rounded(), 0), highest)
        let difference = fit.scale * q - fit.minimum - x
        error += (floor + abs(x)) * difference * difference
      }
      if error < bestError { (best, bestError) = (fit, error) }
    }
    return (Float(best.scale), Float(best.minimum))
  }

  /// The least-squares fit of scale and minimum to the codes that `code` gives; nil where it leads nowhere.
  private static func fit(
    _ values: UnsafePointer<Float>, _ count: Int, _ floor: Double, code: (Double) -> Double
  ) -> (scale: Double, minimum: Double)? {
    var (w, wq, wqq, wx, wqx) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for j in 0..<count {
      let x = Double(values[j])
      let q = code(x)
      let weight = floor + abs(x)
      w += weight
      wq += weight * q
      wqq += weight * q * q
      wx += weight * x
      wqx += weight * q * x
    }
    let determinant = w * wqq - wq * wq
    guard determinant > 0 else { return nil }
    let scale = (w * wqx - wq * wx) / determinant
    let minimum = (wq * wqx - wqq * wx) / determinant
    if minimum >= 0 { return scale > 0 ? (scale, minimum) : nil }
    // All values lie above zero: the minimum is 0, and the scale alone is fitted.
    return wqq > 0 && wqx > 0 ? (wqx / wqq, 0) : nil
  }
}
