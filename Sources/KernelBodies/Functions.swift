// SPDX-License-Identifier: Apache-2.0

extension VectorISA {
  /// eˣ with a relative error below 2·10⁻⁷; 0 below −87.7, the largest finite power above 88.
  ///
  /// x = n·ln 2 + r with |r| ≤ ln 2 / 2; eʳ by its Taylor polynomial of degree 7, whose remainder is below 10⁻⁸.
  @inlinable @inline(__always)
  public static func exponential(_ x: Floats) -> Floats {
    let clamped = min(max(x, broadcast(-88.02)), broadcast(88))
    let n = rounded(multiply(clamped, broadcast(1.442_695_04)))
    let count = float(n)
    var r = fma(count, broadcast(-0.693_359_375), clamped)
    r = fma(count, broadcast(2.121_944_4e-4), r)
    var p = broadcast(1.0 / 5040)
    p = fma(p, r, broadcast(1.0 / 720))
    p = fma(p, r, broadcast(1.0 / 120))
    p = fma(p, r, broadcast(1.0 / 24))
    p = fma(p, r, broadcast(1.0 / 6))
    p = fma(p, r, broadcast(0.5))
    p = fma(p, r, broadcast(1))
    p = fma(p, r, broadcast(1))
    return multiply(p, powerOfTwo(n))
  }

  /// x / (1 + e⁻ˣ)
  @inlinable @inline(__always)
  public static func silu(_ x: Floats) -> Floats {
    divide(x, add(broadcast(1), exponential(subtract(zero(), x))))
  }

  /// tanh x = 1 − 2 / (1 + e²ˣ); absolute error below 2·10⁻⁷.
  @inlinable @inline(__always)
  public static func hyperbolicTangent(_ x: Floats) -> Floats {
    subtract(broadcast(1), divide(broadcast(2), add(broadcast(1), exponential(add(x, x)))))
  }

  /// x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³)))
  @inlinable @inline(__always)
  public static func gelu(_ x: Floats) -> Floats {
    let cube = multiply(multiply(x, x), x)
    let inner = multiply(broadcast(0.797_884_56), fma(broadcast(0.044715), cube, x))
    return multiply(multiply(broadcast(0.5), x), add(broadcast(1), hyperbolicTangent(inner)))
  }
}
