// SPDX-License-Identifier: Apache-2.0

/// How a number of columns is cut into tiles: eights, then one of the smallest of 1, 2, 4, 8 that holds the rest.
struct TileSplit {
  /// Columns of a full tile.
  static let widest = 8

  let columns: Int
  let fullTiles: Int
  /// Width of the last, smaller tile; 0 when there is none.
  let restWidth: Int

  @inline(__always) init(_ columns: Int) {
    self.columns = columns
    fullTiles = columns / 8
    let rest = columns % 8
    restWidth = rest == 0 ? 0 : rest == 1 ? 1 : rest == 2 ? 2 : rest <= 4 ? 4 : 8
  }

  @inline(__always) var tileCount: Int { fullTiles &+ (restWidth > 0 ? 1 : 0) }

  /// The width of the tile that holds a column, and the place in it.
  @inline(__always) func place(of column: Int) -> (width: Int, column: Int) {
    column < 8 &* fullTiles ? (8, column % 8) : (restWidth, column &- 8 &* fullTiles)
  }

  /// Index of a width among those that kernels exist for.
  @inline(__always) static func index(ofWidth width: Int) -> Int { width.trailingZeroBitCount }
}
