// SPDX-License-Identifier: Apache-2.0
import TripPlanning

/// Finds the landmark that the command line means: a known one, or one of the user's own, with places from files.
struct LandmarkArguments {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// - Throws: a usage error that says what is wrong and where.
  func landmark(named name: String) throws(CommandError) -> Landmark {
    let arguments = environment.arguments
    let directory = LandmarkDirectory.builtIn
    let places = try places()
    do {
      guard let at = arguments.text(.at) else {
        for option in [Option.ID.range, .about] where arguments.has(option) {
          throw CommandError(
            .usage, "--\(option.rawValue) is for a landmark of your own; give its place with --at LAT,LON")
        }
        let landmark = try directory.landmark(named: name)
        return places.isEmpty ? landmark : directory.landmark(landmark, adding: places)
      }
      return try directory.newLandmark(
        named: name, at: try Self.coordinate(at), range: arguments.number(.range) ?? 20,
        about: arguments.text(.about) ?? "", places: places)
    } catch let error as TripPlanningError {
      throw CommandError(.usage, error.description)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.failure, "\(error)")
    }
  }

  /// All landmarks, with the places of files where they are near.
  func directory() throws(CommandError) -> [Landmark] {
    let places = try places()
    let directory = LandmarkDirectory.builtIn
    return places.isEmpty ? directory.landmarks : directory.landmarks.map { directory.landmark($0, adding: places) }
  }

  private func places() throws(CommandError) -> [PointOfInterest] {
    var places: [PointOfInterest] = []
    for path in environment.arguments.texts(.places) {
      do {
        let file = try PlaceFile(contentsOf: path)
        environment.note("\(path): \(file.places.count) places, \(file.skippedCount) features left out")
        places += file.places
      } catch {
        throw CommandError(.usage, error.description)
      }
    }
    return places
  }

  /// `-13.163,-72.545`, with or without a space.
  private static func coordinate(_ text: String) throws(CommandError) -> Coordinate {
    let parts = text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], latitude.isFinite, longitude.isFinite
    else { throw CommandError(.usage, "--at takes latitude and longitude in degrees, as in -13.163,-72.545") }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
