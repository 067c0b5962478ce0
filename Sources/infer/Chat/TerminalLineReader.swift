// SPDX-License-Identifier: Apache-2.0
import CLibEdit
import Foundation

/// Lines typed on a terminal, edited with libedit: arrow keys, history, whole characters.
///
/// Only one may exist at a time, since libedit's callbacks carry no state of ours.
final class TerminalLineReader: LineReader {
  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let historyPath: String?

  /// The prompt of the line being edited, a C string for libedit's callback.
  nonisolated(unsafe) private static var prompt: UnsafeMutablePointer<CChar>?
  /// Whether Ctrl-C ended the line.
  nonisolated(unsafe) private static var wasInterrupted = false

  /// - Returns: nil where the terminal cannot be edited on.
  init?(historyPath: String?) {
    // Without it, libedit takes each byte of a UTF-8 character for one of its own.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    guard let editor = clibedit_init("infer"), let history = history_init() else { return nil }
    self.editor = editor
    self.history = history
    self.historyPath = historyPath
    clibedit_set_keymap(editor, "emacs")
    clibedit_set_prompt(editor) { _ in UnsafePointer(TerminalLineReader.prompt) }
    clibedit_add_command(editor, "infer-interrupt", "Drop the line") { _, _ in
      TerminalLineReader.wasInterrupted = true
      return UInt8(CC_NEWLINE)
    }
    clibedit_read_interrupts_as_keys(editor)
    clibedit_bind(editor, "^C", "infer-interrupt")
    clibedit_bind(editor, "^R", "em-inc-search-prev")
    clibedit_bind(editor, "\u{1B}[1;5C", "em-next-word")
    clibedit_bind(editor, "\u{1B}[1;5D", "ed-prev-word")
    clibedit_bind(editor, "\u{1B}[H", "ed-move-to-beg")
    clibedit_bind(editor, "\u{1B}[F", "ed-move-to-end")
    clibedit_bind(editor, "\u{1B}[3~", "ed-delete-next-char")
    clibedit_history_set_size(history, 1000)
    clibedit_history_set_unique(history, 1)
    clibedit_set_history(editor, history)
    if let historyPath { clibedit_history_load(history, historyPath) }
  }

  deinit {
    el_end(editor)
    history_end(history)
  }

  func readLine(prompt: String) throws -> String? {
    while true {
      free(Self.prompt)
      Self.prompt = strdup(prompt)
      Self.wasInterrupted = false
      var count: Int32 = 0
      let bytes = el_gets(editor, &count)
      let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: max(0, Int(count))), as: UTF8.self)
      if Self.wasInterrupted {
        print("^C")
        // As in a shell, Ctrl-C throws away what is typed; with nothing typed it means the program.
        if line.isEmpty { throw LineInterrupted() }
        continue
      }
      guard !line.isEmpty else {
        print()  // Ctrl-D leaves the cursor behind the prompt
        return nil
      }
      return line.hasSuffix("\n") ? String(line.dropLast()) : line
    }
  }

  func remember(_ line: String) {
    clibedit_history_enter(history, line)
    guard let historyPath else { return }
    let folder = (historyPath as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Only the person may read what was asked; libedit keeps the mode of a file that exists.
    if !FileManager.default.fileExists(atPath: historyPath) {
      _ = FileManager.default.createFile(atPath: historyPath, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    clibedit_history_save(history, historyPath)
  }

  /// `$XDG_STATE_HOME/infer/history`; nil with `INFER_NOHISTORY`.
  static func historyPath(_ environment: [String: String]) -> String? {
    guard (environment["INFER_NOHISTORY"] ?? "").isEmpty else { return nil }
    if let state = environment["XDG_STATE_HOME"], !state.isEmpty { return "\(state)/infer/history" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.local/state/infer/history"
  }
}
