// SPDX-License-Identifier: Apache-2.0

/// The interleaved formats that have tile kernels, in the order of `KernelTable.tiles`.
public enum PanelKind: Int, CaseIterable, Sendable {
  case q4_0, q4_1, q5_0, q5_1, q8_0, q4_K, q5_K, q6_K, q2_K, q3_K, iq4_nl, iq4_xs, mxfp4, f32, f16, bf16
}

/// Takes `TileArguments`.
public typealias TileKernel = @convention(c) @Sendable (_ arguments: UnsafeRawPointer) -> Void
/// Takes an `AttentionCall`.
public typealias AttentionKernel = @convention(c) @Sendable (_ arguments: UnsafeRawPointer) -> Void
public typealias PeakKernel = @convention(c) @Sendable (UnsafeRawPointer, Int, UnsafeMutablePointer<Float>) -> Double

/// The entry points of one instruction set, chosen once when the process starts.
///
/// Entries have C's calling convention, which has no context: calling one that was read from a table as a Swift closure would
/// count references to its context, though there is none. C cannot name the arguments of the largest, so they come untyped.
public struct KernelTable: @unchecked Sendable {
  // The lists are never freed: a table lives as long as the process, and reading an array would take a reference to it.

  /// 4 per kind, for tiles of 1, 2, 4 and 8 columns.
  public let tiles: UnsafePointer<TileKernel>
  /// As `attendBlock`, for packed tiles of 1, 2, 4 and 8 queries over halves, then over Q8_0.
  public let attendBlock: UnsafePointer<AttentionKernel>
  public let mergePartial:
    @convention(c) @Sendable (
      _ maximum: UnsafeMutablePointer<Float>, _ sum: UnsafeMutablePointer<Float>,
      _ outputs: UnsafeMutablePointer<Float>, _ newMaximum: Float, _ newSum: Float,
      _ newOutputs: UnsafePointer<Float>, _ count: Int
    ) -> Void
  public let normalizeRow:
    @convention(c) @Sendable (
      _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int,
      _ epsilon: Float
    ) -> Void
  public let siluRow:
    @convention(c) @Sendable (
      _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void
  public let geluRow:
    @convention(c) @Sendable (
      _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void
  public let softmaxRow:
    @convention(c) @Sendable (_ x: UnsafeMutablePointer<Float>, _ count: Int, _ scale: Float) -> Void
  public let quantizeRow:
    @convention(c) @Sendable (
      _ x: UnsafePointer<Float>, _ tile: UnsafeMutableRawPointer, _ column: Int, _ width: Int, _ blockCount: Int
    ) -> Void
  public let storeHalfRow:
    @convention(c) @Sendable (_ x: UnsafePointer<Float>, _ y: UnsafeMutableRawPointer, _ count: Int) -> Void
  /// As `multiplyBytesAtPeak` and `multiplyFloatsAtPeak`.
  public let bytesPeak, floatsPeak: PeakKernel

  @inlinable
  public init(
    tiles: [TileKernel], attendBlock: [AttentionKernel],
    mergePartial:
      @escaping @convention(c) @Sendable (
        UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, Float, Float,
        UnsafePointer<Float>, Int
      ) -> Void,
    normalizeRow:
      @escaping @convention(c) @Sendable (
        UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int, Float
      ) -> Void,
    siluRow:
      @escaping @convention(c) @Sendable (UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int)
      -> Void,
    geluRow:
      @escaping @convention(c) @Sendable (UnsafePointer<Float>, UnsafePointer<Float>?, UnsafeMutablePointer<Float>, Int)
      -> Void,
    softmaxRow: @escaping @convention(c) @Sendable (UnsafeMutablePointer<Float>, Int, Float) -> Void,
    quantizeRow:
      @escaping @convention(c) @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int, Int, Int) -> Void,
    storeHalfRow: @escaping @convention(c) @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int) -> Void,
    bytesPeak: @escaping PeakKernel, floatsPeak: @escaping PeakKernel
  ) {
    self.tiles = Self.kept(tiles)
    self.attendBlock = Self.kept(attendBlock)
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

  /// Memory that holds a list for as long as the process lives.
  @inlinable
  static func kept<Kernel>(_ list: [Kernel]) -> UnsafePointer<Kernel> {
    let memory = UnsafeMutableBufferPointer<Kernel>.allocate(capacity: max(1, list.count))
    _ = memory.initialize(from: list)
    return UnsafePointer(memory.baseAddress!)
  }
}
