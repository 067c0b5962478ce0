// SPDX-License-Identifier: Apache-2.0

/// Numbers that mutations are drawn by: the same seed gives the same ones on every machine. SplitMix64.
struct MutationRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The numbers of one case of a run, so that any case can be made again without those before it.
  init(seed: UInt64, index: Int) {
    self.init(seed: seed)
    state = next() ^ UInt64(bitPattern: Int64(index))
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number below `limit`; 0 where the limit is 0.
  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  /// Whether one of so many chances came up.
  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

  /// An element of a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[next(below: list.count)] }

  /// A length: mostly short, at times up to the limit.
  mutating func length(upTo limit: Int) -> Int {
    var limit = limit
    while limit > 4, !oneIn(3) { limit /= 4 }
    return 1 + next(below: limit)
  }
}
