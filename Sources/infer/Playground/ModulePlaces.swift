// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where the compiler finds the modules and the macro plugin that this program was built with: beside it, in the folder that
/// the build made.
struct ModulePlaces: Sendable {
  private let modules: String
  private let plugin: String
  private let moduleMaps: [String]

  /// - Throws: `CommandError` that names what is missing.
  init(executable: String) throws {
    let folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    let files = FileManager.default
    modules = folder.appendingPathComponent("Modules").path
    plugin = folder.appendingPathComponent("FoundationModelsMacros-tool").path
    for place in [modules + "/FoundationModels.swiftmodule", plugin] where !files.fileExists(atPath: place) {
      throw CommandError(
        .failure,
        "playgrounds need the build folder, and '\(place)' is not there; run the program that 'swift build' made")
    }
    moduleMaps = ["CIntrinsics", "CSentencePiece"].map {
      folder.appendingPathComponent("\($0).build/module.modulemap").path
    }
    .filter { files.fileExists(atPath: $0) }
  }

  var compilerArguments: [String] {
    ["-I", modules, "-Xfrontend", "-load-plugin-executable", "-Xfrontend", "\(plugin)#FoundationModelsMacros"]
      + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }
}
