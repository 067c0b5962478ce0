// SPDX-License-Identifier: Apache-2.0
import Foundation
import GGUFFormat

/// Which model file a command uses.
enum ModelPath {
  /// The file that `name` (else `--model`, else the environment) means.
  static func find(_ environment: Environment, named name: String? = nil) throws(CommandError) -> String {
    let wanted = name ?? environment.arguments.text(.model) ?? environment.variables["INFER_MODEL"]
    let folders = [
      (environment.variables["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share") + "/infer/weights",
      (environment.variables["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache") + "/infer/weights", "weights",
    ]
    if let wanted, FileManager.default.fileExists(atPath: wanted) { return wanted }
    for folder in folders {
      let path = "\(folder)/\(wanted ?? "smollm2-135m").gguf"
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    if let wanted {
      throw CommandError(.model, "no model '\(wanted)': neither a file nor a name that tools/fetch-weights has fetched")
    }
    throw CommandError(.model, "no model found; run tools/fetch-weights, pass --model FILE, or set INFER_MODEL")
  }

  static func open(_ path: String) throws(CommandError) -> GGUFFile {
    do {
      return try GGUFFile(path: path)
    } catch {
      throw CommandError(.model, "\(error)")
    }
  }
}
