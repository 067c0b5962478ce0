// SPDX-License-Identifier: Apache-2.0
import CoreLocation
import Foundation

// What the model code of Apple's trip planner takes from the rest of the app, for `tools/compat --with` on the folder
// `Model/Itinerary` and `Resources/pointsOfInterest.swift` of a copy of the sample.

struct Landmark: Hashable, Codable, Identifiable, Sendable {
  var id: Int
  var name: String
  var description: String
  var latitude: Double
  var longitude: Double

  var locationCoordinate: CLLocationCoordinate2D { .init(latitude: latitude, longitude: longitude) }
}

enum ModelData {
  static var landmarkNames: [String] { ["Lakes", "Dunes"] }
}

enum Logging {
  static let general = Log()

  struct Log: Sendable {
    func log(_ message: String) { print(message) }
  }
}

extension FindPointsOfInterestTool {
  static var categories: String { Category.allCases.map(\.rawValue).joined(separator: ", ") }

  struct Lookup: Identifiable {
    let id = UUID()
    let history: FindPointsOfInterestTool.Arguments
  }
}
