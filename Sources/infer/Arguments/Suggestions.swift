// SPDX-License-Identifier: Apache-2.0
import Generation

/// The candidates near enough to `word` to be what was meant, nearest first.
func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  let allowance = max(1, word.count / 3)
  return candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= allowance }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(limit).map(\.name)
}
