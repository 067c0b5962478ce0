// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Queries grow with their position, so that attention stays sharp over long texts: q · (1 + β · ln(⌊position / length⌋ + 1)).
///
/// - Source: the Llama 4 and Ministral 3 models; after Nakanishi, Scalable-Softmax Is Superior for Attention.
struct QueryTemperature {
  /// β
  var scale: Float
  /// Positions within which queries stay as they are.
  var length: Int

  func factor(at position: Int) -> Float {
    Float(1 + Double(scale) * log(Double(position / length) + 1))
  }
}
