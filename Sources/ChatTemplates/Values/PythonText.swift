// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Values printed as Python prints them.
enum PythonText {
  /// `repr` of a float: the shortest digits that read back, in positions from 1e-4 up to below 1e16, else with an exponent.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    let sign = number.sign == .minus ? "-" : ""
    guard number != 0 else { return sign + "0.0" }
    let (digits, point) = decimal(number.magnitude)
    if point > 16 || point < -3 {
      let exponent = point - 1
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      let magnitude = exponent.magnitude
      return "\(sign)\(digits.first!)\(fraction)e\(exponent < 0 ? "-" : "+")\(magnitude < 10 ? "0" : "")\(magnitude)"
    }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) + ".0" }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// The shortest digits of a positive number, and how many of them stand before the point.
  private static func decimal(_ number: Double) -> (digits: String, point: Int) {
    // Swift's description has the shortest digits too, but changes to exponents elsewhere.
    let parts = number.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let whole = String(mantissa[0])
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    let all = whole + fraction
    let digits = String(all.drop { $0 == "0" })
    let point = whole.count + exponent - (all.count - digits.count)
    let trimmed = digits.lastIndex { $0 != "0" }.map { String(digits[...$0]) } ?? "0"
    return (trimmed, point)
  }

  /// The quote that `repr` puts around a string: single unless only such ones occur inside.
  static func quote(for string: MarkedString) -> UInt32 {
    let hasSingle = string.units.contains { MarkedString.plain($0) == 0x27 }
    let hasDouble = string.units.contains { MarkedString.plain($0) == 0x22 }
    return hasSingle && !hasDouble ? 0x22 : 0x27
  }

  /// The scalars of a string as `repr` writes them between two quotes.
  static func appendEscaped(_ units: ArraySlice<UInt32>, quote: UInt32, to result: inout MarkedString) {
    for unit in units {
      let scalar = MarkedString.scalar(unit)
      switch scalar {
      case "\\": result.append("\\\\")
      case "\n": result.append("\\n")
      case "\r": result.append("\\r")
      case "\t": result.append("\\t")
      default:
        if scalar.value == quote {
          result.units.append(0x5C)
          result.units.append(unit)
        } else if isPrintable(scalar) {
          result.units.append(unit)
        } else {
          result.append(MarkedString(escape(scalar)))
        }
      }
    }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
  }
}

extension PythonText {
  /// A number with so many digits after the point.
  static func fixed(_ number: Double, _ precision: Int) -> String {
    guard number.isFinite else { return text(number) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      let count = withVaList([Int32(precision), number]) { vsnprintf(buffer.baseAddress!, buffer.count, "%.*f", $0) }
      return String(
        decoding: buffer[..<min(max(0, Int(count)), buffer.count - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
