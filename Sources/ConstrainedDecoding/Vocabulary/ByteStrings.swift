// SPDX-License-Identifier: Apache-2.0

/// Byte strings, one after the other in memory: to visit them in any order touches little more of it than they take.
struct ByteStrings: Sendable {
  private let text: Table<UInt8>
  /// String i is `text[starts[i] ..< starts[i + 1]]`.
  private let starts: Table<Int>

  var count: Int { starts.count - 1 }

  init(_ strings: [[UInt8]]) {
    var text: [UInt8] = []
    text.reserveCapacity(strings.reduce(0) { $0 + $1.count })
    var starts = [0]
    starts.reserveCapacity(strings.count + 1)
    for string in strings {
      text.append(contentsOf: string)
      starts.append(text.count)
    }
    self.text = Table(text)
    self.starts = Table(starts)
  }

  /// The bytes of string `index`, below `count`, as long as these strings live.
  @inline(__always)
  subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = starts.pointer[index]
    return UnsafeBufferPointer(start: text.pointer + start, count: starts.pointer[index + 1] - start)
  }
}
