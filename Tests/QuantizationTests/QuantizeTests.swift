// SPDX-License-Identifier: Apache-2.0
import Foundation
import Quantization
import TestSupport
import Testing

/// Floats and the blocks that the numpy reference of the PyPI package `gguf` makes of them.
private struct GoldenQuantized: Decodable {
  let f32_le_b64: Data
  let blocks: [String: String]
}

@Suite struct QuantizeTests {
  @Test func blocksEqualTheReference() throws {
    let golden: GoldenQuantized = try fixtureJSON("quantization/quantized.json")
    let values = floats(littleEndian: golden.f32_le_b64)
    #expect(golden.blocks.count == 6)
    for (name, hex) in golden.blocks {
      let type = try #require(TensorType(name: name))
      #expect(quantized(type, values) == bytes(hex: hex), "\(name)")
    }
  }

  /// Greatest RMSE of normally distributed values of RMS 1: what the number of steps allows, and no other method far below.
  @Test(
    arguments: [
      (.f32, 0), (.f16, 3e-4), (.bf16, 3e-3), (.q8_0, 0.007), (.q6_K, 0.019), (.q5_0, 0.045), (.q4_K, 0.074),
      (.q4_1, 0.082), (.q4_0, 0.092),
    ] as [(TensorType, Double)])
  func errorsOfNormalValues(type: TensorType, limit: Double) {
    var generator = SeededGenerator(seed: 3)
    let values = (0..<12 * 256).map { _ in Self.normal(&generator) }
    let error = Self.error(values, roundTrip(type, values))
    #expect(error <= limit, "\(type)")
    #expect(error >= limit / 3, "\(type)")
  }

  /// Values that a type holds exactly come back as they were.
  @Test func exactValuesStay() {
    let quarter = (0..<256).map { Float($0 % 16) - 8 }
    for type: TensorType in [.f32, .f16, .bf16, .q4_0, .q5_0, .q6_K] {
      #expect(roundTrip(type, quarter) == quarter, "\(type)")
    }
    let rising = (0..<256).map { Float($0 % 16) * 0.5 - 2 }
    for type: TensorType in [.q4_1, .q4_K] {
      for (found, wanted) in zip(roundTrip(type, rising), rising) { #expect(abs(found - wanted) < 0.02, "\(type)") }
    }
  }

  @Test(arguments: TensorType.quantizable) func oddBlocks(type: TensorType) {
    let zeros = [Float](repeating: 0, count: 256)
    #expect(roundTrip(type, zeros).allSatisfy { $0 == 0 })
    let equal = [Float](repeating: -0.75, count: 256)
    #expect(roundTrip(type, equal).allSatisfy { abs($0 + 0.75) < 0.01 })
    var lonely = zeros
    lonely[77] = 3
    #expect(abs(roundTrip(type, lonely)[77] - 3) < 0.05)
    let tiny = [Float](repeating: 1e-30, count: 256)
    #expect(roundTrip(type, tiny).allSatisfy { abs($0) <= 1e-29 })
    // Anything that is no number gives some block and no trap.
    for odd: Float in [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
      var values = (0..<256).map { Float($0) }
      values[9] = odd
      _ = quantized(type, values)
      _ = quantized(type, [Float](repeating: odd, count: 256))
    }
  }

  private static func normal(_ generator: inout SeededGenerator) -> Float {
    let (u, v) = (Double.random(in: 1e-12...1, using: &generator), Double.random(in: 0...1, using: &generator))
    return Float((-2 * log(u)).squareRoot() * cos(2 * .pi * v))
  }

  private static func error(_ a: [Float], _ b: [Float]) -> Double {
    (zip(a, b).reduce(0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) } / Double(a.count)).squareRoot()
  }

  private func quantized(_ type: TensorType, _ values: [Float]) -> [UInt8] {
    var stored = [UInt8](repeating: 0, count: type.byteCount(elements: values.count)!)
    stored.withUnsafeMutableBytes { quantize(type, values, count: values.count, into: $0.baseAddress!) }
    return stored
  }

  private func roundTrip(_ type: TensorType, _ values: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: values.count)
    quantized(type, values).withUnsafeBytes {
      dequantize(type, $0.baseAddress!, count: values.count, into: &result)
    }
    return result
  }
}
