// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization

/// A session that is ready to plan one trip, made before it is asked to.
///
/// Made and prewarmed when a landmark is looked at, it has loaded the model and read its instructions by the time the
/// traveller asks. It serves one plan.
public final class PlanningSession: Sendable {
  let session: LanguageModelSession
  let tool: FindPointsOfInterestTool
  private let searchPrefix: String
  private let relay: Relay

  /// Where the tool's calls are told; set when a plan begins.
  private final class Relay: Sendable {
    private let send = Mutex<(@Sendable (PlanEvent) -> Void)?>(nil)
    func set(_ send: @escaping @Sendable (PlanEvent) -> Void) { self.send.withLock { $0 = send } }
    func callAsFunction(_ event: PlanEvent) { send.withLock { $0 }?(event) }
  }

  init(prompts: PlanPrompts, model: SystemLanguageModel) {
    let relay = Relay()
    self.relay = relay
    searchPrefix = prompts.searchPrefix
    tool = FindPointsOfInterestTool(
      landmark: prompts.landmark,
      onStart: { relay(.searchStarted(category: $0, query: $1, requester: $2)) },
      onFinish: { relay(.searchFinished($0)) })
    session = LanguageModelSession(model: model, tools: [tool], instructions: prompts.instructions)
  }

  /// Starts loading the model and reading what is known of the prompt; returns at once.
  public func prewarm() { session.prewarm(promptPrefix: Prompt(searchPrefix)) }

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
