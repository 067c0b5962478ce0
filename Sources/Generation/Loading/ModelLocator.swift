// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Finds the model file to use.
///
/// A name or path that was given decides alone. Without one: `INFER_MODEL` (a path, or a name in the weights manifest), then
/// the user's data directory, then `weights/` beside the package and the download cache.
package struct ModelLocator: Sendable {
  /// Why no file was found.
  package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// `name` is no file and no known name; `near` are known names like it.
    case notFound(name: String, near: [String])
    /// Nothing was named and no default exists; `searched` are the folders looked into.
    case noDefault(searched: [String])

    package var description: String {
      switch self {
      case .notFound(let name, let near):
        "no model file or known model named '\(name)'"
          + (near.isEmpty
            ? "; 'tools/fetch-weights --list' shows the known ones"
            : "; did you mean \(near.joined(separator: " or "))?")
      case .noDefault:
        "no model found; run tools/fetch-weights, pass --model FILE, or set INFER_MODEL"
      }
    }
  }

  /// The model that is taken where several lie in a folder.
  package static let defaultName = "smollm2-135m"

  private let environment: [String: String]
  private let workingDirectory: String
  private let executableDirectory: String

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    workingDirectory: String = FileManager.default.currentDirectoryPath,
    executableDirectory: String = ModelLocator.executableDirectory
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.executableDirectory = executableDirectory
  }

  /// The folder of the running program, links resolved.
  package static var executableDirectory: String {
    let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return link.deletingLastPathComponent().path
  }

  /// The path of the model that `name` names, or of the default one.
  package func locate(_ name: String? = nil) throws(Failure) -> String {
    // A name that was given and is empty is a mistake, such as an unset variable of a script; never the default model.
    if let name { return try named(name) }
    if let name = environment["INFER_MODEL"], !name.isEmpty { return try named(name) }
    for folder in folders {
      if let file = preferred(in: folder) { return file }
    }
    throw .noDefault(searched: folders)
  }

  /// The names of all models in the folders searched.
  package var knownNames: [String] {
    var names: [String] = []
    for folder in folders {
      for file in models(in: folder) {
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private func named(_ name: String) throws(Failure) -> String {
    let path = name.hasPrefix("~/") ? NSString(string: name).expandingTildeInPath : name
    if FileManager.default.fileExists(atPath: path) { return path }
    // What looks like a path is one: a name never hides a mistyped file.
    if !name.contains("/") {
      for folder in folders {
        let file = "\(folder)/\(name).gguf"
        if FileManager.default.fileExists(atPath: file) { return file }
      }
    }
    let near =
      name.isEmpty
      ? []
      : knownNames.filter { known in
        known.hasPrefix(name) || name.hasPrefix(known) || known.contains(name) || editDistance(known, name) <= 3
      }
    throw .notFound(name: name, near: near)
  }

  /// The folders that may hold models, in the order of preference.
  private var folders: [String] {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/share"
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.cache"
    var result = ["\(data)/infer/models", "\(workingDirectory)/weights"]
    var folder = URL(fileURLWithPath: executableDirectory)
    // A program built in place lies a few levels below the package: .build/<triple>/<configuration>.
    for _ in 0..<5 where folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("weights/manifest.json").path) {
        result.append(folder.appendingPathComponent("weights").path)
        break
      }
      folder.deleteLastPathComponent()
    }
    result.append("\(cache)/infer/weights")
    return result
  }

  private func models(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".gguf") }.sorted().map { "\(folder)/\($0)" }
  }

  private func preferred(in folder: String) -> String? {
    let files = models(in: folder).filter { FileManager.default.fileExists(atPath: $0) }
    return files.first { $0.hasSuffix("/\(Self.defaultName).gguf") } ?? files.first
  }
}
