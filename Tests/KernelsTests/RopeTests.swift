// SPDX-License-Identifier: Apache-2.0
import Kernels
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct RopeTests {
  @Test(arguments: [RopeStyle.adjacent, .halves], [8, 6])
  func turnsPairs(style: RopeStyle, dimensions: Int) {
    let pool = pools[.portable]!
    let (tokens, heads, length, position) = (19, 3, 8, 5)
    var generator = Generator(seed: 40)
    let x = generator.floats(tokens * heads * length)
    let table = RopeTable(
      maximumTokens: tokens, frequencies: RopeTable.frequencies(base: 10000, dimensions: dimensions))
    var y = x
    y.withUnsafeMutableBufferPointer { y in
      nonisolated(unsafe) let target = y.baseAddress!
      pool.run { worker in
        table.fill(position: position, tokens: tokens, worker: worker)
        worker.barrier()
        rope(
          target, stride: heads * length, headCount: heads, headLength: length, style: style, table: table,
          tokens: tokens, worker: worker)
      }
    }
    for token in 0..<tokens {
      for head in 0..<heads {
        let start = (token * heads + head) * length
        var expected = Array(x[start..<(start + length)])
        for index in 0..<(dimensions / 2) {
          let angle = Double(position + token) * pow(10000, -2 * Double(index) / Double(dimensions))
          let (i, j) = style == .adjacent ? (2 * index, 2 * index + 1) : (index, index + dimensions / 2)
          let (a, b) = (Double(x[start + i]), Double(x[start + j]))
          expected[i] = Float(a * cos(angle) - b * sin(angle))
          expected[j] = Float(a * sin(angle) + b * cos(angle))
        }
        for d in 0..<length { #expect(abs(y[start + d] - expected[d]) < 1e-6) }
      }
    }
  }
}
