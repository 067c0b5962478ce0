// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Rewrites the end of a growing text in place on a terminal.
///
/// Only lines from the first changed one on are written again. What has scrolled off the screen cannot be reached; it
/// does not need to be, as a plan changes at its end.
struct LiveScreen {
  private var shown: [String] = []

  /// The bytes that turn what is shown into `lines`.
  ///
  /// - Parameter height: lines of the terminal.
  mutating func update(to lines: [String], height: Int) -> String {
    var first = zip(shown, lines).prefix { $0 == $1 }.count
    if first == shown.count, first == lines.count { return "" }
    // The cursor stands below the last line; it can move up to the top of the screen, not beyond.
    let reachable = max(shown.count - max(height - 1, 1), 0)
    first = max(first, min(reachable, lines.count))
    let up = shown.count - first
    var output = up > 0 ? "\u{1B}[\(up)A" : ""
    output += "\r\u{1B}[J"
    for line in lines[min(first, lines.count)...] { output += line + "\n" }
    shown = lines
    return output
  }

  /// Columns and lines of the terminal behind a descriptor; 80 × 24 where it does not say.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
