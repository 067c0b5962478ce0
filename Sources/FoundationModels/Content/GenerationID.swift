// SPDX-License-Identifier: Apache-2.0

/// Identifies one generated value for as long as it is being generated.
///
/// A partially generated value keeps its identifier from snapshot to snapshot, so that a list can tell a growing element
/// from a new one. Identifiers of nested values derive from that of the response and from their place in it.
public struct GenerationID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a new identifier, different from every other.
  public init() {
    var source = SystemRandomNumberGenerator()
    high = source.next()
    low = source.next()
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The identifier of the member `key` of the object that this one identifies.
  package func member(_ key: String) -> GenerationID {
    // FNV-1a of the key: independent of the process, unlike `Hasher`.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return derived(hash)
  }

  /// The identifier of the element at `index` of the array that this one identifies.
  package func element(_ index: Int) -> GenerationID { derived(~UInt64(truncatingIfNeeded: index)) }

  private func derived(_ salt: UInt64) -> GenerationID {
    GenerationID(high: Self.mix(high ^ salt), low: Self.mix(low &+ salt &* 0x9e37_79b9_7f4a_7c15))
  }

  /// The finaliser of SplitMix64: a bijection, so that different places keep different identifiers.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
