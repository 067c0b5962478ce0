// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPService
import TripPlanning
import TripStorage

extension WebApplication {
  /// A document from the page, fit to be used: whole, and its landmark the known one, so that no text of the page's gets into
  /// instructions.
  func checked(_ document: TripDocument) throws(WebError) -> TripDocument {
    if let defect = document.trip.defect { throw WebError(status: 400, message: "The trip is malformed: \(defect).") }
    var document = document
    let given = document.trip.landmark
    if let known = landmarks.withLock({ $0.first { $0.name == given.name && !$0.isCustom } }) {
      document.trip.landmark = known
      return document
    }
    do {
      document.trip.landmark = try LandmarkDirectory([]).newLandmark(
        named: given.name, at: given.coordinate, range: given.searchRange, about: given.description,
        places: given.pointsOfInterest)
    } catch {
      throw WebError(status: 400, message: error.description)
    }
    return document
  }

  /// Text and maps of a trip that was changed on the page.
  func draw(_ request: HTTPRequest) throws(WebError) -> HTTPResponse {
    WebJSON.response(WebJSON.Trip(try checked(try WebJSON.decode(TripDocument.self, request))))
  }

  func export(_ request: HTTPRequest) throws(WebError) -> HTTPResponse {
    let body = try WebJSON.decode(PlanRequest.Export.self, request)
    guard let format = TripFormat(rawValue: body.format) else {
      throw WebError(status: 400, message: "There is no format \(body.format).")
    }
    let document = try checked(body.document)
    var response = HTTPResponse(type: format.mediaType, format.text(of: document.trip, start: document.start))
    response.headers.append(("Content-Disposition", "attachment; filename=\"\(format.fileName(for: document.trip))\""))
    return response
  }

  // MARK: Saved trips

  func trips(_ request: HTTPRequest) throws(WebError) -> HTTPResponse {
    let store = try stored { () throws(TripStorageError) in try self.store.get() }
    guard request.segments.count == 3 else {
      switch request.method {
      case "GET":
        return WebJSON.response(
          try stored { () throws(TripStorageError) in try store.list() }.map(WebJSON.Saved.init))
      case "POST":
        let document = try checked(try WebJSON.decode(TripDocument.self, request))
        let id = try stored { () throws(TripStorageError) in try store.add(document) }
        return WebJSON.response(WebJSON.Identifier(id: id), status: 201)
      default: throw Self.wrongMethod
      }
    }
    guard let id = Int64(request.segments[2]) else { throw Self.notFound }
    switch request.method {
    case "GET":
      let saved = try stored { () throws(TripStorageError) in try store.trip(id) }
      return WebJSON.response(WebJSON.Trip(saved.document, id: id))
    case "PUT":
      let document = try checked(try WebJSON.decode(TripDocument.self, request))
      try stored { () throws(TripStorageError) in try store.update(id, document) }
      return WebJSON.response(WebJSON.Identifier(id: id))
    case "DELETE":
      try stored { () throws(TripStorageError) in try store.delete(id) }
      return HTTPResponse(status: 204)
    default: throw Self.wrongMethod
    }
  }

  private func stored<Value>(_ work: () throws(TripStorageError) -> Value) throws(WebError) -> Value {
    do {
      return try work()
    } catch {
      if case .unknownTrip = error.kind { throw WebError(status: 404, message: error.description) }
      throw WebError(status: 500, message: error.description)
    }
  }

  // MARK: Landmarks of one's own

  func addLandmark(_ request: HTTPRequest) throws(WebError) -> HTTPResponse {
    let body = try WebJSON.decode(PlanRequest.NewLandmark.self, request)
    let landmark: Landmark
    do {
      let places = try body.places.map { try PlaceFile(geoJSON: Data($0.utf8), file: body.placesFile ?? "the file") }
      landmark = try LandmarkDirectory(landmarks.withLock { $0 }).newLandmark(
        named: body.name, at: Coordinate(latitude: body.latitude, longitude: body.longitude), range: body.range ?? 20,
        about: body.about ?? "", places: places?.places ?? [])
    } catch {
      throw WebError(status: 400, message: "\(error)")
    }
    guard !landmark.pointsOfInterest.isEmpty else {
      throw WebError(
        status: 400,
        message: "No places are known within \(Int(landmark.searchRange)) km of there; add a GeoJSON file with some.")
    }
    try landmarks.withLock { (landmarks) throws(WebError) in
      if landmarks.contains(where: { $0.name == landmark.name && !$0.isCustom }) {
        throw WebError(status: 409, message: "There is a landmark called \(landmark.name) already.")
      }
      landmarks.removeAll { $0.name == landmark.name }
      guard landmarks.count(where: \.isCustom) < Self.customLimit else {
        throw WebError(status: 409, message: "There are \(Self.customLimit) places of your own already.")
      }
      landmarks.append(landmark)
    }
    return WebJSON.response(WebJSON.LandmarkEntry(landmark), status: 201)
  }
}
