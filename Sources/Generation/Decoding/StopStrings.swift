// SPDX-License-Identifier: Apache-2.0

/// Finds stop strings in text that arrives in pieces, and holds back what may become one.
///
/// Works on UTF-8 bytes, so that a combining mark that arrives later changes nothing that has been given out.
package struct StopStrings: Sendable {
  private let stops: [[UInt8]]
  private var held: [UInt8] = []
  package private(set) var isStopped = false

  package init(_ stops: [String]) { self.stops = stops.map { Array($0.utf8) }.filter { !$0.isEmpty } }

  /// Takes the next piece and returns what may be shown now; text from a stop string on is dropped.
  package mutating func append(_ piece: String) -> String {
    guard !isStopped else { return "" }
    guard !stops.isEmpty else { return piece }
    held.append(contentsOf: piece.utf8)
    if let start = firstStop() {
      isStopped = true
      return take(start)
    }
    return take(held.count - longestPossiblePrefix())
  }

  /// What was held back and turned out to be no stop string.
  package mutating func finish() -> String { isStopped ? "" : take(held.count) }

  private func firstStop() -> Int? {
    for start in held.indices {
      for stop in stops where held[start...].starts(with: stop) { return start }
    }
    return nil
  }

  /// The length of the longest tail that begins some stop string.
  private func longestPossiblePrefix() -> Int {
    for start in held.indices {
      let tail = held[start...]
      for stop in stops where tail.count < stop.count && stop.starts(with: tail) { return tail.count }
    }
    return 0
  }

  private mutating func take(_ count: Int) -> String {
    let text = String(decoding: held[..<count], as: UTF8.self)
    held.removeFirst(count)
    return text
  }
}
