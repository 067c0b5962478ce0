// SPDX-License-Identifier: Apache-2.0
import FoundationModels
import Synchronization

/// The schema of a session's plan, made when it is made ready and used again where the plan has the same outline.
final class PlanSchemaMemo: Sendable {
  private struct State {
    var outline: TripOutline?
    var preferences = TripPreferences()
    var schema: GenerationSchema?
    var madeCount = 0
  }
  private let state = Mutex(State())

  /// Schemas made so far.
  var madeCount: Int { state.withLock { $0.madeCount } }

  /// - Throws: as `PlanSchema.wholeSchema`.
  func schema(of outline: TripOutline, _ preferences: TripPreferences) throws -> GenerationSchema {
    try state.withLock { state in
      if let schema = state.schema, state.outline == outline, state.preferences == preferences { return schema }
      let schema = try PlanSchema(outline: outline, preferences: preferences).wholeSchema()
      (state.outline, state.preferences, state.schema) = (outline, preferences, schema)
      state.madeCount += 1
      return schema
    }
  }
}
