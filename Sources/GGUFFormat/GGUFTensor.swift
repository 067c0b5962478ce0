// SPDX-License-Identifier: Apache-2.0
import Quantization

/// One line of the tensor table.
package struct GGUFTensor: Sendable {
  package let name: String
  package let type: TensorType

  /// Extents as in the file: `dimensions[0]` is the length of a row, whose elements are contiguous. May be empty, which
  /// means one element, and an extent may be zero.
  package let dimensions: [Int]

  /// Product of the extents.
  package let elementCount: Int

  /// Bytes of the data. `Int.max` if it is larger than any file, which only the table of a file opened without its
  /// data can say.
  package let byteCount: Int

  /// Which file of a split set holds the data; 0 for a single file.
  package let shard: Int

  /// Where the data begins, in bytes from the start of that file.
  package let fileOffset: Int

  /// Elements of a row; 1 for a scalar.
  package var rowLength: Int { dimensions.first ?? 1 }

  /// Number of rows: the product of all extents but the first.
  package var rowCount: Int { rowLength == 0 ? 0 : elementCount / rowLength }
}
