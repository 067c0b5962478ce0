// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An equirectangular projection that is true in its middle: good for a map of some hundred kilometres.
struct MapProjection: Sendable {
  /// Size of the drawing.
  let width: Double
  let height: Double
  private let centre: Coordinate
  /// Drawing units of a degree of latitude.
  private let scale: Double

  private static let kilometresPerDegree = 111.195

  /// Fits points into the drawing.
  ///
  /// - Parameters:
  ///   - margin: what stays free at each side, in drawing units.
  ///   - leastSpan: kilometres that the drawing is high at least.
  init(fitting points: [Coordinate], width: Double, height: Double, margin: Double, leastSpan: Double) {
    self.width = width
    self.height = height
    let first = points.first ?? Coordinate(latitude: 0, longitude: 0)
    // Longitudes from the first point's, so that a day across the 180th meridian stays together.
    let longitudes = points.map { first.longitude + Self.wrapped($0.longitude - first.longitude) }
    let (south, north) = (points.map(\.latitude).min() ?? 0, points.map(\.latitude).max() ?? 0)
    let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    centre = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    let shrink = max(cos(centre.latitude * .pi / 180), 0.05)
    let least = leastSpan / Self.kilometresPerDegree
    let vertical = (height - 2 * margin) / max(north - south, least * 0.5)
    let horizontal = (width - 2 * margin) / max((east - west) * shrink, least * 0.5)
    scale = min(vertical, horizontal, height / least)
  }

  /// x to the right and y down, in drawing units.
  func point(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let shrink = max(cos(centre.latitude * .pi / 180), 0.05)
    let east = Self.wrapped(coordinate.longitude - centre.longitude)
    return (width / 2 + east * shrink * scale, height / 2 - (coordinate.latitude - centre.latitude) * scale)
  }

  /// Drawing units of a kilometre.
  var unitsPerKilometre: Double { scale / Self.kilometresPerDegree }

  private static func wrapped(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}
