// SPDX-License-Identifier: Apache-2.0

/// Keys and values in f32, as the reference path keeps them.
///
/// - Shapes: (layer, position, key width), keys and values apart.
final class ReferenceCache {
  private let keys: LazyMemory
  private let values: LazyMemory
  private let contextLength: Int
  private let width: Int

  init(blockCount: Int, contextLength: Int, width: Int) throws(ModelError) {
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
}
