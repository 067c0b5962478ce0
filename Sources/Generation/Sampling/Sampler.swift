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
  let options: SamplingOptions
  let isGreedy: Bool
  private var random: RandomSource
  // Kept from token to token, so that choosing one allocates nothing.
  private var candidates = CandidateList()
  private var weights: [Double] = []
  /// A bit for each token that the penalty has been applied to; clear between calls.
  private var penalised: [UInt64] = []

  init(_ options: SamplingOptions, seed: UInt64) {
    self.options = options
    isGreedy = options.greedy || options.temperature <= 0 || options.topK == 1
    random = RandomSource(seed: seed)
  }

  /// Whether logits must be changed in place before sampling.
  private var penalises: Bool { options.repetitionPenalty != 1 && options.repetitionWindow > 0 }

  /// Applies the repetition penalty for the last of `tokens` to `logits` in place; call once for each step, before `sample`.
  mutating func penalise(_ logits: UnsafeMutableBufferPointer<Float>, after tokens: [Int32]) {
    guard penalises else { return }
    let penalty = Float(options.repetitionPenalty)
    let words = (logits.count + 63) / 64
    if penalised.count < words { penalised = Array(repeating: 0, count: words) }
    let window = max(0, tokens.count - options.repetitionWindow)..<tokens.count
    for index in window {
      let token = Int(tokens[index])
      guard token >= 0, token < logits.count, penalised[token >> 6] >> UInt64(token & 63) & 1 == 0 else { continue }
      penalised[token >> 6] |= 1 << UInt64(token & 63)
      let logit = logits[token]
      logits[token] = logit > 0 ? logit / penalty : logit * penalty
    }
    for index in window {
      let token = Int(tokens[index])
      if token >= 0, token < logits.count { penalised[token >> 6] = 0 }
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
    var top = -Float.infinity
    for candidate in candidates.elements where candidate.logit > top { top = candidate.logit }
    guard top > -.infinity else { return nil }
    if options.topP < 1 { keepTopP(top: top) }
    if options.minP > 0 { candidates.keep(atLeast: top + Float(log(options.minP))) }
    weights.removeAll(keepingCapacity: true)
    var total = 0.0
    for candidate in candidates.elements {
      let weight = exp(Double(candidate.logit - top) / options.temperature)
      weights.append(weight)
      total += weight
    }
    guard total > 0, total.isFinite else { return nil }
    var remaining = random.unit() * total
    for (index, weight) in weights.enumerated() {
      remaining -= weight
      if remaining < 0 { return candidates.elements[index].id }
    }
    return candidates.elements.last?.id
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
    candidates.removeAll()
    let k = options.topK > 0 ? options.topK : Int.max
    // Most logits fall below the k-th best so far: one comparison each, and a cut when twice k have gathered.
    var floor = -Float.infinity
    func look(_ id: Int) {
      guard logits[id] > floor else { return }
      candidates.append(Candidate(id: Int32(id), logit: logits[id]))
      if k < Int.max / 2 && candidates.count == 2 * k {
        sortAndKeep(k)
        floor = candidates.elements[k - 1].logit
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
    candidates.sort(first: candidates.count)
    candidates.keepFirst(k)
  }

  /// Cuts to the smallest set of best candidates whose probabilities at temperature 1 sum to top-p.
  ///
  /// Sorting a whole vocabulary costs more than a decode step of a small model, so only candidates near the best are sorted,
  /// and the range is widened until it holds enough.
  private mutating func keepTopP(top: Float) {
    let wanted = options.topP * mass(candidates.count, top)
    var range: Float = 4
    while true {
      let near = candidates.bringForward(atLeast: top - range)
      if near < candidates.count, mass(near, top) < wanted {
        range *= 2
        continue
      }
      candidates.sort(first: near)
      var sum = 0.0
      let end = candidates.elements[..<near].firstIndex { candidate in
        sum += exp(Double(candidate.logit - top))
        return sum >= wanted
      }
      candidates.keepFirst(end.map { $0 + 1 } ?? near)
      return
    }
  }

  /// Σ exp(l − top) of the first `count` candidates.
  private func mass(_ count: Int, _ top: Float) -> Double {
    var sum = 0.0
    for candidate in candidates.elements[..<count] { sum += exp(Double(candidate.logit - top)) }
    return sum
  }
}
