// SPDX-License-Identifier: Apache-2.0

/// Land, lakes and rivers for the maps, in the public domain: Natural Earth, see `tools/make-map-shapes`.
struct MapShapes: Sendable {
  enum Kind: Character, Sendable { case land = "L", lake = "W", river = "R" }

  struct Shape: Sendable {
    let kind: Kind
    let points: [Coordinate]
  }

  let shapes: [Shape]

  /// - Parameter text: a shape a line: the kind's letter, then the packed line.
  init(_ text: String) {
    shapes = text.split(separator: "\n").compactMap { line in
      guard let letter = line.first, let kind = Kind(rawValue: letter),
        let points = MapPolyline.decode(line.dropFirst())
      else { return nil }
      return Shape(kind: kind, points: points)
    }
  }

  /// All land, coarse: for showing where in the world a place is.
  static let world = MapShapes(MapShapeData.world)

  /// What lies around a built-in landmark, at a scale of 1:10 million; nil for others.
  static func around(_ landmark: Landmark) -> MapShapes? {
    landmark.isCustom ? nil : MapShapeData.landmarks[landmark.name].map { MapShapes($0) }
  }
}
