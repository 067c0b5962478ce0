// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ConstrainedDecoding

@Suite struct ByteSetTests {
  @Test(arguments: [[], [0], [255], [63, 64], [1, 65, 129, 193], Array(0...255)] as [[UInt8]])
  func tellsItsMembers(members: [UInt8]) {
    let set = ByteSet(members.reversed())
    #expect(set.bytes == members)
    #expect(set.count == members.count)
    #expect(set.first == members.first)
    #expect(set.isEmpty == members.isEmpty)
  }
}
