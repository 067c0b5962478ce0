// SPDX-License-Identifier: Apache-2.0
import TripPlanning
import TripStorage

/// What the page asks for, as it comes in bodies of requests.
enum PlanRequest {
  /// `POST /api/prewarm`: what will probably be asked for.
  struct Prewarm: Decodable {
    var landmark: String
    var days: Int?
    var preferences: Preferences?
  }

  /// `POST /api/plan`.
  struct Plan: Decodable {
    var landmark: String
    var days: Int
    var preferences: Preferences?
    /// Nil for the plan that is always the same.
    var seed: UInt64?
    /// Names of places that another plan had.
    var avoid: [String]?
  }

  /// What the traveller chose; a note is checked before it becomes a `TravellerNote`.
  struct Preferences: Decodable {
    var travellers: Travellers?
    var pace: Pace?
    var budget: Budget?
    var interests: [Interest]?
    var diet: Diet?
    var stepFree: Bool?
    var note: String?

    func preferences() throws(TripPlanningError) -> TripPreferences {
      let note = try note.flatMap { (text) throws(TripPlanningError) in try TravellerNote(text) }
      return TripPreferences(
        travellers: travellers, pace: pace ?? .steady, budget: budget, interests: interests ?? [], diet: diet,
        stepFree: stepFree ?? false, note: note)
    }
  }

  /// `POST /api/replan`: a part of a trip anew.
  struct Replan: Decodable {
    var document: TripDocument
    /// `day`, `stop` or `rest`.
    var part: String
    /// From 0.
    var day: Int?
    var stop: Int?
    var seed: UInt64?

    /// Nil for a part that is not said wholly.
    var planPart: PlanPart? {
      switch (part, day, stop) {
      case ("rest", _, _): .rest
      case ("day", let day?, _): .day(day)
      case ("stop", let day?, let stop?): .stop(day: day, index: stop)
      default: nil
      }
    }
  }

  /// `POST /api/export`.
  struct Export: Decodable {
    var document: TripDocument
    var format: String
  }

  /// `POST /api/landmarks`: a landmark of the user's own.
  struct NewLandmark: Decodable {
    var name: String
    var latitude: Double
    var longitude: Double
    var range: Double?
    var about: String?
    /// The text of a GeoJSON file.
    var places: String?
    var placesFile: String?
  }
}
