// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization

/// A session that is ready to plan one trip, made before it is asked to.
///
/// Made and prewarmed when a landmark is looked at, it has loaded the model and read its places by the time the traveller
/// asks. It serves one plan.
public final class PlanningSession: Sendable {
  let session: LanguageModelSession
  let tool: FindPointsOfInterestTool
  let schemas = PlanSchemaMemo()
  private let landmark: Landmark
  private let model: SystemLanguageModel
  private let relay: Relay

  /// Where the tool's calls are told; set when a plan begins.
  private final class Relay: Sendable {
    private let send = Mutex<(@Sendable (PlanEvent) -> Void)?>(nil)
    func set(_ send: @escaping @Sendable (PlanEvent) -> Void) { self.send.withLock { $0 = send } }
    func callAsFunction(_ event: PlanEvent) { send.withLock { $0 }?(event) }
  }

  init(landmark: Landmark, model: SystemLanguageModel) {
    let relay = Relay()
    self.relay = relay
    self.landmark = landmark
    self.model = model
    tool = FindPointsOfInterestTool(
      landmark: landmark,
      onStart: { relay(.searchStarted(category: $0, query: $1, requester: $2)) },
      onFinish: { relay(.searchFinished($0)) })
    let prompts = PlanPrompts(landmark: landmark, dayCount: 3, preferences: TripPreferences())
    session = LanguageModelSession(model: model, tools: [tool], instructions: prompts.instructions)
    session.toolChoice = .required
    session.toolChoiceAfterCalls = .none
    session.writesProse = true
  }

  /// Starts to load the model, to read the prompt, and to search, as a plan of these days and wishes will; returns at once.
  ///
  /// A plan for others does only what differs. Call it again when the traveller has changed them; what was begun for the
  /// wishes before stops then. The same wishes again cost nothing.
  public func prewarm(days: Int = 3, preferences: TripPreferences = TripPreferences()) {
    // What cannot be planned is said when it is asked for.
    guard TripOutline.allowedDays.contains(days) else { return }
    let order = PlanOrder(landmark: landmark, dayCount: days, preferences: preferences)
    // Finds what the session's tool will, and tells nobody.
    let understudy = FindPointsOfInterestTool(landmark: landmark)
    understudy.tell(of: order.told.names)
    session.prewarm(
      for: order.prompt, options: ItineraryPlanner.textOptions(GenerationOptions(sampling: .greedy), days: days),
      callOptions: ItineraryPlanner.searchOptions,
      rehearsal: ToolRehearsal(tools: [understudy]) { [schemas] in
        try schemas.schema(of: try order.outline(from: understudy), preferences)
      })
  }

  /// Stops to make ready, so that other work has the processor; `prewarm` goes on from there.
  public func pause() { session.stopPrewarming() }

  /// A session for another plan of the same landmark, which need not read again what this one has read. This one plans no more.
  public func successor() -> PlanningSession {
    let next = PlanningSession(landmark: landmark, model: model)
    next.session.takeOver(from: session)
    return next
  }

  /// From now on the session's events go to `send`.
  func follow(_ send: @escaping @Sendable (PlanEvent) -> Void) {
    relay.set(send)
    session.eventHandler = { event in
      switch event {
      case .promptProgress(let done, let total): send(.promptProgress(done: done, total: total))
      case .roundFinished(let statistics): send(.answered(tokens: statistics.generatedTokens))
      case .toolCallStarted, .toolCallFinished, .toolCallFailed: break
      }
    }
  }
}
