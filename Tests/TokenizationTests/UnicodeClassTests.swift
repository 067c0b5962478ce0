// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Tokenization

@Suite struct UnicodeClassTests {
  @Test func tableIsWhatTheScalarsSay() {
    var wrong: [Int] = []
    for value in 0..<65_536 {
      let expected = Unicode.Scalar(UInt32(value)).map { UnicodeClass($0).rawValue } ?? UnicodeClass.other.rawValue
      if UnicodeClass.table[value] != expected { wrong.append(value) }
    }
    #expect(wrong.isEmpty)
    #expect(UnicodeClass.table.count == 65_536)
  }
}
