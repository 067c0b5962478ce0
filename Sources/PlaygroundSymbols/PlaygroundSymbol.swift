// SPDX-License-Identifier: Apache-2.0

/// The name by which a playground block is found in a loaded library.
///
/// The macro gives it and the command asks for it, so it is a target of its own below both.
package struct PlaygroundSymbol {
  package let name: String

  /// - Parameter file: `Module/File.swift`, with or without quotes.
  package init(file: String, line: Int, column: Int) {
    let safe = file.unicodeScalars.filter { $0 != "\"" }.map { scalar in
      scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
        ? String(scalar) : "_" + String(scalar.value, radix: 16) + "_"
    }
    name = "infer_playground_\(safe.joined())_L\(line)C\(column)"
  }
}
