// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct MaskMemoTests {
  private static func find(_ memo: MaskMemo, _ key: [UInt64], _ hash: UInt64) -> TokenMask? {
    key.withUnsafeBufferPointer { memo.find($0, hash)?.mask }
  }

  private static func mask(_ id: Int) -> TokenMask {
    var mask = TokenMask(count: 100)
    mask[id] = true
    return mask
  }

  @Test func keysOfOneHashAreApart() {
    let memo = MaskMemo(bytes: 100_000, maskBytes: 16)
    for id in 0..<8 {
      memo.insert([UInt64(id), 7], 5, Self.mask(id), dearest: Int32(id))
    }
    for id in 0..<8 { #expect(Self.find(memo, [UInt64(id), 7], 5) == Self.mask(id)) }
    #expect(Self.find(memo, [0], 5) == nil && Self.find(memo, [0, 7], 6) == nil)
    // A ninth takes the place of the one unused longest.
    for id in [0, 2, 3, 4, 5, 6, 7] { #expect(Self.find(memo, [UInt64(id), 7], 5) != nil) }
    memo.insert([8, 7], 5, Self.mask(8), dearest: 0)
    #expect(Self.find(memo, [1, 7], 5) == nil && Self.find(memo, [8, 7], 5) == Self.mask(8))
    #expect(Self.find(memo, [0, 7], 5) == Self.mask(0))
  }

  @Test func aSecondMaskReplacesTheFirst() {
    let memo = MaskMemo(bytes: 100_000, maskBytes: 16)
    for id in [1, 2] { memo.insert([9], 1, Self.mask(id), dearest: 0) }
    #expect(Self.find(memo, [9], 1) == Self.mask(2))
  }

  @Test func capacityFollowsTheBound() {
    #expect(MaskMemo(bytes: 16 << 20, maskBytes: 18_992).capacity * (18_992 + 512) <= 16 << 20)
    #expect(MaskMemo(bytes: 16 << 20, maskBytes: 18_992).capacity > 800)
    let none = MaskMemo(bytes: 1_000, maskBytes: 18_992)
    none.insert([9], 1, Self.mask(1), dearest: 0)
    #expect(none.capacity == 0 && Self.find(none, [9], 1) == nil)
  }
}
