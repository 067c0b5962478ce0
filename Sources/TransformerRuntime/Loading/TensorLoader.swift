// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization
import Synchronization

/// Hands the tensors of a file to an architecture, by name and shape.
///
/// An architecture takes its tensors twice: in the `checking` pass, which reads no data, so that a wrong file is refused
/// at once, and in the `loading` pass, which brings each into the layout of its kernel.
final class TensorLoader {
  enum Pass { case checking, loading }

  let file: GGUFFile
  let pass: Pass
  let options: LoadOptions
  let storage: ModelStorage
  let pool: ThreadPool
  private let adapter: AdapterFile?
  private let progress: (@Sendable (Double) -> Void)?
  private(set) var taken: Set<String> = []
  /// Weights that the adapter has changed.
  private var changed: Set<String> = []
  private var loadedByteCount = 0
  /// Matrices to be filled, and where their rows begin in the tensor of the file that they come from, if any.
  private var pending: [(matrix: WeightMatrix, tensor: GGUFTensor?, firstRow: Int)] = []
  private let totalByteCount: Int

  init(
    _ file: GGUFFile, pass: Pass, options: LoadOptions, storage: ModelStorage, pool: ThreadPool,
    adapter: AdapterFile? = nil, progress: (@Sendable (Double) -> Void)?
  ) {
    self.file = file
    self.pass = pass
    self.options = options
    self.storage = storage
    self.pool = pool
    self.adapter = adapter
    self.progress = progress
    totalByteCount = max(1, file.tensors.reduce(0) { $0 + $1.byteCount })
  }

  // MARK: What architectures ask for

  func has(_ name: String) -> Bool { file.tensor(name) != nil }

  /// The table `token_embd.weight`.
  ///
  /// Where the output head has a matrix of its own, only single rows of the table are read: it stays in the file's mapping.
  func embedding(_ h: Hyperparameters) throws(ModelError) -> Linear {
    try linear("token_embd", rows: h.vocabularySize, columns: h.embeddingLength, isLookedUp: has("output.weight"))
  }

  /// A matrix `name.weight` with `rows` outputs and `columns` inputs, `name.bias` and the factor `name.scale` where the file
  /// has them.
  ///
  /// - Parameter isLookedUp: whether single rows are read and no products made; the matrix is left as it is then.
  func linear(
    _ name: String, rows: Int, columns: Int, isLookedUp: Bool = false
  ) throws(ModelError) -> Linear {
    let tensor = try take("\(name).weight", shape: [columns, rows])
    var linear = Linear(rows: rows, columns: columns)
    if has("\(name).bias") { linear.bias = try vector("\(name).bias", count: rows) }
    linear.change = try change(of: "\(name).weight", rows: rows, columns: columns)
    let factors = try factors(name, count: 1)
    guard pass == .loading else { return linear }
    if options.useReferenceKernels {
      linear.reference = try UnsafePointer(dequantized(tensor, factors: factors))
    } else {
      linear.matrix = try matrix(
        tensor, rows: rows, columns: columns, factor: factors[0], repack: options.repack && !isLookedUp)
      return linear
    }
    report(tensor)
    return linear
  }

  /// Matrices of `count` experts that lie one after another in `name.weight`; each (rows, columns), with a factor of its own
  /// where the file has `name.scale`.
  func experts(
    _ name: String, count: Int, rows: Int, columns: Int
  ) throws(ModelError) -> UnsafeBufferPointer<Linear> {
    let tensor = try take("\(name).weight", shape: [columns, rows, count])
    let plain = Linear(rows: rows, columns: columns)
    let factors = try factors(name, count: count)
    guard pass == .loading else { return storage.list([Linear](repeating: plain, count: count)) }
    var experts: [Linear] = []
    if options.useReferenceKernels {
      let floats = try dequantized(tensor, factors: factors)
      for expert in 0..<count {
        var linear = plain
        linear.reference = UnsafePointer(floats + expert * rows * columns)
        experts.append(linear)
      }
      report(tensor)
      return storage.list(experts)
    }
    let start = try data(of: tensor)
    let stride = tensor.byteCount / count
    for expert in 0..<count {
      var linear = plain
      linear.matrix = try matrix(
        tensor, "\(tensor.name)#\(expert)", at: start + expert * stride, rows: rows, columns: columns,
        firstRow: expert * rows, factor: factors[expert], repack: options.repack)
      experts.append(linear)
    }
    return storage.list(experts)
  }

  /// The weights `name.weight` of a norm over `count` elements, and `name.bias` where the file has one.
  func norm(
    _ name: String, count: Int, epsilon: Float, kind: NormKind = .rootMeanSquare
  ) throws(ModelError) -> Norm {
    let weight = try vector("\(name).weight", count: count)
    let bias = has("\(name).bias") ? try vector("\(name).bias", count: count) : nil
    return Norm(kind: kind, weight: weight, bias: bias, count: count, epsilon: epsilon)
  }

  /// The weights `name.weight` of a norm over the model's width.
  func norm(_ name: String, _ h: Hyperparameters) throws(ModelError) -> Norm {
    try norm(name, count: h.embeddingLength, epsilon: h.normEpsilon, kind: h.normKind)
  }

  /// A one-dimensional tensor as floats.
  func vector(_ name: String, count: Int) throws(ModelError) -> UnsafePointer<Float> {
    try floats(name, shape: [count])
  }

  /// A small matrix as floats; (rows, columns).
  func table(_ name: String, rows: Int, columns: Int) throws(ModelError) -> UnsafePointer<Float> {
    try floats(name, shape: [columns, rows])
  }

  private func floats(_ name: String, shape: [Int]) throws(ModelError) -> UnsafePointer<Float> {
    let tensor = try take(name, shape: shape)
    guard pass == .loading else { return UnsafePointer(storage.floats(0)) }
    let floats = try dequantized(tensor)
    report(tensor)
    return UnsafePointer(floats)
  }

  /// Divisors of rotary frequencies, where the file has them.
  func divisors(_ name: String, count: Int) throws(ModelError) -> [Float]? {
    guard has(name) else { return nil }
    let tensor = try take(name, shape: [count])
    let floats = try UnsafeBufferPointer(start: dequantized(tensor), count: count)
    for divisor in floats where !(divisor.isFinite && divisor > 0) {
      throw ModelError(.invalidValue(found: "\(divisor)", expected: "positive numbers"), name)
    }
    return Array(floats)
  }

  // MARK: Checks

  /// Refuses tensors that the architecture did not ask for: the file is then of another model than it says.
  ///
  /// Rotary tables that other programs store beside the weights are tolerated; they hold nothing new.
  func checkAllTaken() throws(ModelError) {
    for tensor in file.tensors where !taken.contains(tensor.name) && !Self.isToleratedExtra(tensor.name) {
      throw ModelError(.unknownTensor, tensor.name)
    }
    for base in adapter?.pairs.keys.sorted() ?? [] where !changed.contains(base) {
      throw ModelError(.unknownTensor, "\(base).lora_a")
    }
  }

  static func isToleratedExtra(_ name: String) -> Bool {
    [
      "rope_freqs.weight", "rotary_emb.inv_freq", "attn_rot_embd.weight", "rope_factors_long.weight",
      "rope_factors_short.weight",
    ]
    .contains { name == $0 || name.hasSuffix(".\($0)") }
  }

  /// - Parameter shape: in the file's order, the contiguous dimension first.
  func take(_ name: String, shape: [Int]) throws(ModelError) -> GGUFTensor {
    guard let tensor = file.tensor(name) else { throw ModelError(.missingTensor, name) }
    var found = tensor.dimensions
    while found.count > shape.count, found.last == 1 { found.removeLast() }
    guard found == shape else { throw ModelError(.wrongShape(found: tensor.dimensions, expected: shape), name) }
    taken.insert(name)
    return tensor
  }

  func data(of tensor: GGUFTensor) throws(ModelError) -> UnsafeRawPointer {
    let bytes = file.data(of: tensor)
    let expected = tensor.type.byteCount(elements: tensor.dimensions.reduce(1, *)) ?? -1
    guard bytes.count == expected, let start = bytes.baseAddress else {
      throw ModelError(.wrongByteCount(found: bytes.count, expected: expected), tensor.name)
    }
    return start
  }

  /// Reserves memory for a matrix in the layout of its kernel; ``finish(meanwhile:)`` fills it.
  private func matrix(
    _ tensor: GGUFTensor, rows: Int, columns: Int, factor: Float, repack: Bool
  ) throws(ModelError) -> MatrixView {
    try matrix(
      tensor, tensor.name, at: try data(of: tensor), rows: rows, columns: columns, firstRow: 0, factor: factor,
      repack: repack)
  }

  /// The same for a part of a tensor, which is kept under a name of its own.
  ///
  /// - Parameter firstRow: which of the tensor's rows the part begins with.
  private func matrix(
    _ tensor: GGUFTensor, _ name: String, at source: UnsafeRawPointer, rows: Int, columns: Int, firstRow: Int,
    factor: Float, repack: Bool
  ) throws(ModelError) -> MatrixView {
    if let shared = storage.sharedMatrix(of: name) { return shared }
    let matrix = WeightMatrix(
      type: tensor.type, rows: rows, columns: columns, source: source, factor: factor, pool: nil, repack: repack,
      arena: storage.arena)
    guard let matrix else { throw ModelError(.outOfMemory(byteCount: tensor.byteCount), tensor.name) }
    pending.append((matrix, tensor, firstRow))
    return storage.keep(matrix, of: name)
  }

  /// What the adapter adds to a weight of that shape; nil where it adds nothing.
  private func change(of name: String, rows: Int, columns: Int) throws(ModelError) -> UnsafePointer<LowRank>? {
    // Rows of positions are looked up, and no adapter in use changes them.
    guard let adapter, let pair = adapter.pairs[name], name != "position_embd.weight" else { return nil }
    let isTable = name == AdapterFile.embedding
    for (tensor, expected) in [
      (pair.a, isTable ? [pair.rank, rows] : [columns, pair.rank]), (pair.b, [pair.rank, isTable ? columns : rows]),
    ] where tensor.extents != expected {
      throw ModelError(.wrongShape(found: tensor.dimensions, expected: expected), tensor.name)
    }
    changed.insert(name)
    guard pass == .loading else { return nil }
    let (first, second) = (try adapter.floats(of: pair.a), try adapter.floats(of: pair.b))
    let (rank, scale) = (adapter.rank, adapter.scale(of: pair))
    let (a, b) = (storage.floats(rank * columns), storage.floats(rows * rank))
    a.update(repeating: 0, count: rank * columns)
    b.update(repeating: 0, count: rows * rank)
    for k in 0..<pair.rank {
      for i in 0..<columns { a[k * columns + i] = isTable ? second[i * pair.rank + k] : first[k * columns + i] }
      let factors = isTable ? first : second
      for row in 0..<rows { b[row * rank + k] = scale * factors[row * pair.rank + k] }
    }
    var change = LowRank(rank: rank, a: UnsafePointer(a), b: UnsafePointer(b))
    if !options.useReferenceKernels {
      change.down = try matrix(of: change.a, rows: rank, columns: columns, pair.a)
      change.up = try matrix(of: change.b, rows: rows, columns: rank, pair.b)
    }
    return storage.list([change]).baseAddress
  }

  /// A matrix of floats in the layout of its kernel; ``finish(meanwhile:)`` fills it.
  private func matrix(
    of floats: UnsafePointer<Float>, rows: Int, columns: Int, _ tensor: GGUFTensor
  ) throws(ModelError) -> MatrixView {
    let matrix = WeightMatrix(
      type: .f32, rows: rows, columns: columns, source: UnsafeRawPointer(floats), pool: nil, repack: options.repack,
      arena: storage.arena)
    guard let matrix else { throw ModelError(.outOfMemory(byteCount: 4 * rows * columns), tensor.name) }
    pending.append((matrix, nil, 0))
    return storage.keep(matrix)
  }

  /// Fills the matrices that were taken, with all workers, and gives the pages of the originals back.
  ///
  /// - Parameter meanwhile: what one of the workers does first; where it says no, the rest is left undone.
  /// - Throws: `cancelled` then.
  func finish(meanwhile: () -> Bool) throws(ModelError) {
    let (file, progress, pending) = (file, progress, pending)
    let loaded = Mutex(loadedByteCount)
    let total = Double(totalByteCount)
    let isDone = WeightMatrix.interleave(pending.map(\.matrix), pool: pool, meanwhile: meanwhile) { index, rows in
      guard let tensor = pending[index].tensor else { return }
      let first = pending[index].firstRow
      file.releasePages(of: tensor, rows: (first + rows.lowerBound)..<(first + rows.upperBound))
      loaded.withLock {
        $0 += tensor.byteCount / tensor.rowCount * rows.count
        progress?(Double($0) / total)
      }
    }
    guard isDone else { throw ModelError(.cancelled) }
    progress?(1)
  }

  private func report(_ tensor: GGUFTensor) {
    loadedByteCount += tensor.byteCount
    progress?(Double(loadedByteCount) / Double(totalByteCount))
  }
}
