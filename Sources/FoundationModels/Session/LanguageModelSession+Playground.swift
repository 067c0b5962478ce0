// SPDX-License-Identifier: Apache-2.0

// What a playground shows for the types of a session: what their reader is after, not how they are made.

extension LanguageModelSession: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { transcript.map { String(describing: $0) } }
}

extension LanguageModelSession.Response: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { content }
}

extension LanguageModelSession.ResponseStream.Snapshot: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { content }
}
