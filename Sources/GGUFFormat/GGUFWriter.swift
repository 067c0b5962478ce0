// SPDX-License-Identifier: Apache-2.0
import Quantization

/// Writes GGUF files, version 3, little-endian.
package struct GGUFWriter: Sendable {
  /// A metadata value to be written.
  package enum Value: Sendable {
    case uint8(UInt8)
    case int8(Int8)
    case uint16(UInt16)
    case int16(Int16)
    case uint32(UInt32)
    case int32(Int32)
    case uint64(UInt64)
    case int64(Int64)
    case float32(Float)
    case float64(Double)
    case bool(Bool)
    case string(String)
    case stringBytes([UInt8])
    case strings([String])
    case stringsBytes([[UInt8]])
    case uint8s([UInt8])
    case int32s([Int32])
    case uint32s([UInt32])
    case float32s([Float])
    case bools([Bool])
    /// A value of another file, as it is.
    case copy(GGUFValue)
  }

  /// A tensor to be written.
  package struct Tensor: Sendable {
    package var name: String
    package var type: TensorType
    /// Extents, `dimensions[0]` contiguous.
    package var dimensions: [Int]
    package var data: [UInt8]

    package init(name: String, type: TensorType, dimensions: [Int], data: [UInt8]) {
      self.name = name
      self.type = type
      self.dimensions = dimensions
      self.data = data
    }
  }

  package private(set) var metadata: [(key: String, value: Value)] = []
  package var tensors: [Tensor] = []
  package let alignment: Int

  /// - Precondition: `alignment` is a power of two.
  package init(alignment: Int = 32) {
    precondition(alignment > 0 && alignment & (alignment - 1) == 0, "an alignment is a power of two")
    self.alignment = alignment
    if alignment != ContainerLimits.defaultAlignment { set("general.alignment", .uint32(UInt32(alignment))) }
  }

  /// Sets a value, in place of an earlier one under the same key.
  package mutating func set(_ key: String, _ value: Value) {
    if let index = metadata.firstIndex(where: { $0.key == key }) {
      metadata[index].value = value
    } else {
      metadata.append((key, value))
    }
  }

  /// Adds a tensor of floats, given row by row.
  package mutating func add(_ name: String, dimensions: [Int], floats: [Float]) {
    let data = floats.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
    tensors.append(Tensor(name: name, type: .f32, dimensions: dimensions, data: data))
  }

  /// The whole file.
  package func bytes() -> [UInt8] {
    var output = header()
    for tensor in tensors {
      output.bytes += tensor.data
      output.pad(to: alignment)
    }
    return output.bytes
  }

  /// Writes the file. On failure what has been written is removed.
  ///
  /// - Throws: `cannotWrite`.
  package func write(to path: String) throws(GGUFError) {
    let file = try OutputFile(path)
    do throws(GGUFError) {
      try file.write(header().bytes)
      for tensor in tensors {
        var padded = ByteOutput(bytes: tensor.data)
        padded.pad(to: alignment)
        try file.write(padded.bytes)
      }
    } catch {
      file.remove()
      throw error
    }
  }

  /// Everything before the data, padded.
  private func header() -> ByteOutput {
    let entries = tensors.map {
      Entry(name: $0.name, type: $0.type, dimensions: $0.dimensions, byteCount: $0.data.count)
    }
    return Self.header(metadata, entries, alignment)
  }

  /// A line of the tensor table.
  struct Entry {
    let name: String
    let type: TensorType
    let dimensions: [Int]
    let byteCount: Int
  }

  /// Everything before the data, padded.
  static func header(_ metadata: [(key: String, value: Value)], _ tensors: [Entry], _ alignment: Int) -> ByteOutput {
    var output = ByteOutput(bytes: Array("GGUF".utf8))
    output.append(UInt32(3))
    output.append(UInt64(tensors.count))
    output.append(UInt64(metadata.count))
    for (key, value) in metadata {
      output.append(string: key.utf8)
      output.append(value)
    }
    var offset = 0
    for tensor in tensors {
      output.append(string: tensor.name.utf8)
      output.append(UInt32(tensor.dimensions.count))
      for extent in tensor.dimensions { output.append(Int64(extent)) }
      output.append(tensor.type.rawValue)
      output.append(UInt64(offset))
      offset += (tensor.byteCount + alignment - 1) / alignment * alignment
    }
    output.pad(to: alignment)
    return output
  }
}
