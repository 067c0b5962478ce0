// SPDX-License-Identifier: Apache-2.0
import Foundation
import OrderedJSON

/// A file that may hold cases: JSON, told apart by its shape, or the texts of a vocabulary's cases.
struct CaseFile {
  let path: String
  /// The path as seen from the folder that was asked for, for messages.
  let name: String
  /// Nil where the file is not JSON.
  let content: JSONValue?

  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// The path of a file beside this one.
  func sibling(_ name: String) -> String { folder + "/" + name }

  func siblingExists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: sibling(name)) }
}

/// What the folder that was asked for holds.
struct CaseFolder {
  /// Those that may hold cases, sorted by name.
  private(set) var files: [CaseFile] = []
  /// Chat templates by file name.
  private(set) var templates: [String: String] = [:]

  /// Larger ones are data, not cases.
  private static let byteLimit = 256 << 20

  /// Reads all of a folder.
  ///
  /// - Parameter templateFolders: where chat templates are looked for too.
  /// - Throws: `SuiteError` where the folder or a file in it cannot be read.
  init(_ path: String, templateFolders: [String]) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      throw SuiteError("no folder '\(path)'")
    }
    for folder in templateFolders + [path] {
      for name in Self.files(under: folder) where name.hasSuffix(".jinja") {
        templates[URL(fileURLWithPath: name).lastPathComponent] = folder + "/" + name
      }
    }
    for name in Self.files(under: path).sorted() where name.hasSuffix(".json") || name.hasSuffix(".inp") {
      let whole = path + "/" + name
      guard let data = FileManager.default.contents(atPath: whole), data.count <= Self.byteLimit else {
        throw SuiteError("cannot read '\(whole)'")
      }
      var content: JSONValue?
      if name.hasSuffix(".json") {
        do {
          content = try JSONValue(parsing: [UInt8](data))
        } catch {
          throw SuiteError("\(whole): \(error)")
        }
      }
      files.append(CaseFile(path: whole, name: name, content: content))
    }
  }

  /// The files under a folder, as paths from there.
  private static func files(under folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }) ?? []
  }
}

/// Why the suite cannot run at all.
struct SuiteError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
