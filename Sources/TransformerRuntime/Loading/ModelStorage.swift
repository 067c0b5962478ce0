// SPDX-License-Identifier: Apache-2.0
import Kernels

/// Owns the weights of a model, but for those that it shares with another. What forward passes hold are pointers into it.
final class ModelStorage: @unchecked Sendable {
  // SAFETY: filled while one thread loads, read-only afterwards.
  private var allocations: [UnsafeMutableRawPointer] = []
  private var matrices: [WeightMatrix] = []
  /// What was made of the file's tensors, by name.
  private var tensorMatrices: [String: WeightMatrix] = [:]
  private var tensorFloats: [String: UnsafeMutablePointer<Float>] = [:]
  /// Owns the tensors that this model has in common with another.
  private let shared: ModelStorage?
  /// Memory of the interleaved weights.
  let arena = WeightArena()

  init(sharing shared: ModelStorage? = nil) { self.shared = shared }

  /// The matrix that the model sharing its weights has made of a tensor.
  func sharedMatrix(of tensor: String) -> MatrixView? {
    shared?.tensorMatrices[tensor]?.view
  }

  /// The elements of a tensor as the model sharing its weights has them.
  func sharedFloats(of tensor: String) -> UnsafeMutablePointer<Float>? { shared?.tensorFloats[tensor] }

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

  /// - Parameter tensor: the tensor of the file that the matrix was made of.
  func keep(_ matrix: WeightMatrix, of tensor: String? = nil) -> MatrixView {
    if let tensor { tensorMatrices[tensor] = matrix } else { matrices.append(matrix) }
    return matrix.view
  }

  /// Memory for the elements of a tensor of the file; not initialised.
  func floats(_ count: Int, of tensor: String) -> UnsafeMutablePointer<Float> {
    let memory = floats(count)
    tensorFloats[tensor] = memory
    return memory
  }

  deinit {
    for memory in allocations { memory.deallocate() }
  }
}
