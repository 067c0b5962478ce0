// SPDX-License-Identifier: Apache-2.0

/// What the first file of a split model says about the set.
struct SplitSet {
  let count: Int
  let tensorCount: Int

  /// Nil when the model is not split.
  ///
  /// - Throws: `notFirstShard`, `wrongValueType`, `missingKey`.
  init?(_ metadata: GGUFMetadata) throws(GGUFError) {
    guard let count = try metadata.optionalInt("split.count"), count > 1 else { return nil }
    guard count <= 99_999 else {
      throw GGUFError(.valueOutOfRange("\(count)"), subject: .key("split.count"))
    }
    let index = try metadata.requiredInt("split.no")
    guard index == 0 else { throw GGUFError(.notFirstShard(index: index), subject: .key("split.no")) }
    self.count = count
    tensorCount = try metadata.requiredInt("split.tensors.count")
  }

  /// Opens the files after the first and adds their tensors.
  func openOthers(
    firstPath: String, options: GGUFFile.Options, tensors: inout [GGUFTensor], shards: inout [MappedFile]
  ) throws(GGUFError) {
    let name = try ShardName(first: firstPath, count: count)
    for index in 1..<count {
      let path = name.path(index)
      let file = try MappedFile(path: path, access: options.access, progress: options.progress)
      do throws(GGUFError) {
        let container = try Container(file, shard: index, data: options.data)
        let found = try container.metadata.requiredInt("split.no")
        guard found == index else {
          throw GGUFError(.wrongShardIndex(found: found, expected: index), subject: .key("split.no"))
        }
        tensors += container.tensors
      } catch {
        throw error.inFile(path)
      }
      shards.append(file)
    }
  }
}
