// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Colours of one stream: escape sequences, or nothing.
struct Style: Sendable {
  let isEnabled: Bool

  /// Decides by `--color`, the stream, and the environment (`NO_COLOR`, `TERM=dumb`).
  init(choice: String?, isTerminal: Bool, environment: [String: String]) {
    switch choice {
    case "on": isEnabled = true
    case "off": isEnabled = false
    default:
      isEnabled = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }
  func red(_ text: String) -> String { wrapped(text, "31") }
  func green(_ text: String) -> String { wrapped(text, "32") }
  func yellow(_ text: String) -> String { wrapped(text, "33") }
  func cyan(_ text: String) -> String { wrapped(text, "36") }
  func underline(_ text: String) -> String { wrapped(text, "4") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
