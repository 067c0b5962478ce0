// SPDX-License-Identifier: Apache-2.0

/// The file name of one part of a split model: `prefix-00001-of-00003.gguf`.
struct ShardName {
  let prefix: String
  let count: Int

  /// Takes the name of the first part apart.
  ///
  /// - Throws: `wrongShardName` when it does not follow the pattern.
  init(first path: String, count: Int) throws(GGUFError) {
    let suffix = Self.suffix(0, of: count)
    guard path.hasSuffix(suffix) else { throw GGUFError(.wrongShardName(expectedSuffix: suffix), path: path) }
    prefix = String(path.dropLast(suffix.count))
    self.count = count
  }

  /// Path of the part with that number, from 0.
  func path(_ index: Int) -> String { prefix + Self.suffix(index, of: count) }

  private static func suffix(_ index: Int, of count: Int) -> String {
    "-\(fiveDigits(index + 1))-of-\(fiveDigits(count)).gguf"
  }

  private static func fiveDigits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
