// SPDX-License-Identifier: Apache-2.0

/// The interleaved formats that have tile kernels, in the order of `KernelTable.tiles`.
public enum PanelKind: Int, CaseIterable, Sendable {
  case q4_0, q4_1, q5_0, q5_1, q8_0, q4_K, q5_K, q6_K, q2_K, q3_K, iq4_nl, iq4_xs, mxfp4, f32, f16, bf16
}

public typealias TileKernel = @Sendable (UnsafePointer<TileArguments>) -> Void
public typealias PeakKernel = @Sendable (UnsafeRawPointer, Int, UnsafeMutablePointer<Float>) -> Double

/// The entry points of one instruction set, chosen once when the process starts.
///
/// Entries are plain functions: a call through the table neither allocates nor counts references.
public struct KernelTable: Sendable {
  /// 4 per kind, for tiles of 1, 2, 4 and 8 columns.
  public let tiles: [TileKernel]
  /// As `attendBlock`, for packed tiles of 1, 2, 4 and 8 queries over halves, then over Q8_0.
  public let attendBlock: [@Sendable (UnsafePointer<AttentionCall>) -> Void]
  public let mergePartial:
    @Sendable (
      _ maximum: UnsafeMutablePointer<Float>, _ sum: UnsafeMutablePointer<Float>,
      _ outputs: UnsafeMutablePointer<Float>, _ newMaximum: Float, _ newSum: Float,
      _ newOutputs: UnsafePointer<Float>, _ count: Int
    ) -> Void
  public let normalizeRow:
    @Sendable (
      _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int,
      _ epsilon: Float
    ) -> Void
  public let siluRow:
    @Sendable (
      _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void
  public let geluRow:
    @Sendable (
      _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void
  public let softmaxRow: @Sendable (_ x: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float) -> Void
  public let quantizeRow:
    @Sendable (
      _ x: UnsafePointer<Float>, _ tile: UnsafeMutableRawPointer, _ column: Int, _ width: Int, _ blockCount: Int
    ) -> Void
  public let storeHalfRow: @Sendable (_ x: UnsafePointer<Float>, _ y: UnsafeMutableRawPointer, _ count: Int) -> Void
  /// As `multiplyBytesAtPeak` and `multiplyFloatsAtPeak`.
  public let bytesPeak, floatsPeak: PeakKernel

  @inlinable
  public init(
    tiles: [TileKernel], attendBlock: [@Sendable (UnsafePointer<AttentionCall>) -> Void],
    mergePartial:
      @escaping @Sendable (
        UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, Float, Float,
        UnsafePointer<Float>, Int
      ) -> Void,
    normalizeRow:
      @escaping @Sendable (
        UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int, Float
      ) -> Void,
    siluRow:
      @escaping @Sendable (UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int) -> Void,
    geluRow:
      @escaping @Sendable (UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int) -> Void,
    softmaxRow: @escaping @Sendable (UnsafeMutablePointer<Float>, Int, Float) -> Void,
    quantizeRow:
      @escaping @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int, Int, Int) -> Void,
    storeHalfRow: @escaping @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int) -> Void,
    bytesPeak: @escaping PeakKernel, floatsPeak: @escaping PeakKernel
  ) {
    self.tiles = tiles
    self.attendBlock = attendBlock
    self.mergePartial = mergePartial
    self.normalizeRow = normalizeRow
    self.siluRow = siluRow
    self.geluRow = geluRow
    self.softmaxRow = softmaxRow
    self.quantizeRow = quantizeRow
    self.storeHalfRow = storeHalfRow
    self.bytesPeak = bytesPeak
    self.floatsPeak = floatsPeak
  }
}
