// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import HTTPService
import Synchronization
import TripPlanning
import TripStorage

/// The trip planner in a browser: the page, and what it asks for.
public final class WebApplication: Sendable {
  let model: SystemLanguageModel
  let modelName: String?
  let security: WebSecurity
  let pool: SessionPool
  /// Nil where trips cannot be saved, and then why.
  let store: Result<TripStore, TripStorageError>
  let landmarks: Mutex<[Landmark]>
  /// Plans that are being written.
  let running = Atomic(0)
  /// Plans that still end with an error, and after how many snapshots.
  let simulatedFailure: Mutex<Int?>

  /// Plans at once: each holds a KV cache, and they take turns.
  static let planLimit = 4
  /// Landmarks of the user's own that are kept.
  static let customLimit = 32

  /// - Parameters:
  ///   - hosts: what `Host` may name; nil for any.
  ///   - simulatedFailure: ends the first plan with an error after so many snapshots.
  public init(
    model: SystemLanguageModel, modelName: String? = nil, landmarks: [Landmark] = Landmark.all,
    store: Result<TripStore, TripStorageError>, hosts: Set<String>? = WebSecurity.loopback.hosts,
    simulatedFailure: Int? = nil
  ) {
    self.model = model
    self.modelName = modelName
    self.store = store
    self.landmarks = Mutex(landmarks)
    self.simulatedFailure = Mutex(simulatedFailure)
    security = WebSecurity(hosts: hosts)
    pool = SessionPool(model: model)
  }

  /// Serves a request.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var response: HTTPResponse
    if let refusal = security.refusal(of: request) {
      response = refusal
    } else {
      do {
        response = try await route(request)
      } catch let error as WebError {
        response = WebJSON.response(WebJSON.Message(message: error.message), status: error.status)
      } catch {
        response = WebJSON.response(WebJSON.Message(message: "\(error)"), status: 500)
      }
    }
    response.headers += WebSecurity.headers
    return response
  }

  private func route(_ request: HTTPRequest) async throws -> HTTPResponse {
    let segments = request.segments
    if segments.first != "api" {
      guard request.method == "GET" || request.method == "HEAD" else { throw Self.wrongMethod }
      guard let file = PageFile.named(request.path) else { throw Self.notFound }
      return HTTPResponse(
        headers: [("Content-Type", file.type), ("Cache-Control", "no-cache")], body: .bytes(file.bytes))
    }
    var response: HTTPResponse
    switch (request.method, segments.dropFirst().first ?? "", segments.count) {
    case ("GET", "status", 2): response = WebJSON.response(status())
    case ("GET", "landmarks", 2): response = WebJSON.response(landmarks.withLock { $0.map(WebJSON.LandmarkEntry.init) })
    case ("POST", "landmarks", 2): response = try addLandmark(request)
    case ("POST", "prewarm", 2): response = try await prewarm(request)
    case ("POST", "plan", 2): response = try await plan(request)
    case ("POST", "replan", 2): response = try await replan(request)
    case ("POST", "draw", 2): response = try draw(request)
    case ("POST", "export", 2): response = try export(request)
    case (_, "trips", 2...3): response = try trips(request)
    case (_, let name, 2) where ["status", "landmarks", "prewarm", "plan", "replan", "draw", "export"].contains(name):
      throw Self.wrongMethod
    default: throw Self.notFound
    }
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(("Cache-Control", "no-store"))
    }
    return response
  }

  static let notFound = WebError(status: 404, message: "There is nothing here.")
  static let wrongMethod = WebError(status: 405, message: "That cannot be done here.")

  /// - Throws: 404 for a name that is not known.
  func landmark(named name: String) throws(WebError) -> Landmark {
    do {
      return try LandmarkDirectory(landmarks.withLock { $0 }).landmark(named: name)
    } catch {
      throw WebError(status: 404, message: error.description)
    }
  }
}
