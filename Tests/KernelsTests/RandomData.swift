// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization

/// A small generator with a fixed seed, so that every run tests the same numbers.
struct Generator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func floats(_ count: Int, scale: Float = 1) -> [Float] {
    (0..<count).map { _ in Float.random(in: -scale...scale, using: &self) }
  }

  /// `count` elements of a type as a file holds them: any codes, or all made of the byte `code`; scales are finite halves.
  mutating func elements(_ type: TensorType, count: Int, code: UInt8? = nil) -> [UInt8] {
    var bytes = (0..<type.byteCount(elements: count)!).map { _ in code ?? UInt8.random(in: 0...255, using: &self) }
    for block in 0..<(count / type.blockLength) {
      let start = block * type.blockByteCount
      switch type {
      case .f32: put(Float.random(in: -1...1, using: &self).bitPattern, at: start, in: &bytes)
      case .bf16: put(BrainFloat.bits(Float.random(in: -1...1, using: &self)), at: start, in: &bytes)
      case .f16: put(half(), at: start, in: &bytes)
      case .mxfp4: bytes[start] = UInt8.random(in: 122...128, using: &self)
      default: for offset in Self.halfOffsets(type) { put(half(), at: start + offset, in: &bytes) }
      }
    }
    return bytes
  }

  private mutating func half() -> UInt16 { Half.bits(Float.random(in: -1...1, using: &self)) }

  private func put<T: FixedWidthInteger>(_ value: T, at offset: Int, in bytes: inout [UInt8]) {
    for index in 0..<(T.bitWidth / 8) { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> T(8 * index)) }
  }

  /// Where the binary16 numbers of a block lie.
  static func halfOffsets(_ type: TensorType) -> [Int] {
    switch type {
    case .q4_0, .q5_0, .q8_0, .iq4_nl, .iq4_xs, .iq2_xxs: [0]
    case .q4_1, .q5_1, .q4_K, .q5_K: [0, 2]
    case .q2_K: [80, 82]
    case .q3_K: [108]
    case .q6_K: [208]
    default: []
    }
  }
}

/// Types that have kernels for 8-bit activations.
let integerTypes: [TensorType] = [
  .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .q4_K, .q5_K, .q6_K, .q2_K, .q3_K, .iq4_nl, .iq4_xs, .mxfp4,
]

/// Types that matrices can have here; the last stands for those that are dequantised as they are used.
let weightTypes: [TensorType] = [.f32, .f16, .bf16] + integerTypes + [.iq2_xxs]

/// A pool per instruction set this processor has.
let pools: [InstructionSet: ThreadPool] = Dictionary(
  uniqueKeysWithValues: InstructionSet.supported.map { ($0, ThreadPool(threadCount: 2, instructionSet: $0)) })

/// A matrix and the bytes it was made from, which must outlive it where it is not repacked.
final class TestMatrix {
  let matrix: WeightMatrix
  let bytes: UnsafeMutableRawPointer
  let values: [Float]

  init(
    _ type: TensorType, rows: Int, columns: Int, seed: UInt64, pool: ThreadPool, repack: Bool = true,
    code: UInt8? = nil, change: (inout [UInt8]) -> Void = { _ in }
  ) {
    var generator = Generator(seed: seed)
    var data = generator.elements(type, count: rows * columns, code: code)
    change(&data)
    bytes = .allocate(byteCount: max(1, data.count), alignment: 1)
    bytes.copyMemory(from: data, byteCount: data.count)
    var values = [Float](repeating: 0, count: rows * columns)
    dequantize(type, bytes, count: rows * columns, into: &values)
    self.values = values
    matrix = WeightMatrix(type: type, rows: rows, columns: columns, source: bytes, pool: pool, repack: repack)!
  }

  deinit { bytes.deallocate() }
}

/// Activations of `tokens` tokens; the same numbers for the same seed whatever the number of tokens.
func activations(_ tokens: Int, columns: Int, seed: UInt64, pool: ThreadPool) -> ActivationBuffer {
  let buffer = ActivationBuffer(maximumRows: tokens, columns: columns)
  for token in 0..<tokens {
    var generator = Generator(seed: seed &+ UInt64(token))
    let row = generator.floats(columns)
    for column in 0..<columns { buffer.floats[token * columns + column] = row[column] }
  }
  pool.run { buffer.view.quantize(rows: tokens, worker: $0) }
  return buffer
}

/// The product by `multiply`, as an array of (tokens, rows).
func product(_ matrix: WeightMatrix, _ x: ActivationBuffer, tokens: Int, pool: ThreadPool) -> [Float] {
  var y = [Float](repeating: .nan, count: tokens * matrix.rows)
  y.withUnsafeMutableBufferPointer { y in
    nonisolated(unsafe) let target = y.baseAddress!
    pool.run { multiply(matrix.view, x.view, tokens: tokens, into: target, stride: matrix.rows, worker: $0) }
  }
  return y
}
