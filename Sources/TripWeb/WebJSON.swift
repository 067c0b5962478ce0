// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPService
import TripPlanning
import TripStorage

/// The JSON that the page gets.
enum WebJSON {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    // Only values that were read or made here are written; they have no case that cannot be.
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  static func response(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, type: "application/json", text(value))
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ request: HTTPRequest) throws(WebError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(request.body))
    } catch let error as DecodingError {
      throw WebError(status: 400, message: "The request is malformed: \(words(error)).")
    } catch {
      throw WebError(status: 400, message: "The request is malformed: \(error).")
    }
  }

  /// One line for what is wrong and where.
  private static func words(_ error: DecodingError) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.isEmpty ? "" : " at " + context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case .keyNotFound(let key, let context): "\(key.stringValue) is missing\(path(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(context.debugDescription)\(path(context))"
    @unknown default: "it cannot be read"
    }
  }

  struct Message: Encodable { var message: String }

  struct LandmarkEntry: Encodable {
    var name: String
    var continent: String?
    var shortDescription: String
    var description: String
    var latitude: Double
    var longitude: Double
    var placeCount: Int
    var isCustom: Bool

    init(_ landmark: Landmark) {
      name = landmark.name
      continent = landmark.continent?.rawValue
      shortDescription = landmark.shortDescription
      description = landmark.description
      latitude = landmark.coordinate.latitude
      longitude = landmark.coordinate.longitude
      placeCount = landmark.reachablePlaces.count
      isCustom = landmark.isCustom
    }
  }

  struct Status: Encodable {
    /// `available`, `modelNotReady`, `appleIntelligenceNotEnabled` or `deviceNotEligible`.
    var state: String
    /// For a person; nil when available.
    var message: String?
    /// What to do about it.
    var advice: String?
    var detail: String?
    var canSave: Bool
  }

  /// A trip with what is drawn and computed from it.
  struct Trip: Encodable {
    var document: TripDocument
    var maps: [String?]
    var cautions: [String]
    var id: Int64?

    init(_ document: TripDocument, id: Int64? = nil) {
      self.document = document
      self.id = id
      maps = document.trip.itinerary.days.indices.map { DayMap(document.trip, day: $0).svg }
      cautions = document.trip.cautions
    }
  }

  struct Saved: Encodable {
    var id: Int64
    var title: String
    var landmark: String
    var days: Int
    var changed: Date

    init(_ summary: TripSummary) {
      id = summary.id
      title = summary.title
      landmark = summary.landmark
      days = summary.dayCount
      changed = summary.changed
    }
  }

  struct Identifier: Encodable { var id: Int64 }
  struct Progress: Encodable { var done: Int, total: Int }
  struct Field: Encodable { var path: String, text: String }
  struct Map: Encodable { var day: Int, svg: String? }

  struct Search: Encodable {
    var category: String
    var query: String
    var requester: String
    /// Nil while it runs.
    var count: Int?
    var names: [String]?
  }

  struct Finished: Encodable {
    var trip: Trip
    /// Milliseconds from the request to the first field, and to the end.
    var firstField: Int
    var total: Int
    /// Tokens that the model wrote, its searches included.
    var tokens: Int
  }

  struct Failure: Encodable {
    var message: String
    var advice: String
    /// The trip with the days that are complete, to go on from.
    var document: TripDocument?
  }
}

/// A request that cannot be served, and why.
struct WebError: Error, Equatable {
  var status: Int
  var message: String
}
