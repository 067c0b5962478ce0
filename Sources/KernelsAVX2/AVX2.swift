// SPDX-License-Identifier: Apache-2.0
#if arch(x86_64)
  import CIntrinsics
  import KernelBodies

  /// The vocabulary in AVX2, FMA and F16C: eight lanes.
  enum AVX2: VectorISA {
    typealias Bytes = __m256i
    typealias Ints = __m256i
    /// Sums of sixteen bits, two a lane, and what of them was widened before.
    struct Sums {
      var words: __m256i
      var widened: __m256i
    }
    typealias Floats = SIMD8<Float>

    @inline(__always) static var lanes: Int { 8 }

    @inline(__always) static func prefetch(_ source: UnsafeRawPointer) { prefetch_line(source) }

    // MARK: Bytes

    @inline(__always) static func loadBytes(_ source: UnsafeRawPointer) -> Bytes {
      source.loadUnaligned(as: __m256i.self)
    }
    @inline(__always) static func storeBytes(_ value: Bytes, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: value, as: __m256i.self)
    }
    @inline(__always) static func broadcastBytes(_ source: UnsafeRawPointer) -> Bytes {
      _mm256_set1_epi32(source.loadUnaligned(as: Int32.self))
    }
    @inline(__always) static func bits(_ bytes: Bytes, shiftedRight shift: UInt32, mask: UInt8) -> Bytes {
      _mm256_and_si256(
        shift == 0 ? bytes : _mm256_srli_epi16(bytes, Int32(bitPattern: shift)),
        _mm256_set1_epi8(CChar(bitPattern: mask)))
    }
    @inline(__always) static func bits(_ bytes: Bytes, shiftedLeft shift: UInt32, mask: UInt8) -> Bytes {
      _mm256_and_si256(
        shift == 0 ? bytes : _mm256_slli_epi16(bytes, Int32(bitPattern: shift)),
        _mm256_set1_epi8(CChar(bitPattern: mask)))
    }

    @inline(__always) static func lookup(_ indices: Bytes, low: UInt64, high: UInt64) -> Bytes {
      let (low, high) = (Int64(bitPattern: low), Int64(bitPattern: high))
      return _mm256_shuffle_epi8(_mm256_set_epi64x(high, low, high, low), indices)
    }
    @inline(__always) static func loadWords(_ source: UnsafeRawPointer) -> Bytes {
      _mm256_cvtepu16_epi32(source.loadUnaligned(as: __m128i.self))
    }

    // MARK: Integers

    @inline(__always) static func or(_ a: Ints, _ b: Ints) -> Ints { _mm256_or_si256(a, b) }
    @inline(__always) static func zeroInts() -> Ints { _mm256_setzero_si256() }
    @inline(__always) static func broadcastInts(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints {
      _mm256_slli_epi32(_mm256_set1_epi32(source.loadUnaligned(as: Int32.self)), Int32(bitPattern: shift))
    }
    @inline(__always) static func field(_ bytes: Bytes, shift: UInt32, mask: UInt32) -> Ints {
      _mm256_and_si256(
        _mm256_srli_epi32(bytes, Int32(bitPattern: shift)), _mm256_set1_epi32(Int32(bitPattern: mask)))
    }
    @inline(__always) static func shiftedLeft(_ value: Ints, by shift: UInt32) -> Ints {
      _mm256_slli_epi32(value, Int32(bitPattern: shift))
    }
    @inline(__always) static func loadInt8(_ source: UnsafeRawPointer) -> Ints {
      _mm256_cvtepi8_epi32(_mm_set1_epi64x(source.loadUnaligned(as: Int64.self)))
    }
    /// Four lanes per 128-bit half are narrowed in place, then the two halves of four bytes are stored.
    @inline(__always) static func storeInt8(_ value: Ints, to target: UnsafeMutableRawPointer) {
      let order = _mm256_set_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12, 8, 4, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12,
        8, 4, 0)
      let packed = unsafeBitCast(_mm256_shuffle_epi8(value, order), to: SIMD8<Int32>.self)
      target.storeBytes(of: packed[0], as: Int32.self)
      (target + 4).storeBytes(of: packed[4], as: Int32.self)
    }
    @inline(__always) static func add(_ a: Ints, _ b: Ints) -> Ints { _mm256_add_epi32(a, b) }
    @inline(__always) static func sum(_ value: Ints) -> Int32 {
      unsafeBitCast(value, to: SIMD8<Int32>.self).wrappedSum()
    }

    // MARK: Sums

    // Products are added in sixteen bits, which takes half of the instructions: 2 · 127 · 128 fits, which is what `dot`
    // promises at most. A sum's start is added at its end, so that it needs no register meanwhile.

    @inline(__always) static func zeroSums() -> Sums { Sums(words: zeroInts(), widened: zeroInts()) }
    @inline(__always) static func startSums(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Sums {
      zeroSums()
    }
    @inline(__always) static func dot(_ sum: Sums, _ unsigned: Bytes, _ signed: Bytes) -> Sums {
      Sums(words: _mm256_add_epi16(sum.words, _mm256_maddubs_epi16(unsigned, signed)), widened: sum.widened)
    }
    @inline(__always) static func startOffset(_ negatedSum: UnsafeRawPointer) -> Sums { zeroSums() }
    /// Weight magnitudes reach 128 and 2 · 128 · 127 still fits sixteen bits: the sign moves to the activation.
    @inline(__always) static func dotOffset(_ sum: Sums, _ offset128: Bytes, _ signed: Bytes) -> Sums {
      let weight = _mm256_xor_si256(offset128, _mm256_set1_epi8(-128))
      let words = _mm256_maddubs_epi16(_mm256_abs_epi8(weight), _mm256_sign_epi8(signed, weight))
      return Sums(words: sum.words, widened: _mm256_add_epi32(sum.widened, pairSums(words)))
    }
    @inline(__always) static func widen(_ sum: Sums) -> Sums { Sums(words: zeroInts(), widened: finish(sum)) }
    @inline(__always) static func finish(_ sum: Sums) -> Ints { _mm256_add_epi32(sum.widened, pairSums(sum.words)) }
    @inline(__always) static func finish(
      _ sum: Sums, startedWith source: UnsafeRawPointer, shiftedLeft shift: UInt32
    ) -> Ints {
      _mm256_add_epi32(finish(sum), broadcastInts(source, shiftedLeft: shift))
    }
    @inline(__always) static func finishOffset(_ sum: Sums) -> Ints { sum.widened }
    @inline(__always) private static func pairSums(_ words: __m256i) -> Ints {
      _mm256_madd_epi16(words, _mm256_set1_epi16(1))
    }

    // MARK: Floats

    @inline(__always) static func zero() -> Floats { _mm256_setzero_ps() }
    @inline(__always) static func load(_ source: UnsafeRawPointer) -> Floats {
      source.loadUnaligned(as: SIMD8<Float>.self)
    }
    @inline(__always) static func store(_ value: Floats, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: value, as: SIMD8<Float>.self)
    }
    @inline(__always) static func broadcast(_ value: Float) -> Floats { _mm256_set1_ps(value) }
    @inline(__always) static func loadHalf(_ source: UnsafeRawPointer) -> Floats {
      _mm256_cvtph_ps(source.loadUnaligned(as: __m128i.self))
    }
    @inline(__always) static func loadBFloat16(_ source: UnsafeRawPointer) -> Floats {
      _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(source.loadUnaligned(as: __m128i.self)), 16))
    }
    /// Codes 0 and 1 give subnormal numbers, (code + 1) · 2²¹ in bits, which is less than the other form from code 2 on.
    @inline(__always) static func loadE8M0(_ source: UnsafeRawPointer) -> Floats {
      let codes = _mm256_cvtepu8_epi32(_mm_set1_epi64x(source.loadUnaligned(as: Int64.self)))
      let normal = _mm256_sub_epi32(_mm256_slli_epi32(codes, 23), _mm256_set1_epi32(1 << 23))
      let subnormal = _mm256_add_epi32(_mm256_slli_epi32(codes, 21), _mm256_set1_epi32(1 << 21))
      return _mm256_castsi256_ps(_mm256_max_epi32(normal, subnormal))
    }
    @inline(__always) static func storeHalf(_ value: Floats, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: half_from_float_256(value), as: __m128i.self)
    }
    @inline(__always) static func float(_ value: Ints) -> Floats { _mm256_cvtepi32_ps(value) }
    @inline(__always) static func rounded(_ value: Floats) -> Ints { _mm256_cvtps_epi32(value) }
    @inline(__always) static func add(_ a: Floats, _ b: Floats) -> Floats { _mm256_add_ps(a, b) }
    @inline(__always) static func subtract(_ a: Floats, _ b: Floats) -> Floats { _mm256_sub_ps(a, b) }
    @inline(__always) static func multiply(_ a: Floats, _ b: Floats) -> Floats { _mm256_mul_ps(a, b) }
    @inline(__always) static func divide(_ a: Floats, _ b: Floats) -> Floats { _mm256_div_ps(a, b) }
    @inline(__always) static func fma(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats { _mm256_fmadd_ps(a, b, c) }
    @inline(__always) static func max(_ a: Floats, _ b: Floats) -> Floats { _mm256_max_ps(a, b) }
    @inline(__always) static func min(_ a: Floats, _ b: Floats) -> Floats { _mm256_min_ps(a, b) }
    @inline(__always) static func absolute(_ value: Floats) -> Floats {
      _mm256_and_ps(value, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFF_FFFF)))
    }
    @inline(__always) static func powerOfTwo(_ exponent: Ints) -> Floats {
      _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(exponent, _mm256_set1_epi32(127)), 23))
    }
    @inline(__always) static func sum(_ value: Floats) -> Float {
      let halves = unsafeBitCast(value, to: (SIMD4<Float>, SIMD4<Float>).self)
      let four = _mm_add_ps(halves.0, halves.1)
      return (four[0] + four[2]) + (four[1] + four[3])
    }
    @inline(__always) static func maximum(_ value: Floats) -> Float {
      let halves = unsafeBitCast(value, to: (SIMD4<Float>, SIMD4<Float>).self)
      let four = _mm_max_ps(halves.0, halves.1)
      return Swift.max(Swift.max(four[0], four[2]), Swift.max(four[1], four[3]))
    }
  }

  /// The entry points for processors with AVX2, FMA and F16C.
  ///
  /// Sixteen registers hold the sums of four columns of sixteen rows, two of weights and one of activations; totals are
  /// kept in memory from block to block. A tile of eight columns is processed in two parts, from codes unpacked before.
  ///
  /// It lies in the file of the vocabulary because debug builds optimise each file by itself.
  public let avx2Kernels = KernelTable(
    tiles: [
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ4_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ4_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ4_0.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ4_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ4_1.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ4_1.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ4_1.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ4_1.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ5_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ5_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ5_0.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ5_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ5_1.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ5_1.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ5_1.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ5_1.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ8_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ8_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ8_0.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ8_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ4_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ4_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ4_K.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ4_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ5_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ5_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ5_K.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ5_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ6_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ6_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ6_K.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ6_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ2_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ2_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ2_K.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ2_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelQ3_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelQ3_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelQ3_K.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelQ3_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelIQ4_NL.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelIQ4_NL.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelIQ4_NL.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelIQ4_NL.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelIQ4_XS.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelIQ4_XS.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelIQ4_XS.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelIQ4_XS.self, width: 8, $0) },
      { multiplyQuantized(Tile1<Doubled<AVX2>>.self, PanelMXFP4.self, width: 1, $0) },
      { multiplyQuantized(Tile2<Doubled<AVX2>>.self, PanelMXFP4.self, width: 2, $0) },
      { multiplyQuantized(Tile4<Doubled<AVX2>>.self, PanelMXFP4.self, width: 4, $0) },
      { multiplyUnpacked(Tile4<Doubled<AVX2>>.self, PanelMXFP4.self, width: 8, $0) },
      { multiplyFloat(Tile1<Doubled<AVX2>>.self, ElementF32.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX2>.self, ElementF32.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementF32.self, width: 4, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementF32.self, width: 8, $0) },
      { multiplyFloat(Tile1<Doubled<AVX2>>.self, ElementF16.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX2>.self, ElementF16.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementF16.self, width: 4, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementF16.self, width: 8, $0) },
      { multiplyFloat(Tile1<Doubled<AVX2>>.self, ElementBF16.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX2>.self, ElementBF16.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementBF16.self, width: 4, $0) },
      { multiplyFloat(Tile4<AVX2>.self, ElementBF16.self, width: 8, $0) },
    ],
    attendBlock: [
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile1<Doubled<AVX2>>.self, CacheF16.self, width: 1, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile2<Doubled<AVX2>>.self, CacheF16.self, width: 2, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile4<Doubled<AVX2>>.self, CacheF16.self, width: 4, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile8<AVX2>.self, CacheF16.self, width: 8, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile1<Doubled<AVX2>>.self, CacheQ8_0.self, width: 1, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile2<Doubled<AVX2>>.self, CacheQ8_0.self, width: 2, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile4<Doubled<AVX2>>.self, CacheQ8_0.self, width: 4, $0) },
      { KernelBodies.attendBlock(Doubled<AVX2>.self, Tile8<AVX2>.self, CacheQ8_0.self, width: 8, $0) },
    ],
    mergePartial: { KernelBodies.mergePartial(Doubled<AVX2>.self, $0, $1, $2, $3, $4, $5, $6) },
    normalizeRow: { KernelBodies.normalizeRow(Doubled<AVX2>.self, $0, $1, $2, $3, $4) },
    siluRow: { gateRow(Doubled<AVX2>.self, gelu: false, $0, $1, $2, $3) },
    geluRow: { gateRow(Doubled<AVX2>.self, gelu: true, $0, $1, $2, $3) },
    softmaxRow: { KernelBodies.softmaxRow(Doubled<AVX2>.self, $0, $1, $2) },
    quantizeRow: { KernelBodies.quantizeRow(Doubled<AVX2>.self, $0, $1, $2, $3, $4) },
    storeHalfRow: { KernelBodies.storeHalfRow(Doubled<AVX2>.self, $0, $1, $2) },
    bytesPeak: { multiplyBytesAtPeak(Doubled<AVX2>.self, $0, rounds: $1, sink: $2) },
    floatsPeak: { multiplyFloatsAtPeak(Doubled<AVX2>.self, $0, rounds: $1, sink: $2) })
#endif
