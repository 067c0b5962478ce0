// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import TestSupport
import Testing

/// A container file and the two verdicts of llama.cpp on it.
private struct Verdict: Decodable {
  let llama_cpp_meta: String
  let llama_cpp_full: String
  let llama_cpp_msg: String

  /// The peer reads the machine's own byte order only.
  var isOfByteOrder: Bool { llama_cpp_msg.contains("endianness") }
}

@Suite struct ContainerVerdictTests {
  @Test func verdictsAgreeWithThePeer() throws {
    let expected: [String: Verdict] = try fixtureJSON("gguf/container/expected.json")
    let names = try fixtureNames(in: "gguf/container", suffix: "gguf")
    #expect(names.count >= 47)
    for name in names {
      let verdict = try #require(expected[name])
      let path = fixture("gguf/container/\(name).gguf").path
      let (metadata, full) = (verdict.llama_cpp_meta == "ok", verdict.llama_cpp_full == "ok")
      #expect(opens(path, .none) == (metadata || verdict.isOfByteOrder), "\(name), metadata only")
      #expect(opens(path, .paddedTensors) == (full || verdict.isOfByteOrder), "\(name), whole file")
    }
  }

  @Test(arguments: ["t-ok", "t-ok-nopad", "t-trailing", "t-dim-zero", "t-ndims-0", "t-name-empty", "t-align-1"])
  func loadableForAModel(name: String) throws {
    let file = try GGUFFile(path: fixture("gguf/container/\(name).gguf").path)
    for tensor in file.tensors { #expect(file.data(of: tensor).count == tensor.byteCount) }
  }

  @Test(arguments: [
    ("empty", "not a GGUF file: it begins with '' instead of 'GGUF' (at byte 0)"),
    ("bad-magic", "not a GGUF file: it begins with 'FUGG' instead of 'GGUF' (at byte 0)"),
    ("version-1", "GGUF version 1 is not supported, only 2 and 3 (at byte 4)"),
    ("trunc-header", "the file ends early: 8 bytes needed, 4 left (at byte 16)"),
    ("n_kv-huge", "1099511627776 metadata entries announced, but 0 at most are possible (at byte 24)"),
    ("key-dup", "key 'a.b': the key occurs twice (at byte 43)"),
    ("kv-type-neg", "key 'a.b': unknown value type -1 (at byte 35)"),
    ("arr-1g", "key 'a.b': the file ends early: 4294967296 bytes needed, 4 left (at byte 51)"),
    ("align-13", "key 'general.alignment': alignment 13 is not a power of two from 1 to 65536 (at byte 53)"),
    ("align-i32", "key 'general.alignment': the value is i32, expected u32 (at byte 53)"),
    ("t-ndims-5", "tensor 'a': 5 dimensions, at most 4 are supported (at byte 78)"),
    ("t-dim-neg", "tensor 'a': dimension 0 is -1 (at byte 82)"),
    ("t-type-43", "tensor 'a': unknown tensor type 43 (at byte 90)"),
    ("t-row-mod", "tensor 'a': rows of 33 elements are no whole number of Q4_0 blocks of 32 (at byte 90)"),
    ("t-off-16", "tensor 'a': the data is at offset 16, expected 0 (at byte 94)"),
    ("t-data-none", "tensor 'a': the data ends at byte 144, but the file has 128 bytes (at byte 69)"),
  ])
  func messagesNameThePlace(name: String, message: String) {
    let path = fixture("gguf/container/\(name).gguf").path
    do {
      _ = try GGUFFile(path: path)
      Issue.record("\(name) was accepted")
    } catch {
      #expect(error.description == "\(path): \(message)")
    }
  }

  private func opens(_ path: String, _ data: DataCheck) -> Bool {
    (try? GGUFFile(path: path, options: .init(data: data))) != nil
  }
}
