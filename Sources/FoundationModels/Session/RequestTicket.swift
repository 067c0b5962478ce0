// SPDX-License-Identifier: Apache-2.0

/// One request's hold on its session: there is at most one at a time.
struct RequestTicket: Sendable, Equatable {
  let number: Int
}

/// The request that has the session.
struct ActiveRequest: Sendable {
  let ticket: RequestTicket
  /// Whether nobody waits for the answer any more; the session is then free, though the model may still finish a token.
  var isAbandoned = false
  /// The work of a streamed request.
  var task: Task<Void, Never>?
}
