// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Attention as its formula, in double.
///
///     s[j] = cap(scale · q · k[j]),  out = Σ_j exp(s[j] − max s) · v[j] / Σ_j exp(s[j] − max s)
///
/// - Shapes: `queries`: (tokens, headCount · keyLength); `keys`, `values`: (position + tokens, heads · length);
///   returns (tokens, headCount · valueLength).
package func attentionReference(
  queries: [Float], keys: [Float], values: [Float], shape: AttentionShape, position: Int, tokens: Int
) -> [Float] {
  let group = shape.groupSize
  var out = [Float](repeating: 0, count: tokens * shape.headCount * shape.valueLength)
  for token in 0..<tokens {
    let last = position + token
    let first = shape.window > 0 ? max(0, last - shape.window + 1) : 0
    for head in 0..<shape.headCount {
      let query = (token * shape.headCount + head) * shape.keyLength
      let scores = (first...last).map { key -> Double in
        let start = (key * shape.headCountKV + head / group) * shape.keyLength
        var dot = 0.0
        for d in 0..<shape.keyLength { dot += Double(queries[query + d]) * Double(keys[start + d]) }
        let score = dot * Double(shape.scale)
        let cap = Double(shape.softCap)
        return cap > 0 ? cap * tanh(score / cap) : score
      }
      let largest = scores.max() ?? 0
      let weights = scores.map { exp($0 - largest) }
      let sum = weights.reduce(0, +)
      for d in 0..<shape.valueLength {
        var total = 0.0
        for (index, weight) in weights.enumerated() {
          let start = ((first + index) * shape.headCountKV + head / group) * shape.valueLength
          total += weight * Double(values[start + d])
        }
        out[(token * shape.headCount + head) * shape.valueLength + d] = Float(total / sum)
      }
    }
  }
  return out
}
