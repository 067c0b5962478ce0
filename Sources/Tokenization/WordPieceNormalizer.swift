// SPDX-License-Identifier: Apache-2.0
import Foundation

/// BERT's words: canonical decomposition without its accents, lower case; punctuation and ideographs stand alone.
enum WordPieceNormalizer {
  /// Calls `body` with each word in UTF-8, a space in front.
  static func forEachWord(_ text: String, _ body: ([UInt8]) -> Void) {
    let space = UInt8(ascii: " ")
    var word = [space]
    func flush() {
      if word.count > 1 { body(word) }
      word.removeSubrange(1...)
    }
    forEachDecomposedScalar(text) { scalar in
      if scalar.isASCII {
        switch scalar.value {
        case 0x09...0x0D, 0x20: flush()
        case 0..<0x20, 0x7F: break
        case 0x41...0x5A: word.append(UInt8(scalar.value) | 0x20)
        case 0x30...0x39, 0x61...0x7A: word.append(UInt8(scalar.value))
        default:
          flush()
          word.append(UInt8(scalar.value))
          flush()
        }
        return
      }
      let properties = scalar.properties
      if properties.isWhitespace {
        flush()
        return
      }
      switch properties.generalCategory {
      case .nonspacingMark, .control, .format, .privateUse, .surrogate: return
      default: if scalar.value == 0xFFFD { return }
      }
      if standsAlone(scalar) {
        flush()
        word.append(contentsOf: Array(String(scalar).utf8))
        flush()
      } else {
        word.append(contentsOf: Array(properties.lowercaseMapping.utf8))
      }
    }
    flush()
  }

  /// Calls `body` with each scalar of the canonical decomposition, but for accents that stand in the text itself.
  ///
  /// Those are dropped anyway. Foundation makes room for each scalar that a decomposition adds by moving all behind it, and sorts
  /// marks in a row in the square of their number: it gets few scalars at a time. A scalar decomposes whatever stands beside
  /// it, and the order of other marks does not matter here.
  private static func forEachDecomposedScalar(_ text: String, _ body: (Unicode.Scalar) -> Void) {
    // Decomposing takes long, and ASCII stays as it is.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.unicodeScalars.forEach(body) }
    var part = String.UnicodeScalarView()
    var count = 0
    func flush() {
      String(part).decomposedStringWithCanonicalMapping.unicodeScalars.forEach(body)
      part.removeAll(keepingCapacity: true)
      count = 0
    }
    for scalar in text.unicodeScalars {
      if !scalar.isASCII, scalar.properties.generalCategory == .nonspacingMark { continue }
      part.append(scalar)
      count += 1
      if count == 64 { flush() }
    }
    flush()
  }

  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    let kind = UnicodeClass(scalar)
    return kind.isAny(of: .punctuation) || (scalar.value < 0x7F && kind.isAny(of: .symbol)) || isIdeograph(scalar.value)
  }

  /// The blocks of CJK ideographs that BERT names.
  private static func isIdeograph(_ value: UInt32) -> Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F, 0x2B920...0x2CEAF,
      0xF900...0xFAFF, 0x2F800...0x2FA1F:
      true
    default: false
    }
  }
}
