// SPDX-License-Identifier: Apache-2.0
import Foundation
import Quantization
import TestSupport
import Testing

/// Blocks of one type and what they dequantise to.
private struct GoldenBlocks: Decodable {
  let type_id: UInt32
  let blocks_hex: String
  let f32_le_b64: Data
}

@Suite struct DequantizeTests {
  /// Of llama.cpp, and of the numpy reference of the PyPI package `gguf`: together every type with blocks but Q8_1.
  @Test(arguments: [("blocks", 20), ("reference-blocks", 25)])
  func goldenBlocksAreBitExact(fixture: String, count: Int) throws {
    let golden: [String: GoldenBlocks] = try fixtureJSON("quantization/\(fixture).json")
    #expect(golden.count == count)
    for (name, blocks) in golden {
      let type = try #require(TensorType(rawValue: blocks.type_id))
      #expect(type.name.lowercased() == name.lowercased())
      let expected = floats(littleEndian: blocks.f32_le_b64)
      let values = dequantized(type, bytes(hex: blocks.blocks_hex), count: expected.count)
      for (index, pair) in zip(values, expected).enumerated() {
        let same = pair.0.bitPattern == pair.1.bitPattern || (pair.0.isNaN && pair.1.isNaN)
        #expect(same, "\(name)[\(index)]: \(pair.0) instead of \(pair.1)")
      }
    }
  }

  @Test func layoutsHaveNoPadding() throws {
    for type in TensorType.allCases {
      guard let block = type.block else { continue }
      #expect(block.tensorType == type)
      #expect(size(of: block) == type.blockByteCount)
    }
  }

  /// Every type but the plain ones has blocks, and every table of points is as long as its indices reach.
  @Test(arguments: TensorType.allCases) func everyTypeIsRead(type: TensorType) {
    #expect((type.block == nil) == (type.blockLength == 1))
    for byte: UInt8 in [0, 0xFF] {
      let values = dequantized(
        type, [UInt8](repeating: byte, count: type.blockByteCount), count: type.blockLength)
      #expect(values.count == type.blockLength)
    }
  }

  @Test(
    arguments: [
      (.f32, [0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0], [1, -2]), (.f16, [0, 0x3C, 0, 0xC0], [1, -2]),
      (.bf16, [0x80, 0x3F, 0, 0xC0], [1, -2]), (.i8, [1, 0xFE], [1, -2]), (.i16, [1, 0, 0xFE, 0xFF], [1, -2]),
      (.i32, [1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF], [1, -2]), (.f64, [0, 0, 0, 0, 0, 0, 0, 0xC0], [-2]),
      (.i64, [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [-2]),
    ] as [(TensorType, [UInt8], [Float])])
  func plainTypes(type: TensorType, stored: [UInt8], values: [Float]) {
    #expect(dequantized(type, stored, count: values.count) == values)
  }

  /// Q5_1 and Q3_K have no golden blocks: their value is spelled out here bit by bit.
  @Test func q5_1ByHand() {
    // d = 2, m = −1, bits 0 and 31 set: elements 0 and 31 are 16 + their low bits.
    let block: [UInt8] =
      [0x00, 0x40, 0x00, 0xBC, 0x01, 0x00, 0x00, 0x80] + [0x21] + Array(repeating: 0, count: 14) + [0x30]
    let values = dequantized(.q5_1, block, count: 32)
    var expected = [Float](repeating: -1, count: 32)
    expected[0] = 2 * 17 - 1
    expected[16] = 2 * 2 - 1
    expected[31] = 2 * 19 - 1
    #expect(values == expected)
  }

  @Test func q3_KByHand() {
    var block = [UInt8](repeating: 0, count: 110)
    block[0] = 0b0000_0001  // third bit of element 0
    block[31] = 0b1000_0000  // third bit of element 255
    block[32] = 0b0000_0011  // low bits of element 0
    block[95] = 0b1000_0000  // low bits of element 255
    block[96] = 0x01  // scale 0 low = 1, scale 8 low = 0
    block[103] = 0xF0  // scale 15 low = 15
    block[104] = 0b0000_0010  // scale 0 high = 2: 33
    block[107] = 0b1100_0000  // scale 15 high = 3: 63
    block[109] = 0x3C  // d = 1
    let values = dequantized(.q3_K, block, count: 256)
    #expect(values[0] == 1 * 3)
    #expect(values[1] == 1 * -4)
    #expect(values[16] == -32 * -4)
    #expect(values[255] == 31 * 2)
    #expect(values[254] == 31 * -4)
  }

  @Test func tq1_0ByHand() {
    // 0xFF is the fraction 255/256: every digit is 2. 86 = ⌈256/3⌉ has first digit 1, then zeros.
    var block = [UInt8](repeating: 0, count: 54)
    block[0] = 0xFF
    block[33] = 86
    block[51] = 0xFF
    block[53] = 0x40  // d = 2
    let values = dequantized(.tq1_0, block, count: 256)
    var expected = [Float](repeating: -2, count: 256)
    for pass in 0..<5 { expected[pass * 32] = 2 }
    expected[160 + 1] = 0
    for pass in 0..<4 { expected[240 + pass * 4 + 3] = 2 }
    #expect(values == expected)
  }

  @Test func nvfp4ByHand() {
    var block = [UInt8](repeating: 0, count: 36)
    block[0] = 0x38  // 1
    block[1] = 0x01  // 2⁻⁹
    block[2] = 0x7F  // not a number: 0
    block[3] = 0x7E  // 448, the largest
    block[4] = 0x21
    block[12] = 0x0F
    block[20] = 0x77
    block[28] = 0x70
    let values = dequantized(.nvfp4, block, count: 64)
    var expected = [Float](repeating: 0, count: 64)
    expected[0] = 0.5
    expected[8] = 1
    expected[16] = -6 * 0x1p-9
    expected[56] = 6 * 448
    #expect(values == expected)
  }

  @Test func sourcesNeedNoAlignment() throws {
    let golden: [String: GoldenBlocks] = try fixtureJSON("quantization/blocks.json")
    let blocks = try #require(golden["q4_K"])
    let stored = bytes(hex: blocks.blocks_hex)
    for shift in 1..<4 {
      let shifted = [UInt8](repeating: 0, count: shift) + stored
      #expect(dequantized(.q4_K, shifted, at: shift, count: 1024) == dequantized(.q4_K, stored, count: 1024))
    }
  }

  private func size<Block: QuantizedBlock>(of type: Block.Type) -> Int { MemoryLayout<Block>.size }

  private func dequantized(_ type: TensorType, _ stored: [UInt8], at offset: Int = 0, count: Int) -> [Float] {
    var values = [Float](repeating: 12345, count: count + 1)
    stored.withUnsafeBytes { source in
      values.withUnsafeMutableBufferPointer {
        // An empty array may have no address.
        let base = source.baseAddress ?? UnsafeRawPointer($0.baseAddress!)
        dequantize(type, base + offset, count: count, into: $0.baseAddress!)
      }
    }
    #expect(values[count] == 12345, "written past the end")
    return Array(values.dropLast())
  }
}
