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

  /// Makes a session where there is none for the landmark, and has it read what a plan of these days and wishes would. Others
  /// wait: whoever looks at one place after another wants the last one first.
  func prepare(_ landmark: Landmark, days: Int, _ preferences: TripPreferences) {
    let session = take(landmark)
    for other in sessions where other.landmark != landmark { other.session.pause() }
    session.prewarm(days: days, preferences: preferences)
    keep(session, for: landmark)
  }

  /// Keeps a session for the next plan of a landmark.
  func keep(_ session: PlanningSession, for landmark: Landmark) {
    sessions.append((landmark, session))
    if sessions.count > Self.capacity { sessions.removeFirst() }
  }

  /// The session for a plan, prewarmed or not, the one used last where there are several. It serves this one.
  func take(_ landmark: Landmark) -> PlanningSession {
    if let index = sessions.lastIndex(where: { $0.landmark == landmark }) { return sessions.remove(at: index).session }
    return ItineraryPlanner.session(for: landmark, model: model)
  }
}
