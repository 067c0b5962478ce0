// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A file opened in a process of its own.
enum IsolatedOpen {
  enum Outcome: Equatable {
    case opened
    /// An error of ours, with its text.
    case refused(String)
    /// What no file may do: a crash, a hang, too much memory.
    case broke(String)
  }

  static let secondLimit = 20.0
  /// Beyond the size of the file.
  static let memoryLimit = 64 << 20

  static func run(_ probe: OpenProbe, _ path: String, program: String) -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--open", probe.rawValue, path]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return .broke("cannot start \(program): \(error)")
    }
    let deadline = ContinuousClock.now + .seconds(secondLimit)
    while process.isRunning {
      if ContinuousClock.now > deadline {
        process.terminate()
        return .broke("takes more than \(Int(secondLimit)) s")
      }
      usleep(2000)
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      return .broke("ended by \(process.terminationReason == .exit ? "status" : "signal") \(process.terminationStatus)")
    }
    let parts = text.split(separator: " ", maxSplits: 2).map { $0.trimmingCharacters(in: .newlines) }
    guard parts.count >= 2, let peak = Int(parts[0]) else { return .broke("said '\(text)'") }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard peak << 10 <= size + memoryLimit else { return .broke("took \(peak >> 10) MB of memory") }
    return parts[1] == "ok" ? .opened : .refused(parts.count > 2 ? parts[2] : "")
  }
}
