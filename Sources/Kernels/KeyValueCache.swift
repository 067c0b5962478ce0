// SPDX-License-Identifier: Apache-2.0
import KernelBodies

/// Keys and values of one layer, in the layout of `CacheLayout`.
///
/// Position p lies at slot `p mod capacity`, so that a layer with a sliding window may hold less than the context.
package final class KeyValueCache: @unchecked Sendable {
  /// Positions held; a multiple of 128.
  package let capacity: Int
  package let headCount: Int
  package let keyLength: Int
  package let valueLength: Int
  package let type: CacheType
  private let keyPages: ZeroedPages
  private let valuePages: ZeroedPages
  private let keyScalePages: ZeroedPages?
  private let valueScalePages: ZeroedPages?
  package let view: CacheView

  /// - Parameter capacity: positions wanted; rounded up to whole blocks of 128. A ring for a window of w tokens that are
  ///   appended at most c at a time needs w + c + 128.
  /// - Returns: nil when the system has no address space left. Memory is taken as positions are written.
  package init?(capacity: Int, headCount: Int, keyLength: Int, valueLength: Int, type: CacheType = .f16) {
    self.capacity = max(1, (capacity + 127) / 128) * 128
    self.headCount = headCount
    self.keyLength = keyLength
    self.valueLength = valueLength
    self.type = type
    let rows = self.capacity * headCount
    let valueStride = CacheLayout.valueStride(valueLength)
    guard let keyPages = ZeroedPages(byteCount: rows * keyLength * type.elementBytes),
      let valuePages = ZeroedPages(byteCount: rows * valueStride * type.elementBytes)
    else { return nil }
    self.keyPages = keyPages
    self.valuePages = valuePages
    let (keyScales, valueScales): (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
    switch type {
    case .f16:
      (keyScalePages, valueScalePages) = (nil, nil)
      (keyScales, valueScales) = (keyPages.address, valuePages.address)
    case .q8_0:
      guard let keyScalePages = ZeroedPages(byteCount: 2 * rows * CacheLayout.scaleCount(keyLength)),
        let valueScalePages = ZeroedPages(byteCount: 2 * rows * CacheLayout.scaleCount(valueLength))
      else { return nil }
      self.keyScalePages = keyScalePages
      self.valueScalePages = valueScalePages
      (keyScales, valueScales) = (keyScalePages.address, valueScalePages.address)
    }
    view = CacheView(
      capacity: self.capacity, headCount: headCount, keyLength: keyLength, valueLength: valueLength, type: type,
      keys: keyPages.address, values: valuePages.address, keyScales: keyScales, valueScales: valueScales)
  }

  package var byteCount: Int {
    let elements = keyLength + CacheLayout.valueStride(valueLength)
    let scales = CacheLayout.scaleCount(keyLength) + CacheLayout.scaleCount(valueLength)
    return capacity * headCount * (type == .f16 ? 2 * elements : elements + 2 * scales)
  }
}
