// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Generation

@Suite struct ModelLocatorTests {
  /// A home with the given files, relative to a fresh folder.
  private func home(_ files: [String]) throws -> String {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("locator-\(UUID().uuidString)")
    for file in files {
      let url = root.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("GGUF".utf8).write(to: url)
    }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    return root.path
  }

  private func locator(_ root: String, _ environment: [String: String] = [:]) -> ModelLocator {
    ModelLocator(
      environment: environment.merging(["HOME": root]) { given, _ in given }, workingDirectory: "\(root)/work",
      executableDirectory: "\(root)/package/.build/x86/release")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String, files: [String], environment: [String: String], asked: String?, expected: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "data directory before weights",
      files: [".local/share/infer/models/a.gguf", "work/weights/smollm2-135m.gguf"],
      environment: [:], asked: nil, expected: ".local/share/infer/models/a.gguf"),
    Case(
      name: "default name before others", files: ["work/weights/a.gguf", "work/weights/smollm2-135m.gguf"],
      environment: [:], asked: nil, expected: "work/weights/smollm2-135m.gguf"),
    Case(
      name: "weights beside the package", files: ["package/weights/manifest.json", "package/weights/b.gguf"],
      environment: [:], asked: nil, expected: "package/weights/b.gguf"),
    Case(
      name: "cache", files: [".cache/infer/weights/c.gguf"], environment: [:], asked: nil,
      expected: ".cache/infer/weights/c.gguf"),
    Case(
      name: "environment names a model", files: [".cache/infer/weights/c.gguf", "work/weights/d.gguf"],
      environment: ["INFER_MODEL": "c"], asked: nil, expected: ".cache/infer/weights/c.gguf"),
    Case(
      name: "argument before environment", files: [".cache/infer/weights/c.gguf", "work/weights/d.gguf"],
      environment: ["INFER_MODEL": "c"], asked: "d", expected: "work/weights/d.gguf"),
  ]

  @Test(arguments: cases) func finds(_ item: Case) throws {
    let root = try home(item.files)
    #expect(try locator(root, item.environment).locate(item.asked) == "\(root)/\(item.expected)")
  }

  @Test func saysWhichNamesAreNear() throws {
    let root = try home(["work/weights/smollm2-135m.gguf"])
    #expect(throws: ModelLocator.Failure.notFound(name: "smolm2-135m", near: ["smollm2-135m"])) {
      try locator(root).locate("smolm2-135m")
    }
    #expect(throws: ModelLocator.Failure.notFound(name: "no/such.gguf", near: [])) {
      try locator(root).locate("no/such.gguf")
    }
  }

  @Test func saysThatThereIsNoDefault() throws {
    let root = try home([])
    #expect(throws: ModelLocator.Failure.self) { try locator(root).locate() }
  }

  @Test(arguments: [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("Joshua", "joshua", 0)])
  func editDistances(a: String, b: String, expected: Int) {
    #expect(editDistance(a, b) == expected)
  }
}
