// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Testing

@Suite struct GGUFArrayTests {
  private func array(_ value: GGUFWriter.Value) throws -> GGUFArray {
    var writer = GGUFWriter()
    writer.set("k", value)
    return try GGUFFile(bytes: writer.bytes()).metadata.requiredArray("k")
  }

  @Test func stringsAreVisitedInOrder() throws {
    let array = try array(.stringsBytes([[1, 2], [], [0xFF]]))
    var seen: [[UInt8]] = []
    array.forEachString { seen.append(Array($0)) }
    #expect(seen == [[1, 2], [], [0xFF]])
    #expect(array.count == 3)
    #expect(array.strings == ["\u{1}\u{2}", "", "\u{FFFD}"])
  }

  @Test func theVisitMayThrow() throws {
    struct Stop: Error {}
    let array = try array(.strings(["a", "b"]))
    var visits = 0
    #expect(throws: Stop.self) {
      try array.forEachString { (_) throws(Stop) in
        visits += 1
        throw Stop()
      }
    }
    #expect(visits == 1)
  }

  @Test func wrongElementTypesGiveNil() throws {
    let strings = try array(.strings(["a"]))
    #expect(strings.floats == nil)
    #expect(strings.integers == nil)
    let floats = try array(.float32s([1]))
    #expect(floats.strings == nil)
    #expect(floats.int32s == nil)
    #expect(try array(.uint32s([.max])).int32s == nil)
    #expect(try array(.uint32s([.max])).integers == [4_294_967_295])
  }

  @Test(
    arguments: [
      (.int32s([]), "[]"), (.int32s([1, -2]), "[1, -2]"), (.strings(["a\n"]), #"["a\n"]"#),
      (.uint8s(Array(0..<8)), "[0, 1, 2, 3, 4, 5, … 8 in all]"),
    ] as [(GGUFWriter.Value, String)])
  func description(value: GGUFWriter.Value, text: String) throws {
    #expect(GGUFValue.array(try array(value)).description == text)
  }

  /// The size of a real vocabulary: parsing walks it without making strings.
  @Test func aLargeVocabularyIsWalkedOnce() throws {
    let tokens = (0..<262_144).map { Array("token\($0)".utf8) }
    let array = try array(.stringsBytes(tokens))
    var length = 0
    array.forEachString { length += $0.count }
    #expect(length == tokens.reduce(0) { $0 + $1.count })
  }
}
