// SPDX-License-Identifier: Apache-2.0
import Kernels
import Quantization

/// Keys and values in f32, as the reference path keeps them.
///
/// - Shapes: (layer, position, key width), keys and values apart.
final class ReferenceCache {
  private let keys: LazyMemory
  private let values: LazyMemory
  private let contextLength: Int
  private let width: Int

  /// Rounds what is stored as this type does; f16 stands for f32.
  private let type: CacheType

  init(blockCount: Int, contextLength: Int, width: Int, type: CacheType) throws(ModelError) {
    self.type = type
    self.contextLength = contextLength
    self.width = width
    keys = try LazyMemory(counts: [blockCount, contextLength, width, MemoryLayout<Float>.size])
    values = try LazyMemory(counts: [blockCount, contextLength, width, MemoryLayout<Float>.size])
  }

  func key(_ layer: Int, _ position: Int) -> UnsafeMutablePointer<Float> {
    keys.start.assumingMemoryBound(to: Float.self) + (layer * contextLength + position) * width
  }

  func value(_ layer: Int, _ position: Int) -> UnsafeMutablePointer<Float> {
    values.start.assumingMemoryBound(to: Float.self) + (layer * contextLength + position) * width
  }

  /// Stores the heads of one position, one after another.
  func store(
    _ row: UnsafePointer<Float>, at target: UnsafeMutablePointer<Float>, headCount: Int, headLength: Int
  ) {
    target.update(from: row, count: headCount * headLength)
    guard type == .q8_0 else { return }
    for head in 0..<headCount {
      for first in stride(from: 0, to: headLength, by: 32) {
        Self.roundToQ8_0(target + head * headLength + first, count: min(32, headLength - first))
      }
    }
  }

  /// x = scale · round(x / scale) with scale = max |x| / 127, the scale as a half.
  static func roundToQ8_0(_ x: UnsafeMutablePointer<Float>, count: Int) {
    var greatest: Float = 0
    for i in 0..<count { greatest = max(greatest, abs(x[i])) }
    let inverse = greatest > 0 ? 127 / greatest : 0
    let scale = Half.float(Half.bits(greatest / 127))
    for i in 0..<count { x[i] = scale * (x[i] * inverse).rounded(.toNearestOrEven) }
  }
}
