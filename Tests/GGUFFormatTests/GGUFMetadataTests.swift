// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Testing

@Suite struct GGUFMetadataTests {
  private func metadata() throws -> GGUFMetadata {
    var writer = GGUFWriter()
    writer.set("count", .uint64(12))
    writer.set("huge", .uint64(.max))
    writer.set("name", .string("tiny"))
    writer.set("scale", .float32(0.5))
    writer.set("flag", .bool(false))
    writer.set("list", .int32s([1, 2]))
    return try GGUFFile(bytes: writer.bytes()).metadata
  }

  @Test func plainAccessGivesNilForAbsentAndWrong() throws {
    let metadata = try metadata()
    #expect(metadata.int("count") == 12)
    #expect(metadata.int("nothing") == nil)
    #expect(metadata.int("name") == nil)
    #expect(metadata.float("count") == nil)
    #expect(metadata["flag"]?.bool == false)
  }

  @Test func optionalAccessTellsAbsentFromWrong() throws {
    let metadata = try metadata()
    #expect(try metadata.optionalInt("nothing") == nil)
    #expect(try metadata.optionalArray("list", of: .int32)?.count == 2)
    expect("key 'name': the value is string, expected an integer (at byte ") { try metadata.optionalInt("name") }
    expect("key 'huge': the value 18446744073709551615 is out of range") { try metadata.optionalInt("huge") }
    expect("key 'list': the value is array of i32, expected an array of f32") {
      try metadata.optionalArray("list", of: .float32)
    }
  }

  @Test func requiredAccessNamesTheKey() throws {
    let metadata = try metadata()
    #expect(try metadata.requiredInt("count") == 12)
    #expect(try metadata.requiredString("name") == "tiny")
    #expect(try metadata.requiredFloat("scale") == 0.5)
    #expect(try metadata.requiredBool("flag") == false)
    #expect(try metadata.requiredArray("list").int32s == [1, 2])
    expect("key 'nothing': the key is missing") { try metadata.requiredFloat("nothing") }
    expect("key 'count': the value is u64, expected a string") { try metadata.requiredString("count") }
  }

  /// Keys are bytes: letters that look alike but are composed differently are two keys.
  @Test func keysCompareByBytes() throws {
    var file = ForgedFile(entries: 2)
    for key in ["caf\u{E9}", "cafe\u{301}"] {
      file.append(string: key)
      file.append(0 as Int32)
      file.append(UInt8(key.utf8.count))
    }
    let metadata = try GGUFFile(bytes: file.bytes).metadata
    #expect(metadata.int("caf\u{E9}") == 5)
    #expect(metadata.int("cafe\u{301}") == 6)
  }

  private func expect<Value>(_ prefix: String, _ body: () throws -> Value) {
    do {
      _ = try body()
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix(prefix))
    }
  }
}
