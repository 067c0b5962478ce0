// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A place on the globe in degrees, WGS 84; north and east are positive.
public struct Coordinate: Sendable, Hashable, Codable {
  public let latitude: Double
  public let longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Great-circle distance in kilometres by the haversine formula, on a sphere of the Earth's mean radius.
  ///
  /// The formula is exact enough here (0.5 % against the ellipsoid) and, unlike the law of cosines, stable for
  /// points a few metres apart.
  public func distance(to other: Coordinate) -> Double {
    let meanEarthRadius = 6371.0088
    let φ1 = latitude * .pi / 180
    let φ2 = other.latitude * .pi / 180
    let Δφ = φ2 - φ1
    let Δλ = (other.longitude - longitude) * .pi / 180
    let h = sin(Δφ / 2) * sin(Δφ / 2) + cos(φ1) * cos(φ2) * sin(Δλ / 2) * sin(Δλ / 2)
    return 2 * meanEarthRadius * asin(min(1, h.squareRoot()))
  }
}
