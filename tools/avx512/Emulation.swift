// SPDX-License-Identifier: Apache-2.0
import CIntrinsics

// What `AVX512.swift` calls, for processors that have AVX2 only. A module's own functions come before imported ones of the same
// name, so that the very table of the package is compiled against these.
//
// Instructions that work lane by lane run as the two 256-bit instructions of the same operation, and so mean the same by
// construction. The rest follows the operation given in Intel's Intrinsics Guide.

/// The two halves of a vector of 512 bits, the lower lanes first.
typealias Halves<Half> = (low: Half, high: Half)

@inline(__always) private func halves(_ value: __m512i) -> Halves<__m256i> {
  unsafeBitCast(value, to: Halves<__m256i>.self)
}
@inline(__always) private func halves(_ value: __m512) -> Halves<__m256> {
  unsafeBitCast(value, to: Halves<__m256>.self)
}
@inline(__always) private func joined(_ low: __m256i, _ high: __m256i) -> __m512i {
  unsafeBitCast((low, high), to: __m512i.self)
}
@inline(__always) private func joined(_ low: __m256, _ high: __m256) -> __m512 {
  unsafeBitCast((low, high), to: __m512.self)
}
@inline(__always) private func map(_ a: __m512i, _ operation: (__m256i) -> __m256i) -> __m512i {
  joined(operation(halves(a).low), operation(halves(a).high))
}
@inline(__always)
private func map(_ a: __m512i, _ b: __m512i, _ operation: (__m256i, __m256i) -> __m256i) -> __m512i {
  joined(operation(halves(a).low, halves(b).low), operation(halves(a).high, halves(b).high))
}
@inline(__always) private func map(_ a: __m512, _ b: __m512, _ operation: (__m256, __m256) -> __m256) -> __m512 {
  joined(operation(halves(a).low, halves(b).low), operation(halves(a).high, halves(b).high))
}

// MARK: Loads, stores, constants

@inline(__always) func _mm512_loadu_si512(_ source: UnsafeRawPointer) -> __m512i {
  source.loadUnaligned(as: __m512i.self)
}
@inline(__always) func _mm512_loadu_ps(_ source: UnsafeRawPointer) -> __m512 { source.loadUnaligned(as: __m512.self) }
@inline(__always) func _mm512_storeu_ps(_ target: UnsafeMutableRawPointer, _ value: __m512) {
  target.storeBytes(of: value, as: __m512.self)
}
@inline(__always) func _mm512_setzero_si512() -> __m512i { joined(_mm256_setzero_si256(), _mm256_setzero_si256()) }
@inline(__always) func _mm512_setzero_ps() -> __m512 { joined(_mm256_setzero_ps(), _mm256_setzero_ps()) }
@inline(__always) func _mm512_set1_epi8(_ value: CChar) -> __m512i {
  joined(_mm256_set1_epi8(value), _mm256_set1_epi8(value))
}
@inline(__always) func _mm512_set1_epi32(_ value: Int32) -> __m512i {
  joined(_mm256_set1_epi32(value), _mm256_set1_epi32(value))
}
/// "Set packed 64-bit integers in dst with the supplied values": the last is the lowest.
@inline(__always)
func _mm512_set_epi64(
  _ h: Int64, _ g: Int64, _ f: Int64, _ e: Int64, _ d: Int64, _ c: Int64, _ b: Int64, _ a: Int64
) -> __m512i {
  unsafeBitCast((a, b, c, d, e, f, g, h), to: __m512i.self)
}
@inline(__always) func _mm512_set1_ps(_ value: Float) -> __m512 { joined(_mm256_set1_ps(value), _mm256_set1_ps(value)) }
@inline(__always) func _mm512_castsi512_ps(_ value: __m512i) -> __m512 { unsafeBitCast(value, to: __m512.self) }

// MARK: Integers, lane by lane

@inline(__always) func _mm512_and_si512(_ a: __m512i, _ b: __m512i) -> __m512i { map(a, b, _mm256_and_si256) }
@inline(__always) func _mm512_or_si512(_ a: __m512i, _ b: __m512i) -> __m512i { map(a, b, _mm256_or_si256) }
@inline(__always) func _mm512_add_epi32(_ a: __m512i, _ b: __m512i) -> __m512i { map(a, b, _mm256_add_epi32) }
@inline(__always) func _mm512_slli_epi16(_ a: __m512i, _ count: UInt32) -> __m512i {
  map(a) { _mm256_slli_epi16($0, Int32(bitPattern: count)) }
}
@inline(__always) func _mm512_srli_epi16(_ a: __m512i, _ count: UInt32) -> __m512i {
  map(a) { _mm256_srli_epi16($0, Int32(bitPattern: count)) }
}
@inline(__always) func _mm512_slli_epi32(_ a: __m512i, _ count: UInt32) -> __m512i {
  map(a) { _mm256_slli_epi32($0, Int32(bitPattern: count)) }
}
@inline(__always) func _mm512_srli_epi32(_ a: __m512i, _ count: UInt32) -> __m512i {
  map(a) { _mm256_srli_epi32($0, Int32(bitPattern: count)) }
}
@inline(__always) func _mm512_cvtepi8_epi32(_ value: __m128i) -> __m512i {
  joined(_mm256_cvtepi8_epi32(value), _mm256_cvtepi8_epi32(_mm_srli_si128_8(value)))
}
@inline(__always) func _mm512_cvtepu8_epi32(_ value: __m128i) -> __m512i {
  joined(_mm256_cvtepu8_epi32(value), _mm256_cvtepu8_epi32(_mm_srli_si128_8(value)))
}
@inline(__always) func _mm512_max_epi32(_ a: __m512i, _ b: __m512i) -> __m512i { map(a, b, _mm256_max_epi32) }
/// Each 128 bits are shuffled by themselves, in both widths.
@inline(__always) func _mm512_shuffle_epi8(_ a: __m512i, _ b: __m512i) -> __m512i { map(a, b, _mm256_shuffle_epi8) }
@inline(__always) func _mm512_cvtepu16_epi32(_ value: __m256i) -> __m512i {
  let parts = unsafeBitCast(value, to: Halves<__m128i>.self)
  return joined(_mm256_cvtepu16_epi32(parts.low), _mm256_cvtepu16_epi32(parts.high))
}
@inline(__always) private func _mm_srli_si128_8(_ value: __m128i) -> __m128i { _mm_unpackhi_epi64(value, value) }

/// "Convert packed 32-bit integers to packed 8-bit integers with truncation."
@inline(__always) func _mm512_cvtepi32_epi8(_ value: __m512i) -> __m128i {
  let lanes = unsafeBitCast(value, to: SIMD16<Int32>.self)
  return unsafeBitCast(SIMD16<Int8>(truncatingIfNeeded: lanes), to: __m128i.self)
}

/// "Multiply groups of 4 adjacent pairs of unsigned 8-bit integers in a with corresponding signed 8-bit integers in b,
/// producing 4 intermediate signed 16-bit results. Sum these 4 results with the corresponding 32-bit integer in src":
/// nothing saturates. Even and odd bytes are multiplied apart, in sixteen bits, where sums of two fit.
@inline(__always) func _mm512_dpbusd_epi32(_ sum: __m512i, _ unsigned: __m512i, _ signed: __m512i) -> __m512i {
  let products = map(unsigned, signed) { a, b in
    let even = _mm256_madd_epi16(
      _mm256_and_si256(a, _mm256_set1_epi16(0xFF)), _mm256_srai_epi16(_mm256_slli_epi16(b, 8), 8))
    return _mm256_add_epi32(even, _mm256_madd_epi16(_mm256_srli_epi16(a, 8), _mm256_srai_epi16(b, 8)))
  }
  return _mm512_add_epi32(sum, products)
}

/// Sums in integers wrap, so that their order does not matter.
@inline(__always) func _mm512_reduce_add_epi32(_ value: __m512i) -> Int32 {
  unsafeBitCast(value, to: SIMD16<Int32>.self).wrappedSum()
}

// MARK: Floats, lane by lane

@inline(__always) func _mm512_add_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_add_ps) }
@inline(__always) func _mm512_sub_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_sub_ps) }
@inline(__always) func _mm512_mul_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_mul_ps) }
@inline(__always) func _mm512_div_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_div_ps) }
@inline(__always) func _mm512_max_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_max_ps) }
@inline(__always) func _mm512_min_ps(_ a: __m512, _ b: __m512) -> __m512 { map(a, b, _mm256_min_ps) }
@inline(__always) func _mm512_fmadd_ps(_ a: __m512, _ b: __m512, _ c: __m512) -> __m512 {
  joined(
    _mm256_fmadd_ps(halves(a).low, halves(b).low, halves(c).low),
    _mm256_fmadd_ps(halves(a).high, halves(b).high, halves(c).high))
}
/// "dst[31:0] := ABS(v2[31:0])": the sign bit is cleared.
@inline(__always) func _mm512_abs_ps(_ value: __m512) -> __m512 {
  _mm512_castsi512_ps(_mm512_and_si512(unsafeBitCast(value, to: __m512i.self), _mm512_set1_epi32(0x7FFF_FFFF)))
}
@inline(__always) func _mm512_cvtepi32_ps(_ value: __m512i) -> __m512 {
  joined(_mm256_cvtepi32_ps(halves(value).low), _mm256_cvtepi32_ps(halves(value).high))
}
@inline(__always) func _mm512_cvtps_epi32(_ value: __m512) -> __m512i {
  joined(_mm256_cvtps_epi32(halves(value).low), _mm256_cvtps_epi32(halves(value).high))
}
@inline(__always) func _mm512_cvtph_ps(_ value: __m256i) -> __m512 {
  let parts = unsafeBitCast(value, to: Halves<__m128i>.self)
  return joined(_mm256_cvtph_ps(parts.low), _mm256_cvtph_ps(parts.high))
}
@inline(__always) func half_from_float_512(_ value: __m512) -> __m256i {
  unsafeBitCast((half_from_float_256(halves(value).low), half_from_float_256(halves(value).high)), to: __m256i.self)
}

/// Halves are compared until one lane is left.
@inline(__always) func _mm512_reduce_max_ps(_ value: __m512) -> Float {
  let eight = unsafeBitCast(_mm256_max_ps(halves(value).low, halves(value).high), to: Halves<__m128>.self)
  let four = _mm_max_ps(eight.low, eight.high)
  return max(max(four[0], four[2]), max(four[1], four[3]))
}
