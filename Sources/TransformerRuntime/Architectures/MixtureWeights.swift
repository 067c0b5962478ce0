// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A mixture of experts in place of a feed-forward layer: Σ pₑ · downₑ · (silu(gateₑ·x) ⊙ upₑ·x) over the few experts that a
/// router chooses for each token.
///
/// pₑ are the softmax of the router's scores over all experts, of which the greatest are kept and made to sum to 1.
///
/// - Source: Shazeer et al., Outrageously Large Neural Networks; Jiang et al., Mixtral of Experts.
struct MixtureWeights {
  let router: Linear
  /// One for each expert.
  let gates: UnsafeBufferPointer<Linear>
  let ups: UnsafeBufferPointer<Linear>
  let downs: UnsafeBufferPointer<Linear>
  /// Experts of a token.
  let usedCount: Int
  /// Multiplies the weights of the chosen experts.
  let scale: Float

  init(_ h: Hyperparameters, _ tensors: TensorLoader, block: Int) throws(ModelError) {
    let prefix = "blk.\(block)"
    let (width, inner, count) = (h.embeddingLength, h.feedForwardLength, h.expertCount)
    router = try tensors.linear("\(prefix).ffn_gate_inp", rows: count, columns: width)
    gates = try tensors.experts("\(prefix).ffn_gate_exps", count: count, rows: inner, columns: width)
    ups = try tensors.experts("\(prefix).ffn_up_exps", count: count, rows: inner, columns: width)
    downs = try tensors.experts("\(prefix).ffn_down_exps", count: count, rows: width, columns: inner)
    usedCount = h.expertUsedCount
    scale = h.expertWeightScale
  }

  var expertCount: Int { gates.count }

  /// Chooses the experts of one token.
  ///
  /// - Shapes: `scores`: (expertCount), changed; `choice`: (2 · usedCount): the experts' numbers, rising, then their weights.
  func choose(_ scores: UnsafeMutablePointer<Float>, into choice: UnsafeMutablePointer<Float>) {
    var greatest = scores[0]
    for e in 0..<expertCount { greatest = max(greatest, scores[e]) }
    for e in 0..<expertCount { scores[e] = expf(scores[e] - greatest) }
    // What was chosen is marked by its sign: a score that is not a number is chosen last.
    var sum: Float = 0
    for _ in 0..<usedCount {
      var best = -1
      for e in 0..<expertCount where scores[e].sign == .plus && (best < 0 || scores[e] > scores[best]) { best = e }
      if best < 0 { break }
      sum += scores[best]
      scores[best] = -scores[best]
    }
    var next = 0
    for e in 0..<expertCount where scores[e].sign == .minus && next < usedCount {
      choice[next] = Float(e)
      choice[usedCount + next] = -scores[e] / sum * scale
      next += 1
    }
    for i in next..<usedCount {
      choice[i] = -1
      choice[usedCount + i] = 0
    }
  }

  /// The rows whose token uses an expert, rising.
  ///
  /// - Returns: how many.
  @inline(__always)
  func rows(
    using expert: Int, _ choices: Activation, count: Int, into rows: UnsafeMutablePointer<Int32>
  ) -> Int {
    var found = 0
    for r in 0..<count where weight(of: expert, choices.row(r)) != nil {
      rows[found] = Int32(r)
      found += 1
    }
    return found
  }

  /// The weight of an expert in one token's choice; nil where it was not chosen.
  @inline(__always)
  func weight(of expert: Int, _ choice: UnsafePointer<Float>) -> Float? {
    for i in 0..<usedCount where choice[i] == Float(expert) { return choice[usedCount + i] }
    return nil
  }
}
