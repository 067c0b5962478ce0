// SPDX-License-Identifier: Apache-2.0

/// A small generator of random numbers that gives the same sequence for the same seed on every machine.
///
/// - Source: xoshiro256**, Blackman and Vigna 2018, seeded by SplitMix64 as its authors advise.
package struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var mixer = seed
    func next() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var z = mixer
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    state = (next(), next(), next(), next())
  }

  package mutating func next() -> UInt64 {
    func rotate(_ x: UInt64, _ k: UInt64) -> UInt64 { (x << k) | (x >> (64 - k)) }
    let result = rotate(state.1 &* 5, 7) &* 9
    let t = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= t
    state.3 = rotate(state.3, 45)
    return result
  }

  /// A number in [0, 1) with 53 random bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
