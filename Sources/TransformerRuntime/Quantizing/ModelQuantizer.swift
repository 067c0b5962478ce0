// SPDX-License-Identifier: Apache-2.0
import GGUFFormat
import Kernels
import Quantization

/// Writes a model with its matrices in another type.
package struct ModelQuantizer {
  /// What became of one tensor.
  package struct Outcome: Sendable {
    package let name: String
    package let from: TensorType
    package let to: TensorType
    package let byteCount: Int
    /// Against the original's values; nil for a tensor that was only copied.
    package let difference: QuantizationDifference?
  }

  /// Why a file was not written.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    case file(GGUFError)
    case model(ModelError)

    package var description: String {
      switch self {
      case .file(let error): "\(error)"
      case .model(let error): "\(error)"
      }
    }
  }

  let file: GGUFFile
  let plan: QuantizationPlan
  let pool: ThreadPool

  package init(_ file: GGUFFile, plan: QuantizationPlan, pool: ThreadPool) {
    self.file = file
    self.plan = plan
    self.pool = pool
  }

  /// Writes the file and gives every tensor's outcome.
  ///
  /// - Parameters:
  ///   - progress: told of each tensor before it is written, with the fraction of bytes read so far.
  ///   - shouldContinue: asked between pieces of tensors.
  /// - Throws: `cannotWrite`; `invalidValue` for values that are not finite, with the tensor; `cancelled`. Nothing is left
  ///   behind then.
  package func write(
    to path: String, replaces: Bool, progress: (_ tensor: GGUFTensor, _ fraction: Double) -> Void = { _, _ in },
    shouldContinue: () -> Bool = { true }
  ) throws(Failure) -> [Outcome] {
    let writer: GGUFStreamWriter
    do throws(GGUFError) {
      writer = try GGUFStreamWriter(
        path: path, metadata: metadata,
        tensors: zip(file.tensors, plan.types).map { .init(name: $0.name, type: $1, dimensions: $0.dimensions) },
        alignment: file.alignment, replaces: replaces)
    } catch { throw .file(error) }
    var outcomes: [Outcome] = []
    var done = 0
    let total = max(1, file.tensors.reduce(0) { $0 + $1.byteCount })
    for (tensor, type) in zip(file.tensors, plan.types) {
      progress(tensor, Double(done) / Double(total))
      let difference = try write(tensor, as: type, writer, shouldContinue)
      outcomes.append(
        Outcome(
          name: tensor.name, from: tensor.type, to: type,
          byteCount: type.byteCount(elements: tensor.elementCount) ?? 0, difference: difference))
      file.releasePages(of: tensor)
      done += tensor.byteCount
    }
    do throws(GGUFError) { try writer.finish() } catch { throw .file(error) }
    return outcomes
  }

  /// The pairs of the original, without those of its parts and with those of its new type.
  private var metadata: [(key: String, value: GGUFWriter.Value)] {
    let replaced = ["general.file_type", "general.quantization_version", "general.alignment"]
    var metadata: [(key: String, value: GGUFWriter.Value)] = []
    if file.alignment != 32 { metadata.append(("general.alignment", .uint32(UInt32(file.alignment)))) }
    for entry in file.metadata.entries where !replaced.contains(entry.key) && !entry.key.hasPrefix("split.") {
      metadata.append((entry.key, .copy(entry.value)))
    }
    metadata.append(("general.file_type", .uint32(plan.fileType)))
    metadata.append(("general.quantization_version", .uint32(2)))
    return metadata
  }

  /// Elements that are worked on at a time.
  private static let pieceLength = 4 << 20

  private func write(
    _ tensor: GGUFTensor, as type: TensorType, _ writer: GGUFStreamWriter, _ shouldContinue: () -> Bool
  ) throws(Failure) -> QuantizationDifference? {
    let source = file.data(of: tensor)
    guard type != tensor.type, tensor.elementCount > 0, let start = source.baseAddress else {
      guard shouldContinue() else { throw .model(ModelError(.cancelled)) }
      do throws(GGUFError) { try writer.append(source) } catch { throw .file(error) }
      return nil
    }
    let columns = tensor.rowLength
    let rowsPerPiece = max(1, Self.pieceLength / columns)
    var difference = QuantizationDifference()
    var first = 0
    while first < tensor.rowCount {
      guard shouldContinue() else { throw .model(ModelError(.cancelled)) }
      let rows = first..<min(tensor.rowCount, first + rowsPerPiece)
      let piece = QuantizedRows(tensor, start, rows: rows, as: type)
      piece.compute(pool)
      if let row = piece.invalidRow {
        let kind = ModelError.Kind.invalidValue(
          found: "beyond what \(type.name) holds in row \(rows.lowerBound + row)", expected: "finite numbers in range")
        throw .model(ModelError(kind, tensor.name))
      }
      do throws(GGUFError) { try writer.append(piece.bytes) } catch { throw .file(error) }
      difference.add(piece.difference)
      first = rows.upperBound
    }
    return difference
  }
}
