// SPDX-License-Identifier: Apache-2.0
import OrderedJSON

/// One feature of a GeoJSON file, read as a place.
struct PlaceFeature {
  struct Problem: Error { let cause: String }

  private let feature: JSONValue
  private let tags: PlaceTags

  init(_ feature: JSONValue) throws(Problem) {
    guard feature["type"]?.stringValue == "Feature" else { throw Problem(cause: "is not of type \"Feature\"") }
    switch feature["properties"] {
    case .object?, .null?, nil: break
    default: throw Problem(cause: "its properties are not an object")
    }
    self.feature = feature
    tags = PlaceTags(feature["properties"])
  }

  /// Its name for an error message.
  static func name(_ feature: JSONValue) -> String? { PlaceTags(feature["properties"]).name }

  /// The place; nil where the feature has no name or is of no kind that a plan can use.
  ///
  /// - Throws: `Problem` for a geometry that is malformed, which is worth a message whatever the feature is.
  func place() throws(Problem) -> PointOfInterest? {
    let coordinate = try coordinate()
    guard let coordinate, let name = tags.name, let category = tags.category else { return nil }
    let area = tags.area ?? ""
    return PointOfInterest(
      name: name, category: category, area: area, coordinate: coordinate,
      summary: tags.summary(category: category, area: area), statedTraits: tags.traits)
  }

  // MARK: Where it is

  /// The point, or the middle of what a line or polygon spans; nil for a feature without a geometry.
  private func coordinate() throws(Problem) -> Coordinate? {
    guard let geometry = feature["geometry"], geometry != .null else { return nil }
    guard let type = geometry["type"]?.stringValue else { throw Problem(cause: "its geometry has no type") }
    guard ["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"].contains(type) else {
      throw Problem(cause: "geometry of type \"\(PlainText.line(String(type.prefix(40))))\" is not understood")
    }
    guard let coordinates = geometry["coordinates"] else { throw Problem(cause: "its geometry has no coordinates") }
    var bounds = Bounds()
    let depth = ["Point": 0, "MultiPoint": 1, "LineString": 1, "Polygon": 2, "MultiLineString": 2][type] ?? 3
    try Self.visit(coordinates, depth: depth, &bounds)
    return try bounds.middle()
  }

  private static func visit(_ value: JSONValue, depth: Int, _ bounds: inout Bounds) throws(Problem) {
    guard let list = value.arrayValue else { throw Problem(cause: "coordinates are not arrays of numbers") }
    if depth == 0 {
      try bounds.add(list)
    } else {
      for element in list { try visit(element, depth: depth - 1, &bounds) }
    }
  }

  /// What the positions span, in degrees.
  private struct Bounds {
    var west = Double.infinity, east = -Double.infinity, south = Double.infinity, north = -Double.infinity

    mutating func add(_ position: [JSONValue]) throws(Problem) {
      guard (2...4).contains(position.count), let longitude = position[0].doubleValue,
        let latitude = position[1].doubleValue
      else { throw Problem(cause: "a position must be [longitude, latitude] in numbers") }
      guard abs(latitude) <= 90 else {
        let swapped = abs(longitude) <= 90 ? "; GeoJSON has the longitude first" : ""
        throw Problem(cause: "latitude \(position[1].numberValue?.text ?? "") is not within -90 to 90\(swapped)")
      }
      guard abs(longitude) <= 180 else {
        throw Problem(cause: "longitude \(position[0].numberValue?.text ?? "") is not within -180 to 180")
      }
      west = min(west, longitude)
      east = max(east, longitude)
      south = min(south, latitude)
      north = max(north, latitude)
    }

    func middle() throws(Problem) -> Coordinate {
      guard west <= east else { throw Problem(cause: "its geometry has no positions") }
      return Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
  }
}
