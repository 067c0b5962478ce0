// SPDX-License-Identifier: Apache-2.0

/// What a tile kernel keeps in registers for one column: one lane per weight row.
@frozen public struct Accumulator<V: VectorISA> {
  /// Integer dot product of the current block, under way.
  public var sums: V.Sums
  /// Float sum of the part of a block.
  public var partial: V.Floats
  /// Sum over the blocks so far.
  public var total: V.Floats

  @inlinable @inline(__always) public init() {
    sums = V.zeroSums()
    partial = V.zero()
    total = V.zero()
  }
}

/// A fixed number of columns processed together; each member lives in registers of its own.
public protocol ColumnTile: SendableMetatype {
  associatedtype V: VectorISA
  static var width: Int { get }
  init()
  /// Calls `body` for each column, in order; unrolled.
  mutating func forEach(_ body: (_ column: Int, _ accumulator: inout Accumulator<V>) -> Void)
}

@frozen public struct Tile1<V: VectorISA>: ColumnTile {
  public var a: Accumulator<V>

  @inlinable @inline(__always) public static var width: Int { 1 }
  @inlinable @inline(__always) public init() { a = Accumulator() }
  @inlinable @inline(__always)
  public mutating func forEach(_ body: (_ column: Int, _ accumulator: inout Accumulator<V>) -> Void) {
    body(0, &a)
  }
}

@frozen public struct Tile2<V: VectorISA>: ColumnTile {
  public var a: Accumulator<V>, b: Accumulator<V>

  @inlinable @inline(__always) public static var width: Int { 2 }
  @inlinable @inline(__always) public init() {
    a = Accumulator()
    b = Accumulator()
  }
  @inlinable @inline(__always)
  public mutating func forEach(_ body: (_ column: Int, _ accumulator: inout Accumulator<V>) -> Void) {
    body(0, &a)
    body(1, &b)
  }
}

@frozen public struct Tile4<V: VectorISA>: ColumnTile {
  public var a: Accumulator<V>, b: Accumulator<V>, c: Accumulator<V>, d: Accumulator<V>

  @inlinable @inline(__always) public static var width: Int { 4 }
  @inlinable @inline(__always) public init() {
    a = Accumulator()
    b = Accumulator()
    c = Accumulator()
    d = Accumulator()
  }
  @inlinable @inline(__always)
  public mutating func forEach(_ body: (_ column: Int, _ accumulator: inout Accumulator<V>) -> Void) {
    body(0, &a)
    body(1, &b)
    body(2, &c)
    body(3, &d)
  }
}

@frozen public struct Tile8<V: VectorISA>: ColumnTile {
  public var a: Accumulator<V>, b: Accumulator<V>, c: Accumulator<V>, d: Accumulator<V>
  public var e: Accumulator<V>, f: Accumulator<V>, g: Accumulator<V>, h: Accumulator<V>

  @inlinable @inline(__always) public static var width: Int { 8 }
  @inlinable @inline(__always) public init() {
    a = Accumulator()
    b = Accumulator()
    c = Accumulator()
    d = Accumulator()
    e = Accumulator()
    f = Accumulator()
    g = Accumulator()
    h = Accumulator()
  }
  @inlinable @inline(__always)
  public mutating func forEach(_ body: (_ column: Int, _ accumulator: inout Accumulator<V>) -> Void) {
    body(0, &a)
    body(1, &b)
    body(2, &c)
    body(3, &d)
    body(4, &e)
    body(5, &f)
    body(6, &g)
    body(7, &h)
  }
}
