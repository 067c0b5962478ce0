// SPDX-License-Identifier: Apache-2.0
import Foundation
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntax
import SwiftSyntaxMacros

struct Provider: PluginProvider {
  struct UnknownMacro: Error {}
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type { throw UnknownMacro() }
  func loadPluginLibrary(libraryPath: String, moduleName: String) throws { throw UnknownMacro() }
}

@main
struct Plugin {
  static func main() throws {}
}
