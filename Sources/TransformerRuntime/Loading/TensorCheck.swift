// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization
import Synchronization

/// Looks at every weight of a file for what is no number: scales that are infinite or NaN, codes that stand for nothing.
package enum TensorCheck {
  /// Elements that a worker takes at a time.
  private static let pieceLength = 1 << 16

  /// - Parameter progress: told of the fraction of bytes looked at.
  /// - Throws: `invalidValue` with the first tensor at fault and the place in it; `wrongByteCount` where data is missing.
  package static func run(
    _ file: GGUFFile, pool: ThreadPool, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(ModelError) {
    let total = max(1, file.tensors.reduce(0) { $0 + $1.byteCount })
    var done = 0
    for tensor in file.tensors {
      progress?(Double(done) / Double(total))
      try check(tensor, file.data(of: tensor), pool)
      done += tensor.byteCount
    }
    progress?(1)
  }

  private static func check(
    _ tensor: GGUFTensor, _ data: UnsafeRawBufferPointer, _ pool: ThreadPool
  ) throws(ModelError) {
    guard tensor.elementCount > 0 else { return }
    guard let start = data.baseAddress else {
      throw ModelError(.wrongByteCount(found: 0, expected: tensor.byteCount), tensor.name)
    }
    let type = tensor.type
    let blocks = tensor.elementCount / type.blockLength
    let blocksPerPiece = max(1, pieceLength / type.blockLength)
    let pieces = (blocks + blocksPerPiece - 1) / blocksPerPiece
    let first = Mutex<Int?>(nil)
    pool.run { worker in
      let values = UnsafeMutablePointer<Float>.allocate(capacity: blocksPerPiece * type.blockLength)
      defer { values.deallocate() }
      worker.forEachChunk(of: pieces, grain: 1) { range in
        for piece in range {
          let block = piece * blocksPerPiece
          let count = min(blocksPerPiece, blocks - block)
          let source = start + block * type.blockByteCount
          guard let place = firstFault(type, source, blockCount: count, values) else { continue }
          first.withLock { $0 = min($0 ?? .max, block * type.blockLength + place) }
        }
      }
    }
    guard let place = first.withLock({ $0 }) else { return }
    let row = place / max(1, tensor.rowLength)
    let kind = ModelError.Kind.invalidValue(
      found: "no finite number at element \(place % max(1, tensor.rowLength)) of row \(row)",
      expected: "finite weights (\(type.name))")
    throw ModelError(kind, tensor.name)
  }

  /// The first element that is not finite, or whose scale is a code for that.
  private static func firstFault(
    _ type: TensorType, _ source: UnsafeRawPointer, blockCount: Int, _ values: UnsafeMutablePointer<Float>
  ) -> Int? {
    // These two read as numbers all the same, since other engines do so too.
    let codes: (offsets: Range<Int>, code: UInt8)? =
      switch type {
      case .mxfp4: (0..<1, 0xFF)
      case .nvfp4: (0..<4, 0x7F)
      default: nil
      }
    if let codes {
      for block in 0..<blockCount {
        for offset in codes.offsets
        where source.load(fromByteOffset: block * type.blockByteCount + offset, as: UInt8.self) == codes.code {
          return block * type.blockLength + offset * (type.blockLength / codes.offsets.count)
        }
      }
    }
    let count = blockCount * type.blockLength
    dequantize(type, source, count: count, into: values)
    return (0..<count).first { !values[$0].isFinite }
  }
}
