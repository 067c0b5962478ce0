// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// Sessions that were prewarmed for landmarks that are being looked at.
actor SessionPool {
  private let model: SystemLanguageModel
  /// Each holds a KV cache, so there are few. The last used is last.
  private var sessions: [(landmark: Landmark, session: PlanningSession)] = []
  private static let capacity = 3

  init(model: SystemLanguageModel) { self.model = model }

  /// Makes and prewarms a session where there is none for the landmark.
  func prepare(_ landmark: Landmark) {
    if let index = sessions.firstIndex(where: { $0.landmark == landmark }) {
      sessions.append(sessions.remove(at: index))
      return
    }
    let session = ItineraryPlanner.session(for: landmark, model: model)
    session.prewarm()
    sessions.append((landmark, session))
    if sessions.count > Self.capacity { sessions.removeFirst() }
  }

  /// The session for a plan, prewarmed or not. It serves this one.
  func take(_ landmark: Landmark) -> PlanningSession {
    if let index = sessions.firstIndex(where: { $0.landmark == landmark }) { return sessions.remove(at: index).session }
    return ItineraryPlanner.session(for: landmark, model: model)
  }
}
