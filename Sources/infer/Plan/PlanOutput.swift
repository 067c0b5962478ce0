// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import TripPlanning

/// Where the events of a plan go.
protocol PlanOutput: Sendable {
  func begin() async
  func show(_ event: PlanEvent) async throws
  /// Called once, whatever happened.
  func end() async
}

/// On a terminal: the page is redrawn as the plan grows, and its spinner turns while nothing comes.
actor LivePlanOutput: PlanOutput {
  private let environment: Environment
  private var state: PlanState
  private var screen = LiveScreen()
  private var frame = 0
  private var ticker: Task<Void, Never>?

  init(_ environment: Environment, _ state: PlanState) {
    self.environment = environment
    self.state = state
  }

  func begin() {
    draw()
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(100))
        await self?.tick()
      }
    }
  }

  func show(_ event: PlanEvent) throws {
    state.apply(event)
    try environment.output.write(bytes())
  }

  func end() {
    ticker?.cancel()
    ticker = nil
    isEnded = true
    draw()
  }

  private var isEnded = false

  private func tick() {
    frame += 1
    draw()
  }

  private func draw() { environment.output.writeIgnoringErrors(bytes()) }

  private func bytes() -> String {
    let size = LiveScreen.size(of: environment.output.descriptor)
    let page = PlanPage(width: size.columns, style: environment.outputStyle)
    return screen.update(to: page.lines(state, frame: frame, showsActivity: !isEnded), height: size.rows)
  }
}

/// In a pipe or file: each field once, when it is complete. Searches and progress go to the terminal behind standard
/// error, if there is one.
actor PlainPlanOutput: PlanOutput {
  private let environment: Environment
  private var state: PlanState
  private var text = PlanText()
  private let progress: ProgressLine

  init(_ environment: Environment, _ state: PlanState) {
    self.environment = environment
    self.state = state
    progress = environment.makeProgress()
  }

  func begin() {}

  func show(_ event: PlanEvent) throws {
    state.apply(event)
    if let activity = state.activity { progress.show(activity) }
    guard let itinerary = state.itinerary else { return }
    var new = text.newText(for: itinerary, landmark: state.landmark, isFinished: state.finished != nil)
    if state.finished != nil, !state.cautions.isEmpty {
      new += "\n" + state.cautions.map { "Note: \($0)\n" }.joined()
    }
    guard !new.isEmpty else { return }
    progress.clear()
    try environment.output.write(new)
  }

  func end() { progress.clear() }
}

/// `--json` and `--format`: the whole trip, when it is complete.
actor WholePlanOutput: PlanOutput {
  private let environment: Environment
  private var state: PlanState
  private let progress: ProgressLine
  private let text: @Sendable (PlannedTrip) throws -> String

  /// - Parameter text: the trip as it is printed.
  init(_ environment: Environment, _ state: PlanState, text: @escaping @Sendable (PlannedTrip) throws -> String) {
    self.environment = environment
    self.state = state
    self.text = text
    progress = environment.makeProgress()
  }

  func begin() {}

  func show(_ event: PlanEvent) throws {
    state.apply(event)
    if let activity = state.activity { progress.show(activity) }
    guard case .finished(let trip) = event else { return }
    progress.clear()
    try environment.output.write(try text(trip))
  }

  func end() { progress.clear() }
}
