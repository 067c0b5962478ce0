// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Owns every weight of a model. What forward passes hold are pointers into it.
final class ModelStorage: @unchecked Sendable {
  // SAFETY: filled while one thread loads, read-only afterwards.
  private var allocations: [UnsafeMutableRawPointer] = []
  private var matrices: [WeightMatrix] = []
  /// Memory of the interleaved weights.
  let arena = WeightArena()

  /// Memory for `count` floats that lives as long as the model; not initialised.
  func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64)
    allocations.append(memory)
    return memory.bindMemory(to: Float.self, capacity: max(count, 1))
  }

  /// A list of blocks that forward passes index without reference counting.
  ///
  /// - Precondition: the elements are plain data: nothing is released at the end.
  func list<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let byteCount = max(elements.count, 1) * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    allocations.append(memory)
    let list = memory.bindMemory(to: Element.self, capacity: max(elements.count, 1))
    for (i, element) in elements.enumerated() { (list + i).initialize(to: element) }
    return UnsafeBufferPointer(start: list, count: elements.count)
  }

  func keep(_ matrix: WeightMatrix) -> Unmanaged<WeightMatrix> {
    matrices.append(matrix)
    return Unmanaged.passUnretained(matrix)
  }

  deinit {
    for memory in allocations { memory.deallocate() }
  }
}
