// SPDX-License-Identifier: Apache-2.0

/// A place in a source text where a `#Playground` may stand. It may also be a comment's or a string's.
struct PlaygroundPlace: Equatable {
  /// From 1.
  let line: Int
  /// From 1, in bytes of UTF-8, as the compiler counts.
  let column: Int

  static func all(in source: String) -> [PlaygroundPlace] {
    let mark = Array("#Playground".utf8)
    var places: [PlaygroundPlace] = []
    var line = 1
    var column = 1
    let bytes = Array(source.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "#"), bytes[index...].starts(with: mark) {
        places.append(PlaygroundPlace(line: line, column: column))
      }
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return places
  }
}
