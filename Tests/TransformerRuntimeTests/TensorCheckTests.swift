// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization
import TestSupport
import Testing

@testable import TransformerRuntime

@Suite struct TensorCheckTests {
  /// Bytes of a type with two rows, of which the second begins with a block that is no number.
  static let faults: [(TensorType, [UInt8])] = [
    (.f32, [0, 0, 0xC0, 0x7F]), (.f16, [0, 0x7C]), (.bf16, [0x80, 0xFF]), (.q4_0, [0, 0x7E]),
    (.q8_0, [0, 0xFC]), (.q4_K, [0, 0x3C, 0, 0x7C]), (.mxfp4, [0xFF]), (.nvfp4, [0x38, 0x7F]),
  ]

  @Test(arguments: faults) func faultsAreFoundWithTheirPlace(_ type: TensorType, _ fault: [UInt8]) throws {
    var writer = GGUFWriter()
    let row = [UInt8](repeating: 0, count: type.blockByteCount * 4)
    writer.tensors.append(.init(name: "good", type: type, dimensions: [type.blockLength * 4, 2], data: row + row))
    let good = try GGUFFile(bytes: writer.bytes())
    let bad = fault + row.dropFirst(fault.count)
    writer.tensors.append(.init(name: "bad", type: type, dimensions: [type.blockLength * 4, 2], data: row + bad))
    let file = try GGUFFile(bytes: writer.bytes())
    let pool = ThreadPool(threadCount: 2)
    try TensorCheck.run(good, pool: pool)
    do {
      try TensorCheck.run(file, pool: pool)
      Issue.record("not found")
    } catch {
      #expect(error.subject == "bad")
      #expect("\(error)".contains("row 1"))
    }
  }
}
