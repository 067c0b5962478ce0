// SPDX-License-Identifier: Apache-2.0

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment), letters compared without case.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.lowercased())
  let b = Array(b.lowercased())
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

/// The candidates near enough to `word` to be what was meant, nearest first.
func suggestions(for word: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
  let allowance = max(1, word.count / 3)
  return candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= allowance }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(limit).map(\.name)
}
