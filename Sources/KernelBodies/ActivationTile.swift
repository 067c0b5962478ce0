// SPDX-License-Identifier: Apache-2.0

/// Where the 8-bit activations of a tile of `width` columns lie.
///
/// A tile holds its blocks of 32 elements one after another. One block is, for all columns of the tile:
///
///     width × 32 Int8   quants in −127…127
///     width × Float     scale: element = scale · quant
///     width × Float     scale · Σ quants
///     width × Int32     −Σ quants
///     width × Int32     −Σ of the first 16 quants
///     width × Int32     −Σ of the last 16 quants
///
/// so that a kernel reaches everything at constant offsets from one pointer.
@frozen public enum ActivationTile {
  /// Columns of a full tile.
  @inlinable @inline(__always) public static var maximumWidth: Int { 8 }
  /// Elements of a block.
  @inlinable @inline(__always) public static var blockLength: Int { 32 }
  @inlinable @inline(__always) public static func blockByteCount(width: Int) -> Int { 52 &* width }
  @inlinable @inline(__always) public static func quants(_ column: Int) -> Int { 32 &* column }
  @inlinable @inline(__always) public static func scale(_ column: Int, width: Int) -> Int {
    32 &* width &+ 4 &* column
  }
  @inlinable @inline(__always) public static func scaledSum(_ column: Int, width: Int) -> Int {
    36 &* width &+ 4 &* column
  }
  @inlinable @inline(__always) public static func negatedSum(_ column: Int, width: Int) -> Int {
    40 &* width &+ 4 &* column
  }
  @inlinable @inline(__always) public static func negatedLowSum(_ column: Int, width: Int) -> Int {
    44 &* width &+ 4 &* column
  }
  @inlinable @inline(__always) public static func negatedHighSum(_ column: Int, width: Int) -> Int {
    48 &* width &+ 4 &* column
  }
}
