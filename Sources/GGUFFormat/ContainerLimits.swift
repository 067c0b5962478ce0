// SPDX-License-Identifier: Apache-2.0

/// Bounds of the container format.
enum ContainerLimits {
  /// Extents of a tensor. Source: `GGML_MAX_DIMS`.
  static let dimensionCount: UInt32 = 4

  /// Bytes of a tensor's name. Source: `GGML_MAX_NAME`, which counts a terminator.
  static let tensorNameLength = 63

  /// The format names no bound; files use 32, and a larger value only pads. Keeps rounding up far from overflow.
  static let alignment: UInt32 = 65_536

  static let defaultAlignment = 32

  /// Files have some dozens. With `tensorCount`, keeps what a hostile table costs in memory under 64 MB.
  static let metadataEntryCount = 65_536

  /// The largest models have some thousands.
  static let tensorCount = 131_072

  /// Key length and one byte, value type, one byte of value.
  static let metadataEntryMinimum = 8 + 1 + 4 + 1

  /// Name length, dimension count, type, offset.
  static let tensorInfoMinimum = 8 + 4 + 4 + 8
}
