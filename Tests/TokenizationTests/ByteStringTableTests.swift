// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Tokenization

@Suite struct ByteStringTableTests {
  static func bytes(_ table: ByteStringTable) -> [[UInt8]] { (0..<table.count).map(table.bytes(at:)) }

  @Test(arguments: [[], [""], ["", ""], ["a"], ["", "ab", "", "cde", ""]]) func filled(_ strings: [String]) {
    let count = strings.reduce(0) { $0 + $1.utf8.count }
    let table = ByteStringTable(count: strings.count, byteCount: count) { append in
      for string in strings { Array(string.utf8).withUnsafeBytes(append) }
    }
    #expect(Self.bytes(table) == strings.map { Array($0.utf8) } && table.byteCount == count)
    // More than was said is left out.
    let short = ByteStringTable(count: 1, byteCount: 1) { append in
      for string in strings + ["xyz"] { Array(string.utf8).withUnsafeBytes(append) }
    }
    #expect(short.count <= 1 && short.byteCount <= 1)
    let doubled = ByteStringTable(mapping: table) { position, text, output in
      output[0] = UInt8(position)
      for (offset, byte) in text.dropLast().enumerated() { output[offset + 1] = byte }
      return max(text.count, 1)
    }
    let expected = strings.enumerated().map { position, string in [UInt8(position)] + Array(string.utf8.dropLast()) }
    #expect(Self.bytes(doubled) == expected)
  }
}
