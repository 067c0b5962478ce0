// SPDX-License-Identifier: Apache-2.0
import ConstrainedDecoding

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Chooses the next token from the logits.
///
/// With a mask, tokens outside it count as impossible before any filter, so that the filters work on the allowed ones.
/// Ties are broken by the lower token id: the choice depends on logits, options and seed alone.
struct Sampler {
  private struct Candidate {
    var id: Int32
    var logit: Float
  }

  let options: SamplingOptions
  let isGreedy: Bool
  private var random: RandomSource
  private var candidates: [Candidate] = []
  private var weights: [Double] = []

  init(_ options: SamplingOptions, seed: UInt64) {
    self.options = options
    isGreedy = options.greedy || options.temperature <= 0 || options.topK == 1
    random = RandomSource(seed: seed)
  }

  /// Whether logits must be changed in place before sampling.
  private var penalises: Bool { options.repetitionPenalty != 1 && options.repetitionWindow > 0 }

  /// Applies the repetition penalty for the last of `tokens` to `logits` in place; call once for each step, before `sample`.
  func penalise(_ logits: UnsafeMutableBufferPointer<Float>, after tokens: [Int32]) {
    guard penalises else { return }
    let penalty = Float(options.repetitionPenalty)
    for token in Set(tokens.suffix(options.repetitionWindow)) where token >= 0 && Int(token) < logits.count {
      let logit = logits[Int(token)]
      logits[Int(token)] = logit > 0 ? logit / penalty : logit * penalty
    }
  }

  /// Makes one token of all that end a generation: the likeliest of them gets the probability of all, the others get none.
  ///
  /// Files name several, and a model that wants to end divides its mind between them; the filters and the greedy choice
  /// must see one end as likely as all together.
  static func joinEnds(_ ends: [Int32], _ logits: UnsafeMutableBufferPointer<Float>) {
    // Written without lists of its own: this runs for every token.
    var (count, best) = (0, -1)
    for end in ends where end >= 0 && Int(end) < logits.count {
      count += 1
      if best < 0 || logits[Int(end)] > logits[best] { best = Int(end) }
    }
    guard count > 1, logits[best].isFinite else { return }
    let top = logits[best]
    // log Σ exp(l) = top + log Σ exp(l − top)
    var sum = 0.0
    for end in ends where end >= 0 && Int(end) < logits.count {
      sum += exp(Double(logits[Int(end)] - top))
      logits[Int(end)] = -.infinity
    }
    logits[best] = top + Float(log(sum))
  }

  /// A token of `logits`, (vocabularySize), among those of `mask`; nil when nothing is allowed or the logits are not numbers.
  mutating func sample(_ logits: UnsafeMutableBufferPointer<Float>, mask: TokenMask? = nil) -> Int32? {
    if isGreedy { return Self.best(logits, mask: mask) }
    collect(logits, mask: mask)
    guard let top = candidates.lazy.map(\.logit).max() else { return nil }
    if options.topP < 1 { keepTopP(top: top) }
    if options.minP > 0 {
      let floor = top + Float(log(options.minP))
      candidates.removeAll { $0.logit < floor }
    }
    weights.removeAll(keepingCapacity: true)
    var total = 0.0
    for candidate in candidates {
      let weight = exp(Double(candidate.logit - top) / options.temperature)
      weights.append(weight)
      total += weight
    }
    guard total > 0, total.isFinite else { return nil }
    var remaining = random.unit() * total
    for (index, weight) in weights.enumerated() {
      remaining -= weight
      if remaining < 0 { return candidates[index].id }
    }
    return candidates.last?.id
  }

  /// The token of the highest logit, the lowest id among equals.
  static func best(_ logits: UnsafeMutableBufferPointer<Float>, mask: TokenMask?) -> Int32? {
    var best = -Float.infinity
    var at: Int32?
    func look(_ id: Int) {
      if logits[id] > best {
        best = logits[id]
        at = Int32(id)
      }
    }
    guard let mask else { return argmax(logits) }
    forEachAllowed(mask, limit: logits.count, look)
    return at
  }

  /// The plain argmax, written so that the compiler vectorises the search for the maximum.
  private static func argmax(_ logits: UnsafeMutableBufferPointer<Float>) -> Int32? {
    var lanes = SIMD16<Float>(repeating: -.infinity)
    var index = 0
    let base = UnsafeRawPointer(logits.baseAddress!)
    while index &+ 16 <= logits.count {
      let values = base.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
      lanes.replace(with: values, where: values .> lanes)
      index &+= 16
    }
    var best = lanes.max()
    while index < logits.count {
      if logits[index] > best { best = logits[index] }
      index &+= 1
    }
    guard best > -.infinity else { return nil }
    return logits.firstIndex(of: best).map(Int32.init)
  }

  private static func forEachAllowed(_ mask: TokenMask, limit: Int, _ body: (Int) -> Void) {
    for (index, word) in mask.words.enumerated() where word != 0 {
      var bits = word
      while bits != 0 {
        let id = index * 64 + bits.trailingZeroBitCount
        bits &= bits - 1
        if id < limit { body(id) }
      }
    }
  }

  /// Gathers the candidates: the k best, best first, or with top-k off all of them in the order of ids.
  private mutating func collect(_ logits: UnsafeMutableBufferPointer<Float>, mask: TokenMask?) {
    candidates.removeAll(keepingCapacity: true)
    let k = options.topK > 0 ? options.topK : Int.max
    // Most logits fall below the k-th best so far: one comparison each, and a cut when twice k have gathered.
    var floor = -Float.infinity
    func look(_ id: Int) {
      guard logits[id] > floor else { return }
      candidates.append(Candidate(id: Int32(id), logit: logits[id]))
      if k < Int.max / 2 && candidates.count == 2 * k {
        sortAndKeep(k)
        floor = candidates[k - 1].logit
      }
    }
    if let mask {
      Self.forEachAllowed(mask, limit: logits.count, look)
    } else {
      for id in 0..<logits.count { look(id) }
    }
    if k != Int.max { sortAndKeep(k) }
  }

  private mutating func sortAndKeep(_ k: Int) {
    candidates.sort { $0.logit != $1.logit ? $0.logit > $1.logit : $0.id < $1.id }
    if candidates.count > k { candidates.removeLast(candidates.count - k) }
  }

  /// Cuts to the smallest set of best candidates whose probabilities at temperature 1 sum to top-p.
  ///
  /// Sorting a whole vocabulary costs more than a decode step of a small model, so only candidates near the best are sorted,
  /// and the range is widened until it holds enough.
  private mutating func keepTopP(top: Float) {
    let total = candidates.reduce(0.0) { $0 + exp(Double($1.logit - top)) }
    let wanted = options.topP * total
    var range: Float = 4
    while true {
      var near = candidates.filter { $0.logit >= top - range }
      let mass = near.reduce(0.0) { $0 + exp(Double($1.logit - top)) }
      if mass < wanted && near.count < candidates.count {
        range *= 2
        continue
      }
      near.sort { $0.logit != $1.logit ? $0.logit > $1.logit : $0.id < $1.id }
      var sum = 0.0
      let end = near.firstIndex { candidate in
        sum += exp(Double(candidate.logit - top))
        return sum >= wanted
      }
      candidates = Array(near[...(end ?? near.count - 1)])
      return
    }
  }
}
