// SPDX-License-Identifier: Apache-2.0

extension LandmarkDirectory {
  /// Most places of a landmark: the nearest are kept. A plan looks at each several hundred times.
  static let placeLimit = 500

  /// A landmark that is not among the known ones: by its name and place, with the known and given places around it.
  ///
  /// - Parameters:
  ///   - range: kilometres, 1 to 300; 20 by default.
  ///   - about: a few sentences, which the model is told as data.
  ///   - places: more places, from a file.
  /// - Throws: `TripPlanningError.badLandmark` for a name, coordinate or range that cannot be.
  public func newLandmark(
    named name: String, at coordinate: Coordinate, range: Double = 20, about: String = "",
    places: [PointOfInterest] = []
  ) throws(TripPlanningError) -> Landmark {
    let name = Self.tidy(name)
    guard name.contains(where: \.isLetter), name.count <= 60 else {
      throw .badLandmark("its name must have letters, and no more than 60 characters")
    }
    guard abs(coordinate.latitude) <= 90, abs(coordinate.longitude) <= 180 else {
      throw .badLandmark("its place must be latitude -90 to 90 and longitude -180 to 180")
    }
    guard (1...300).contains(range) else { throw .badLandmark("its range must be 1 to 300 km") }
    let about = Self.tidy(about)
    guard about.count <= 600 else { throw .badLandmark("its description must have no more than 600 characters") }
    return Landmark(
      name: name, continent: nil, coordinate: coordinate, searchRange: range,
      shortDescription: "A place of your own", description: about.isEmpty ? "\(name) is a place to visit." : about,
      pointsOfInterest: merged(places, around: coordinate, range: range), isCustom: true)
  }

  /// The landmark with places from a file beside its own.
  public func landmark(_ landmark: Landmark, adding places: [PointOfInterest]) -> Landmark {
    var copy = landmark
    copy.pointsOfInterest = merged(
      landmark.pointsOfInterest + places, around: landmark.coordinate, range: landmark.searchRange)
    return copy
  }

  /// The given places, then the known ones, within range and each name once.
  private func merged(_ given: [PointOfInterest], around centre: Coordinate, range: Double) -> [PointOfInterest] {
    var names: Set<String> = []
    let all = (given + landmarks.flatMap(\.pointsOfInterest)).filter {
      centre.distance(to: $0.coordinate) <= range && names.insert($0.name).inserted
    }
    guard all.count > Self.placeLimit else { return all }
    let limit = all.map { centre.distance(to: $0.coordinate) }.sorted()[Self.placeLimit - 1]
    return Array(all.filter { centre.distance(to: $0.coordinate) <= limit }.prefix(Self.placeLimit))
  }

  private static func tidy(_ text: String) -> String {
    PlainText.line(text).replacing("\"", with: "'").replacing("\\", with: "/")
  }
}
