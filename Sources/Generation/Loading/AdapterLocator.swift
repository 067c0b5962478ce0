// SPDX-License-Identifier: Apache-2.0
import Foundation
import TransformerRuntime

/// Finds adapters by name in the user's data directory: `NAME.gguf`, or one of several, `NAME-….gguf`.
package struct AdapterLocator: Sendable {
  private let folder: String

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/share"
    folder = "\(data)/infer/adapters"
  }

  /// Whether `name` can be that of an adapter: it is a file name, and no path.
  package static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
  }

  /// The adapters of that name that fit a model, without their extension, sorted.
  ///
  /// - Parameter architecture: `general.architecture` of the model; nil takes every adapter.
  package func identifiers(name: String, architecture: String?) -> [String] {
    guard Self.isValid(name) else { return [] }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".gguf") }.map { String($0.dropLast(5)) }.sorted().filter { identifier in
      guard identifier == name || identifier.hasPrefix("\(name)-") else { return false }
      guard let adapter = try? AdapterFile(path: path(of: identifier)) else { return false }
      return architecture == nil || adapter.architecture == architecture
    }
  }

  /// The file of an adapter that `identifiers(name:architecture:)` has named.
  package func path(of identifier: String) -> String { "\(folder)/\(identifier).gguf" }
}
