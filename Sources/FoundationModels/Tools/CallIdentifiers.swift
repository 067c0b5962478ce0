// SPDX-License-Identifier: Apache-2.0

/// Identifiers of tool calls: an output names its call, so they must be there and differ in all of a transcript.
struct CallIdentifiers {
  private var used: Set<String> = []

  init(in entries: [Transcript.Entry]) {
    for case .toolCalls(let calls) in entries { used.formUnion(calls.map(\.id)) }
  }

  /// The identifier that the model gave where it is new, else one of nine letters and digits: some chat templates accept
  /// no others.
  mutating func unused(_ wanted: String) -> String {
    if !wanted.isEmpty, used.insert(wanted).inserted { return wanted }
    while true {
      let id = String((0..<9).map { _ in Self.characters.randomElement()! })
      if used.insert(id).inserted { return id }
    }
  }

  private static let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
}
