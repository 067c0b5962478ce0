// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Tokenization

@Suite struct ByteStringIndexTests {
  static func lookUp(_ index: ByteStringIndex, _ key: [UInt8]) -> Int32? {
    key.withUnsafeBufferPointer(index.value(of:))
  }
  static func insert(_ index: ByteStringIndex, _ key: [UInt8], _ value: Int32) -> Int32 {
    key.withUnsafeBufferPointer { index.insert($0, value) }
  }

  /// Keys of all short lengths that differ in one byte, in their length, or only in bytes of 0.
  @Test func keysOfEveryLength() {
    let index = ByteStringIndex(minimumCapacity: 1, byteCapacity: 1)
    var keys: [[UInt8]] = [[]]
    for length in 1...40 {
      keys.append(Array(repeating: 0, count: length))
      for place in 0..<length {
        for byte: UInt8 in [1, 0x80, 0xFF] {
          var key = [UInt8](repeating: 0, count: length)
          key[place] = byte
          keys.append(key)
        }
      }
    }
    for (number, key) in keys.enumerated() { #expect(Self.insert(index, key, Int32(number)) == Int32(number)) }
    #expect(index.count == keys.count)
    for (number, key) in keys.enumerated() {
      #expect(Self.lookUp(index, key) == Int32(number))
      // The first value stays.
      #expect(Self.insert(index, key, -7) == Int32(number))
    }
    #expect(
      Self.lookUp(index, Array(repeating: 2, count: 5)) == nil
        && Self.lookUp(index, Array(repeating: 2, count: 41)) == nil)
  }

  @Test func asADictionary() {
    var random = SeededGenerator(seed: 3)
    let index = ByteStringIndex(minimumCapacity: 0, byteCapacity: 0)
    var expected: [[UInt8]: Int32] = [:]
    for number in 0..<20_000 {
      let key = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...3, using: &random) }
      let value = Self.insert(index, key, Int32(number))
      #expect(value == expected[key, default: Int32(number)])
      expected[key] = value
    }
    #expect(index.count == expected.count && expected.allSatisfy { Self.lookUp(index, $0) == $1 })
  }
}
