// SPDX-License-Identifier: Apache-2.0
#if arch(x86_64)
  import CIntrinsics
  import KernelBodies

  /// The vocabulary in AVX-512 F, BW, DQ, VL and VNNI: sixteen lanes.
  enum AVX512: VectorISA {
    typealias Bytes = __m512i
    typealias Ints = __m512i
    typealias Sums = Ints
    typealias Floats = SIMD16<Float>

    @inline(__always) static var lanes: Int { 16 }

    @inline(__always) static func prefetch(_ source: UnsafeRawPointer) { prefetch_line(source) }

    // MARK: Bytes

    @inline(__always) static func loadBytes(_ source: UnsafeRawPointer) -> Bytes { _mm512_loadu_si512(source) }
    @inline(__always) static func storeBytes(_ value: Bytes, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: value, as: __m512i.self)
    }
    @inline(__always) static func broadcastBytes(_ source: UnsafeRawPointer) -> Bytes {
      _mm512_set1_epi32(source.loadUnaligned(as: Int32.self))
    }
    @inline(__always) static func bits(_ bytes: Bytes, shiftedRight shift: UInt32, mask: UInt8) -> Bytes {
      _mm512_and_si512(
        shift == 0 ? bytes : _mm512_srli_epi16(bytes, shift), _mm512_set1_epi8(CChar(bitPattern: mask)))
    }
    @inline(__always) static func bits(_ bytes: Bytes, shiftedLeft shift: UInt32, mask: UInt8) -> Bytes {
      _mm512_and_si512(
        shift == 0 ? bytes : _mm512_slli_epi16(bytes, shift), _mm512_set1_epi8(CChar(bitPattern: mask)))
    }

    @inline(__always) static func lookup(_ indices: Bytes, low: UInt64, high: UInt64) -> Bytes {
      let (low, high) = (Int64(bitPattern: low), Int64(bitPattern: high))
      return _mm512_shuffle_epi8(_mm512_set_epi64(high, low, high, low, high, low, high, low), indices)
    }
    @inline(__always) static func loadWords(_ source: UnsafeRawPointer) -> Bytes {
      _mm512_cvtepu16_epi32(source.loadUnaligned(as: __m256i.self))
    }

    // MARK: Integers

    @inline(__always) static func or(_ a: Ints, _ b: Ints) -> Ints { _mm512_or_si512(a, b) }
    @inline(__always) static func zeroInts() -> Ints { _mm512_setzero_si512() }
    @inline(__always) static func dot(_ sum: Sums, _ unsigned: Bytes, _ signed: Bytes) -> Sums {
      _mm512_dpbusd_epi32(sum, unsigned, signed)
    }
    @inline(__always) static func startOffset(_ negatedSum: UnsafeRawPointer) -> Sums {
      broadcastInts(negatedSum, shiftedLeft: 7)
    }
    @inline(__always) static func dotOffset(_ sum: Sums, _ offset128: Bytes, _ signed: Bytes) -> Sums {
      _mm512_dpbusd_epi32(sum, offset128, signed)
    }
    @inline(__always) static func broadcastInts(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints {
      _mm512_slli_epi32(_mm512_set1_epi32(source.loadUnaligned(as: Int32.self)), shift)
    }
    @inline(__always) static func field(_ bytes: Bytes, shift: UInt32, mask: UInt32) -> Ints {
      _mm512_and_si512(_mm512_srli_epi32(bytes, shift), _mm512_set1_epi32(Int32(bitPattern: mask)))
    }
    @inline(__always) static func shiftedLeft(_ value: Ints, by shift: UInt32) -> Ints {
      _mm512_slli_epi32(value, shift)
    }
    @inline(__always) static func loadInt8(_ source: UnsafeRawPointer) -> Ints {
      _mm512_cvtepi8_epi32(source.loadUnaligned(as: __m128i.self))
    }
    @inline(__always) static func storeInt8(_ value: Ints, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: _mm512_cvtepi32_epi8(value), as: __m128i.self)
    }
    @inline(__always) static func add(_ a: Ints, _ b: Ints) -> Ints { _mm512_add_epi32(a, b) }
    @inline(__always) static func sum(_ value: Ints) -> Int32 { _mm512_reduce_add_epi32(value) }

    // MARK: Sums

    @inline(__always) static func zeroSums() -> Sums { zeroInts() }
    @inline(__always) static func startSums(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Sums {
      broadcastInts(source, shiftedLeft: shift)
    }
    @inline(__always) static func widen(_ sum: Sums) -> Sums { sum }
    @inline(__always) static func finish(_ sum: Sums) -> Ints { sum }
    @inline(__always) static func finish(
      _ sum: Sums, startedWith source: UnsafeRawPointer, shiftedLeft shift: UInt32
    ) -> Ints { sum }
    @inline(__always) static func finishOffset(_ sum: Sums) -> Ints { sum }

    // MARK: Floats

    @inline(__always) static func zero() -> Floats { _mm512_setzero_ps() }
    @inline(__always) static func load(_ source: UnsafeRawPointer) -> Floats { _mm512_loadu_ps(source) }
    @inline(__always) static func store(_ value: Floats, to target: UnsafeMutableRawPointer) {
      _mm512_storeu_ps(target, value)
    }
    @inline(__always) static func broadcast(_ value: Float) -> Floats { _mm512_set1_ps(value) }
    @inline(__always) static func loadHalf(_ source: UnsafeRawPointer) -> Floats {
      _mm512_cvtph_ps(source.loadUnaligned(as: __m256i.self))
    }
    @inline(__always) static func loadBFloat16(_ source: UnsafeRawPointer) -> Floats {
      _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(source.loadUnaligned(as: __m256i.self)), 16))
    }
    /// As in AVX2: the larger of the normal form and the subnormal one.
    @inline(__always) static func loadE8M0(_ source: UnsafeRawPointer) -> Floats {
      let codes = _mm512_cvtepu8_epi32(source.loadUnaligned(as: __m128i.self))
      let normal = _mm512_add_epi32(_mm512_slli_epi32(codes, 23), _mm512_set1_epi32(-1 << 23))
      let subnormal = _mm512_add_epi32(_mm512_slli_epi32(codes, 21), _mm512_set1_epi32(1 << 21))
      return _mm512_castsi512_ps(_mm512_max_epi32(normal, subnormal))
    }
    @inline(__always) static func storeHalf(_ value: Floats, to target: UnsafeMutableRawPointer) {
      target.storeBytes(of: half_from_float_512(value), as: __m256i.self)
    }
    @inline(__always) static func float(_ value: Ints) -> Floats { _mm512_cvtepi32_ps(value) }
    @inline(__always) static func rounded(_ value: Floats) -> Ints { _mm512_cvtps_epi32(value) }
    @inline(__always) static func add(_ a: Floats, _ b: Floats) -> Floats { _mm512_add_ps(a, b) }
    @inline(__always) static func subtract(_ a: Floats, _ b: Floats) -> Floats { _mm512_sub_ps(a, b) }
    @inline(__always) static func multiply(_ a: Floats, _ b: Floats) -> Floats { _mm512_mul_ps(a, b) }
    @inline(__always) static func divide(_ a: Floats, _ b: Floats) -> Floats { _mm512_div_ps(a, b) }
    @inline(__always) static func fma(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats { _mm512_fmadd_ps(a, b, c) }
    @inline(__always) static func max(_ a: Floats, _ b: Floats) -> Floats { _mm512_max_ps(a, b) }
    @inline(__always) static func min(_ a: Floats, _ b: Floats) -> Floats { _mm512_min_ps(a, b) }
    @inline(__always) static func absolute(_ value: Floats) -> Floats { _mm512_abs_ps(value) }
    @inline(__always) static func powerOfTwo(_ exponent: Ints) -> Floats {
      _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_add_epi32(exponent, _mm512_set1_epi32(127)), 23))
    }
    @inline(__always) static func sum(_ value: Floats) -> Float {
      sumOfEight(unsafeBitCast(value, to: (SIMD8<Float>, SIMD8<Float>).self))
    }
    @inline(__always) static func maximum(_ value: Floats) -> Float { _mm512_reduce_max_ps(value) }

    @inline(__always) private static func sumOfEight(_ halves: (SIMD8<Float>, SIMD8<Float>)) -> Float {
      let eight = unsafeBitCast(_mm256_add_ps(halves.0, halves.1), to: (SIMD4<Float>, SIMD4<Float>).self)
      let four = _mm_add_ps(eight.0, eight.1)
      return (four[0] + four[2]) + (four[1] + four[3])
    }
  }

  /// The entry points for processors with AVX-512 F, BW, DQ, VL and VNNI.
  ///
  /// It lies in the file of the vocabulary because debug builds optimise each file by itself.
  public let avx512Kernels = KernelTable(
    tiles: [
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ4_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ4_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ4_0.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ4_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ4_1.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ4_1.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ4_1.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ4_1.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ5_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ5_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ5_0.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ5_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ5_1.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ5_1.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ5_1.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ5_1.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ8_0.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ8_0.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ8_0.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ8_0.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ4_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ4_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ4_K.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ4_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ5_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ5_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ5_K.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ5_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ6_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ6_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ6_K.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ6_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ2_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ2_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ2_K.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ2_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelQ3_K.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelQ3_K.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelQ3_K.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelQ3_K.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelIQ4_NL.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelIQ4_NL.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelIQ4_NL.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelIQ4_NL.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelIQ4_XS.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelIQ4_XS.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelIQ4_XS.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelIQ4_XS.self, width: 8, $0) },
      { multiplyQuantized(Tile1<AVX512>.self, PanelMXFP4.self, width: 1, $0) },
      { multiplyQuantized(Tile2<AVX512>.self, PanelMXFP4.self, width: 2, $0) },
      { multiplyQuantized(Tile4<AVX512>.self, PanelMXFP4.self, width: 4, $0) },
      { multiplyQuantized(Tile8<AVX512>.self, PanelMXFP4.self, width: 8, $0) },
      { multiplyFloat(Tile1<AVX512>.self, ElementF32.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX512>.self, ElementF32.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX512>.self, ElementF32.self, width: 4, $0) },
      { multiplyFloat(Tile8<AVX512>.self, ElementF32.self, width: 8, $0) },
      { multiplyFloat(Tile1<AVX512>.self, ElementF16.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX512>.self, ElementF16.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX512>.self, ElementF16.self, width: 4, $0) },
      { multiplyFloat(Tile8<AVX512>.self, ElementF16.self, width: 8, $0) },
      { multiplyFloat(Tile1<AVX512>.self, ElementBF16.self, width: 1, $0) },
      { multiplyFloat(Tile2<AVX512>.self, ElementBF16.self, width: 2, $0) },
      { multiplyFloat(Tile4<AVX512>.self, ElementBF16.self, width: 4, $0) },
      { multiplyFloat(Tile8<AVX512>.self, ElementBF16.self, width: 8, $0) },
    ],
    attendBlock: [
      { KernelBodies.attendBlock(AVX512.self, Tile1<Doubled<AVX512>>.self, CacheF16.self, width: 1, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile2<Doubled<AVX512>>.self, CacheF16.self, width: 2, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile4<Doubled<AVX512>>.self, CacheF16.self, width: 4, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile8<Doubled<AVX512>>.self, CacheF16.self, width: 8, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile1<Doubled<AVX512>>.self, CacheQ8_0.self, width: 1, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile2<Doubled<AVX512>>.self, CacheQ8_0.self, width: 2, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile4<Doubled<AVX512>>.self, CacheQ8_0.self, width: 4, $0) },
      { KernelBodies.attendBlock(AVX512.self, Tile8<Doubled<AVX512>>.self, CacheQ8_0.self, width: 8, $0) },
    ],
    mergePartial: { KernelBodies.mergePartial(AVX512.self, $0, $1, $2, $3, $4, $5, $6) },
    normalizeRow: { KernelBodies.normalizeRow(AVX512.self, $0, $1, $2, $3, $4) },
    siluRow: { gateRow(AVX512.self, gelu: false, $0, $1, $2, $3) },
    geluRow: { gateRow(AVX512.self, gelu: true, $0, $1, $2, $3) },
    softmaxRow: { KernelBodies.softmaxRow(AVX512.self, $0, $1, $2) },
    quantizeRow: { KernelBodies.quantizeRow(AVX512.self, $0, $1, $2, $3, $4) },
    storeHalfRow: { KernelBodies.storeHalfRow(AVX512.self, $0, $1, $2) },
    bytesPeak: { multiplyBytesAtPeak(Doubled<Doubled<AVX512>>.self, $0, rounds: $1, sink: $2) },
    floatsPeak: { multiplyFloatsAtPeak(Doubled<Doubled<AVX512>>.self, $0, rounds: $1, sink: $2) })
#endif
