// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// One line of progress on standard error, overwritten in place; nothing when that is no terminal.
final class ProgressLine: Sendable {
  private let stream: OutputStream
  private let isEnabled: Bool
  private let style: Style
  private let shown = Mutex<String>("")

  init(stream: OutputStream = .error, isEnabled: Bool, style: Style) {
    self.stream = stream
    self.isEnabled = isEnabled
    self.style = style
  }

  /// - Parameter text: made only where it is shown.
  func show(_ text: @autoclosure () -> String) {
    guard isEnabled else { return }
    let text = text()
    let isNew = shown.withLock { shown in
      defer { shown = text }
      return shown != text
    }
    if isNew { stream.writeIgnoringErrors("\r\u{1B}[K" + style.dim(text)) }
  }

  /// `text 42 %`, in whole per cent so that the terminal is not flooded.
  func show(_ text: String, fraction: Double) {
    show("\(text) \(Int((min(max(fraction, 0), 1) * 100).rounded(.down))) %")
  }

  /// Takes the line away; call it before anything else is printed.
  func clear() {
    let wasShown = shown.withLock { shown in
      defer { shown = "" }
      return !shown.isEmpty
    }
    if wasShown { stream.writeIgnoringErrors("\r\u{1B}[K") }
  }
}
