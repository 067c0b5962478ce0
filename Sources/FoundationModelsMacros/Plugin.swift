// SPDX-License-Identifier: Apache-2.0
import Foundation
import GenerableExpansion
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The macro plugin: the compiler starts it and asks it to expand `@Generable`, `@Guide` and `#Playground`.
///
/// The toolchain ships no `SwiftCompilerPlugin` module, so this does what its `CompilerPlugin` protocol would.
@main
struct Plugin {
  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: StandardStreamConnection(input: .standardInput, output: .standardOutput),
      provider: MacroProvider())
    try listener.main()
  }
}

/// Finds a macro's implementation by the name that its `#externalMacro` gives.
struct MacroProvider: PluginProvider {
  struct NotFound: Error, CustomStringConvertible {
    let description: String
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    switch typeName {
    case "GenerableMacro": return GenerableMacro.self
    case "GuideMacro": return GuideMacro.self
    case "PlaygroundMacro": return PlaygroundMacro.self
    default: throw NotFound(description: "no macro \(moduleName).\(typeName) in this plugin")
    }
  }

  func loadPluginLibrary(libraryPath: String, moduleName: String) throws {
    throw NotFound(description: "this plugin loads no libraries")
  }
}
