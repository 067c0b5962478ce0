// SPDX-License-Identifier: Apache-2.0

/// One tile of queries against one block of 128 positions.
@frozen public struct AttentionCall {
  /// (keyLength, 8): packed queries of the tile, already scaled.
  public var queries: UnsafePointer<Float>
  /// The block's keys, (4, keyLength, 32).
  public var keys: UnsafeRawPointer
  /// The block's values, (128, valueStride).
  public var values: UnsafeRawPointer
  /// Of keys and values in bytes: (4, blocks, 32) and (blocks, 128) halves; not read otherwise.
  public var keyScales: UnsafeRawPointer
  public var valueScales: UnsafeRawPointer
  public var keyLength: Int
  public var valueStride: Int
  /// Columns of the tile that exist.
  public var columnCount: Int
  /// First position of the block.
  public var firstPosition: Int
  /// (8) first and last visible position of each column.
  public var firstVisible: UnsafePointer<Int>
  public var lastVisible: UnsafePointer<Int>
  /// 0 for none: s = cap · tanh(s / cap).
  public var softCap: Float
  /// 16 zeros, 16 times −∞, 16 zeros.
  public var mask: UnsafePointer<Float>
  /// Scratch: (8, 128) scores and as much again.
  public var scores: UnsafeMutablePointer<Float>
  /// Where results go, per column: maximum, sum and (valueStride) outputs.
  public var maxima: UnsafeMutablePointer<Float>
  public var sums: UnsafeMutablePointer<Float>
  public var outputs: UnsafeMutablePointer<Float>
  /// Whether the results are merged into what is there, or replace it.
  public var merges: Bool

  @inlinable
  public init(
    queries: UnsafePointer<Float>, keys: UnsafeRawPointer, values: UnsafeRawPointer, keyScales: UnsafeRawPointer,
    valueScales: UnsafeRawPointer, keyLength: Int, valueStride: Int, columnCount: Int, firstPosition: Int,
    firstVisible: UnsafePointer<Int>, lastVisible: UnsafePointer<Int>,
    softCap: Float, mask: UnsafePointer<Float>, scores: UnsafeMutablePointer<Float>,
    maxima: UnsafeMutablePointer<Float>, sums: UnsafeMutablePointer<Float>, outputs: UnsafeMutablePointer<Float>,
    merges: Bool
  ) {
    self.queries = queries
    self.keys = keys
    self.values = values
    self.keyScales = keyScales
    self.valueScales = valueScales
    self.keyLength = keyLength
    self.valueStride = valueStride
    self.columnCount = columnCount
    self.firstPosition = firstPosition
    self.firstVisible = firstVisible
    self.lastVisible = lastVisible
    self.softCap = softCap
    self.mask = mask
    self.scores = scores
    self.maxima = maxima
    self.sums = sums
    self.outputs = outputs
    self.merges = merges
  }
}
