// SPDX-License-Identifier: Apache-2.0
import CIntrinsics
import KernelBodies
import Quantization

/// The vocabulary in plain Swift vectors, for any processor: sixteen lanes.
///
/// Speed is not its purpose; it is the meaning of the others, and what runs where none of them does.
enum Portable: VectorISA {
  typealias Bytes = SIMD16<UInt32>
  typealias Ints = SIMD16<Int32>
  typealias Sums = Ints
  typealias Floats = SIMD16<Float>

  @inline(__always) static var lanes: Int { 16 }

  @inline(__always) static func prefetch(_ source: UnsafeRawPointer) { prefetch_line(source) }

  // MARK: Bytes

  @inline(__always) static func loadBytes(_ source: UnsafeRawPointer) -> Bytes {
    source.loadUnaligned(as: SIMD16<UInt32>.self)
  }
  @inline(__always) static func storeBytes(_ value: Bytes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: value, as: SIMD16<UInt32>.self)
  }
  @inline(__always) static func broadcastBytes(_ source: UnsafeRawPointer) -> Bytes {
    Bytes(repeating: source.loadUnaligned(as: UInt32.self))
  }
  @inline(__always) static func bits(_ bytes: Bytes, shiftedRight shift: UInt32, mask: UInt8) -> Bytes {
    (bytes &>> Bytes(repeating: shift)) & Bytes(repeating: 0x0101_0101 &* UInt32(mask))
  }
  @inline(__always) static func bits(_ bytes: Bytes, shiftedLeft shift: UInt32, mask: UInt8) -> Bytes {
    (bytes &<< Bytes(repeating: shift)) & Bytes(repeating: 0x0101_0101 &* UInt32(mask))
  }
  @inline(__always) static func or(_ a: Bytes, _ b: Bytes) -> Bytes { a | b }

  @inline(__always) static func lookup(_ indices: Bytes, low: UInt64, high: UInt64) -> Bytes {
    var result = Bytes.zero
    for lane in 0..<16 {
      var word: UInt32 = 0
      for byte in 0..<4 {
        let index = (indices[lane] &>> UInt32(8 &* byte)) & 15
        let entry = (index < 8 ? low : high) &>> UInt64(8 &* (index & 7))
        word |= UInt32(truncatingIfNeeded: entry & 0xFF) &<< UInt32(8 &* byte)
      }
      result[lane] = word
    }
    return result
  }
  @inline(__always) static func loadWords(_ source: UnsafeRawPointer) -> Bytes {
    Bytes(truncatingIfNeeded: source.loadUnaligned(as: SIMD16<UInt16>.self))
  }

  // MARK: Integers

  @inline(__always) static func zeroInts() -> Ints { .zero }
  @inline(__always) static func dot(_ sum: Sums, _ unsigned: Bytes, _ signed: Bytes) -> Sums {
    var result = sum
    for byte in 0..<4 {
      let shift = UInt32(8 &* byte)
      let u = Ints(truncatingIfNeeded: (unsigned &>> Bytes(repeating: shift)) & Bytes(repeating: 0xFF))
      let s = Ints(truncatingIfNeeded: signed &<< Bytes(repeating: 24 &- shift)) &>> Ints(repeating: 24)
      result &+= u &* s
    }
    return result
  }
  @inline(__always) static func startOffset(_ negatedSum: UnsafeRawPointer) -> Sums {
    broadcastInts(negatedSum, shiftedLeft: 7)
  }
  @inline(__always) static func dotOffset(_ sum: Sums, _ offset128: Bytes, _ signed: Bytes) -> Sums {
    dot(sum, offset128, signed)
  }
  @inline(__always) static func broadcastInts(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints {
    Ints(repeating: source.loadUnaligned(as: Int32.self) &<< Int32(bitPattern: shift))
  }
  @inline(__always) static func field(_ bytes: Bytes, shift: UInt32, mask: UInt32) -> Ints {
    Ints(truncatingIfNeeded: (bytes &>> Bytes(repeating: shift)) & Bytes(repeating: mask))
  }
  @inline(__always) static func shiftedLeft(_ value: Ints, by shift: UInt32) -> Ints {
    value &<< Ints(repeating: Int32(bitPattern: shift))
  }
  @inline(__always) static func or(_ a: Ints, _ b: Ints) -> Ints { a | b }
  @inline(__always) static func loadInt8(_ source: UnsafeRawPointer) -> Ints {
    Ints(truncatingIfNeeded: source.loadUnaligned(as: SIMD16<Int8>.self))
  }
  @inline(__always) static func storeInt8(_ value: Ints, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: SIMD16<Int8>(truncatingIfNeeded: value), as: SIMD16<Int8>.self)
  }
  @inline(__always) static func add(_ a: Ints, _ b: Ints) -> Ints { a &+ b }
  @inline(__always) static func sum(_ value: Ints) -> Int32 { value.wrappedSum() }

  // MARK: Sums

  @inline(__always) static func zeroSums() -> Sums { .zero }
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

  @inline(__always) static func zero() -> Floats { .zero }
  @inline(__always) static func load(_ source: UnsafeRawPointer) -> Floats { source.loadUnaligned(as: Floats.self) }
  @inline(__always) static func store(_ value: Floats, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: value, as: Floats.self)
  }
  @inline(__always) static func broadcast(_ value: Float) -> Floats { Floats(repeating: value) }
  /// Exponents are moved by a multiplication that is exact for normal and subnormal halves alike.
  @inline(__always) static func loadHalf(_ source: UnsafeRawPointer) -> Floats {
    let bits = Bytes(truncatingIfNeeded: source.loadUnaligned(as: SIMD16<UInt16>.self))
    let sign = (bits & Bytes(repeating: 0x8000)) &<< Bytes(repeating: 16)
    let magnitude = (bits & Bytes(repeating: 0x7FFF)) &<< Bytes(repeating: 13)
    let scaled = unsafeBitCast(magnitude, to: Floats.self) * Floats(repeating: Float(bitPattern: 0x7780_0000))
    let special = magnitude .>= Bytes(repeating: 0x0F80_0000)
    let pattern = unsafeBitCast(scaled, to: Bytes.self)
      .replacing(with: magnitude | Bytes(repeating: 0x7F80_0000), where: special)
    return unsafeBitCast(pattern | sign, to: Floats.self)
  }
  @inline(__always) static func loadBFloat16(_ source: UnsafeRawPointer) -> Floats {
    let bits = Bytes(truncatingIfNeeded: source.loadUnaligned(as: SIMD16<UInt16>.self))
    return unsafeBitCast(bits &<< Bytes(repeating: 16), to: Floats.self)
  }
  /// Codes 0 and 1 give subnormal numbers, (code + 1) · 2²¹ in bits, which is less than the other form from code 2 on.
  @inline(__always) static func loadE8M0(_ source: UnsafeRawPointer) -> Floats {
    let codes = Ints(truncatingIfNeeded: source.loadUnaligned(as: SIMD16<UInt8>.self))
    let normal = (codes &<< Ints(repeating: 23)) &- Ints(repeating: 1 << 23)
    let subnormal = (codes &<< Ints(repeating: 21)) &+ Ints(repeating: 1 << 21)
    return unsafeBitCast(subnormal.replacing(with: normal, where: normal .> subnormal), to: Floats.self)
  }
  @inline(__always) static func storeHalf(_ value: Floats, to target: UnsafeMutableRawPointer) {
    for lane in 0..<16 { (target + 2 &* lane).storeBytes(of: Half.bits(value[lane]), as: UInt16.self) }
  }
  @inline(__always) static func float(_ value: Ints) -> Floats { Floats(value) }
  /// Adding 1.5 · 2²³ leaves the integer in the low bits, rounded to even.
  @inline(__always) static func rounded(_ value: Floats) -> Ints {
    let shifted = unsafeBitCast(value + Floats(repeating: 12_582_912), to: Ints.self)
    return shifted &- Ints(repeating: 0x4B40_0000)
  }
  @inline(__always) static func add(_ a: Floats, _ b: Floats) -> Floats { a + b }
  @inline(__always) static func subtract(_ a: Floats, _ b: Floats) -> Floats { a - b }
  @inline(__always) static func multiply(_ a: Floats, _ b: Floats) -> Floats { a * b }
  @inline(__always) static func divide(_ a: Floats, _ b: Floats) -> Floats { a / b }
  @inline(__always) static func fma(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats { c.addingProduct(a, b) }
  @inline(__always) static func max(_ a: Floats, _ b: Floats) -> Floats { b.replacing(with: a, where: a .> b) }
  @inline(__always) static func min(_ a: Floats, _ b: Floats) -> Floats { b.replacing(with: a, where: a .< b) }
  @inline(__always) static func absolute(_ value: Floats) -> Floats {
    unsafeBitCast(unsafeBitCast(value, to: Bytes.self) & Bytes(repeating: 0x7FFF_FFFF), to: Floats.self)
  }
  @inline(__always) static func powerOfTwo(_ exponent: Ints) -> Floats {
    unsafeBitCast((exponent &+ Ints(repeating: 127)) &<< Ints(repeating: 23), to: Floats.self)
  }
  @inline(__always) static func sum(_ value: Floats) -> Float {
    let eight = value.lowHalf + value.highHalf
    let four = eight.lowHalf + eight.highHalf
    return (four[0] + four[2]) + (four[1] + four[3])
  }
  @inline(__always) static func maximum(_ value: Floats) -> Float { value.max() }
}

/// The entry points for any processor.
///
/// It lies in the file of the vocabulary because debug builds optimise each file by itself.
let portableKernels = KernelTable(
  tiles: [
    { multiplyQuantized(Tile1<Portable>.self, PanelQ4_0.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_0.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_0.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_0.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ4_1.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_1.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_1.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_1.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ5_0.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_0.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_0.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_0.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ5_1.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_1.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_1.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_1.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ8_0.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ8_0.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ8_0.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ8_0.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ4_K.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_K.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_K.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ4_K.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ5_K.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_K.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_K.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ5_K.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ6_K.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ6_K.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ6_K.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ6_K.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ2_K.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ2_K.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ2_K.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ2_K.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelQ3_K.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ3_K.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ3_K.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelQ3_K.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelIQ4_NL.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_NL.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_NL.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_NL.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelIQ4_XS.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_XS.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_XS.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelIQ4_XS.self, width: 8, $0) },
    { multiplyQuantized(Tile1<Portable>.self, PanelMXFP4.self, width: 1, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelMXFP4.self, width: 2, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelMXFP4.self, width: 4, $0) },
    { multiplyQuantized(Tile2<Portable>.self, PanelMXFP4.self, width: 8, $0) },
    { multiplyFloat(Tile1<Portable>.self, ElementF32.self, width: 1, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF32.self, width: 2, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF32.self, width: 4, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF32.self, width: 8, $0) },
    { multiplyFloat(Tile1<Portable>.self, ElementF16.self, width: 1, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF16.self, width: 2, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF16.self, width: 4, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementF16.self, width: 8, $0) },
    { multiplyFloat(Tile1<Portable>.self, ElementBF16.self, width: 1, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementBF16.self, width: 2, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementBF16.self, width: 4, $0) },
    { multiplyFloat(Tile2<Portable>.self, ElementBF16.self, width: 8, $0) },
  ],
  attendBlock: [
    { KernelBodies.attendBlock(Portable.self, Tile1<Portable>.self, CacheF16.self, width: 1, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheF16.self, width: 2, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheF16.self, width: 4, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheF16.self, width: 8, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile1<Portable>.self, CacheQ8_0.self, width: 1, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheQ8_0.self, width: 2, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheQ8_0.self, width: 4, $0) },
    { KernelBodies.attendBlock(Portable.self, Tile2<Portable>.self, CacheQ8_0.self, width: 8, $0) },
  ],
  mergePartial: { KernelBodies.mergePartial(Portable.self, $0, $1, $2, $3, $4, $5, $6) },
  normalizeRow: { KernelBodies.normalizeRow(Portable.self, $0, $1, $2, $3, $4) },
  siluRow: { gateRow(Portable.self, gelu: false, $0, $1, $2, $3) },
  geluRow: { gateRow(Portable.self, gelu: true, $0, $1, $2, $3) },
  softmaxRow: { KernelBodies.softmaxRow(Portable.self, $0, $1, $2) },
  quantizeRow: { KernelBodies.quantizeRow(Portable.self, $0, $1, $2, $3, $4) },
  storeHalfRow: { KernelBodies.storeHalfRow(Portable.self, $0, $1, $2) },
  bytesPeak: { multiplyBytesAtPeak(Portable.self, $0, rounds: $1, sink: $2) },
  floatsPeak: { multiplyFloatsAtPeak(Portable.self, $0, rounds: $1, sink: $2) })
