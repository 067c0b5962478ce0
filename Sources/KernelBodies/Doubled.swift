// SPDX-License-Identifier: Apache-2.0

/// Two vectors side by side.
@frozen public struct VectorPair<Element> {
  public var low: Element
  public var high: Element
  @inlinable @inline(__always) public init(_ low: Element, _ high: Element) {
    self.low = low
    self.high = high
  }
}

/// The vocabulary of twice as many lanes, made of two vectors of `Base`.
///
/// AVX2 reaches sixteen lanes with it, and AVX-512 gets two independent chains per value.
@frozen public enum Doubled<Base: VectorISA>: VectorISA {
  public typealias Bytes = VectorPair<Base.Bytes>
  public typealias Ints = VectorPair<Base.Ints>
  public typealias Sums = VectorPair<Base.Sums>
  public typealias Floats = VectorPair<Base.Floats>

  @inlinable @inline(__always)
  public static var lanes: Int { 2 &* Base.lanes }
  @inlinable @inline(__always)
  public static func prefetch(_ source: UnsafeRawPointer) { Base.prefetch(source) }
  @inlinable @inline(__always)
  public static func loadBytes(_ source: UnsafeRawPointer) -> Bytes {
    VectorPair(Base.loadBytes(source), Base.loadBytes(source + 4 &* Base.lanes))
  }
  @inlinable @inline(__always)
  public static func storeBytes(_ value: Bytes, to target: UnsafeMutableRawPointer) {
    Base.storeBytes(value.low, to: target)
    Base.storeBytes(value.high, to: target + 4 &* Base.lanes)
  }
  @inlinable @inline(__always)
  public static func broadcastBytes(_ source: UnsafeRawPointer) -> Bytes {
    let half = Base.broadcastBytes(source)
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func bits(_ bytes: Bytes, shiftedRight shift: UInt32, mask: UInt8) -> Bytes {
    VectorPair(
      Base.bits(bytes.low, shiftedRight: shift, mask: mask), Base.bits(bytes.high, shiftedRight: shift, mask: mask))
  }
  @inlinable @inline(__always)
  public static func bits(_ bytes: Bytes, shiftedLeft shift: UInt32, mask: UInt8) -> Bytes {
    VectorPair(
      Base.bits(bytes.low, shiftedLeft: shift, mask: mask), Base.bits(bytes.high, shiftedLeft: shift, mask: mask))
  }
  @inlinable @inline(__always)
  public static func or(_ a: Bytes, _ b: Bytes) -> Bytes {
    VectorPair(Base.or(a.low, b.low), Base.or(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func lookup(_ indices: Bytes, low: UInt64, high: UInt64) -> Bytes {
    VectorPair(Base.lookup(indices.low, low: low, high: high), Base.lookup(indices.high, low: low, high: high))
  }
  @inlinable @inline(__always)
  public static func loadWords(_ source: UnsafeRawPointer) -> Bytes {
    VectorPair(Base.loadWords(source), Base.loadWords(source + 2 &* Base.lanes))
  }
  @inlinable @inline(__always)
  public static func zeroInts() -> Ints {
    let half = Base.zeroInts()
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func zeroSums() -> Sums {
    let half = Base.zeroSums()
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func startSums(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Sums {
    let half = Base.startSums(source, shiftedLeft: shift)
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func dot(_ sum: Sums, _ unsigned: Bytes, _ signed: Bytes) -> Sums {
    VectorPair(Base.dot(sum.low, unsigned.low, signed.low), Base.dot(sum.high, unsigned.high, signed.high))
  }
  @inlinable @inline(__always)
  public static func startOffset(_ negatedSum: UnsafeRawPointer) -> Sums {
    let half = Base.startOffset(negatedSum)
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func dotOffset(_ sum: Sums, _ offset128: Bytes, _ signed: Bytes) -> Sums {
    VectorPair(
      Base.dotOffset(sum.low, offset128.low, signed.low), Base.dotOffset(sum.high, offset128.high, signed.high))
  }
  @inlinable @inline(__always)
  public static func widen(_ sum: Sums) -> Sums {
    VectorPair(Base.widen(sum.low), Base.widen(sum.high))
  }
  @inlinable @inline(__always)
  public static func finish(_ sum: Sums) -> Ints {
    VectorPair(Base.finish(sum.low), Base.finish(sum.high))
  }
  @inlinable @inline(__always)
  public static func finish(_ sum: Sums, startedWith source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints {
    VectorPair(
      Base.finish(sum.low, startedWith: source, shiftedLeft: shift),
      Base.finish(sum.high, startedWith: source, shiftedLeft: shift))
  }
  @inlinable @inline(__always)
  public static func finishOffset(_ sum: Sums) -> Ints {
    VectorPair(Base.finishOffset(sum.low), Base.finishOffset(sum.high))
  }
  @inlinable @inline(__always)
  public static func broadcastInts(_ source: UnsafeRawPointer, shiftedLeft shift: UInt32) -> Ints {
    let half = Base.broadcastInts(source, shiftedLeft: shift)
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func field(_ bytes: Bytes, shift: UInt32, mask: UInt32) -> Ints {
    VectorPair(Base.field(bytes.low, shift: shift, mask: mask), Base.field(bytes.high, shift: shift, mask: mask))
  }
  @inlinable @inline(__always)
  public static func shiftedLeft(_ value: Ints, by shift: UInt32) -> Ints {
    VectorPair(Base.shiftedLeft(value.low, by: shift), Base.shiftedLeft(value.high, by: shift))
  }
  @inlinable @inline(__always)
  public static func or(_ a: Ints, _ b: Ints) -> Ints {
    VectorPair(Base.or(a.low, b.low), Base.or(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func loadInt8(_ source: UnsafeRawPointer) -> Ints {
    VectorPair(Base.loadInt8(source), Base.loadInt8(source + Base.lanes))
  }
  @inlinable @inline(__always)
  public static func storeInt8(_ value: Ints, to target: UnsafeMutableRawPointer) {
    Base.storeInt8(value.low, to: target)
    Base.storeInt8(value.high, to: target + Base.lanes)
  }
  @inlinable @inline(__always)
  public static func add(_ a: Ints, _ b: Ints) -> Ints {
    VectorPair(Base.add(a.low, b.low), Base.add(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func sum(_ value: Ints) -> Int32 {
    Base.sum(Base.add(value.low, value.high))
  }
  @inlinable @inline(__always)
  public static func zero() -> Floats {
    let half = Base.zero()
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func load(_ source: UnsafeRawPointer) -> Floats {
    VectorPair(Base.load(source), Base.load(source + 4 &* Base.lanes))
  }
  @inlinable @inline(__always)
  public static func store(_ value: Floats, to target: UnsafeMutableRawPointer) {
    Base.store(value.low, to: target)
    Base.store(value.high, to: target + 4 &* Base.lanes)
  }
  @inlinable @inline(__always)
  public static func broadcast(_ value: Float) -> Floats {
    let half = Base.broadcast(value)
    return VectorPair(half, half)
  }
  @inlinable @inline(__always)
  public static func loadHalf(_ source: UnsafeRawPointer) -> Floats {
    VectorPair(Base.loadHalf(source), Base.loadHalf(source + 2 &* Base.lanes))
  }
  @inlinable @inline(__always)
  public static func loadBFloat16(_ source: UnsafeRawPointer) -> Floats {
    VectorPair(Base.loadBFloat16(source), Base.loadBFloat16(source + 2 &* Base.lanes))
  }
  @inlinable @inline(__always)
  public static func loadE8M0(_ source: UnsafeRawPointer) -> Floats {
    VectorPair(Base.loadE8M0(source), Base.loadE8M0(source + Base.lanes))
  }
  @inlinable @inline(__always)
  public static func storeHalf(_ value: Floats, to target: UnsafeMutableRawPointer) {
    Base.storeHalf(value.low, to: target)
    Base.storeHalf(value.high, to: target + 2 &* Base.lanes)
  }
  @inlinable @inline(__always)
  public static func float(_ value: Ints) -> Floats {
    VectorPair(Base.float(value.low), Base.float(value.high))
  }
  @inlinable @inline(__always)
  public static func rounded(_ value: Floats) -> Ints {
    VectorPair(Base.rounded(value.low), Base.rounded(value.high))
  }
  @inlinable @inline(__always)
  public static func add(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.add(a.low, b.low), Base.add(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func subtract(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.subtract(a.low, b.low), Base.subtract(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func multiply(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.multiply(a.low, b.low), Base.multiply(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func divide(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.divide(a.low, b.low), Base.divide(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func fma(_ a: Floats, _ b: Floats, _ c: Floats) -> Floats {
    VectorPair(Base.fma(a.low, b.low, c.low), Base.fma(a.high, b.high, c.high))
  }
  @inlinable @inline(__always)
  public static func max(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.max(a.low, b.low), Base.max(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func min(_ a: Floats, _ b: Floats) -> Floats {
    VectorPair(Base.min(a.low, b.low), Base.min(a.high, b.high))
  }
  @inlinable @inline(__always)
  public static func absolute(_ value: Floats) -> Floats {
    VectorPair(Base.absolute(value.low), Base.absolute(value.high))
  }
  @inlinable @inline(__always)
  public static func powerOfTwo(_ exponent: Ints) -> Floats {
    VectorPair(Base.powerOfTwo(exponent.low), Base.powerOfTwo(exponent.high))
  }
  @inlinable @inline(__always)
  public static func sum(_ value: Floats) -> Float {
    Base.sum(Base.add(value.low, value.high))
  }
  @inlinable @inline(__always)
  public static func maximum(_ value: Floats) -> Float {
    Base.maximum(Base.max(value.low, value.high))
  }
}
